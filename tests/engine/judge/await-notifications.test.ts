import { describe, expect, it } from 'vitest';
import type { NotificationSource, Patience } from '../../../engine/judge/judge-notifications.ts';
import { explore } from '../../../engine/explore.ts';
import type { Machine } from '../../../engine/machine.ts';
import type { ExpectedNotification } from '../../../engine/model.ts';

/** Letters that are sent, each of which is answered by a receipt. */
type Letter = 'a' | 'b';

const receiptOf = (letter: Letter): ExpectedNotification<Letter> => ({
  key: letter,
  least: 1,
  most: 9,
  cites: [`receipt-${letter}`],
  checks: [],
  matches: (note) => note === letter,
});

const letters: Machine<number, Letter, 'ok', Letter> = {
  name: 'letters',
  initial: 0,
  abstract: () => '',
  routes: () => ['all'],
  operations: (['a', 'b'] as const).map((letter) => ({
    name: letter,
    attempts: () => [{ kind: 'send', uses: {} }],
    resolve: () => letter,
    predict: (sent) => [
      { name: 'sent', checks: [], next: () => sent + 1, expects: () => [receiptOf(letter)] },
    ],
  })),
};

/** Random sequences. */
const runs = 40;

/** Explores a post that sends receipts in these phases alone; gives the failures, how long each wait was allowed to be, and the phases of all sequences and of those that settled. */
async function withReceiptsIn(phases: readonly string[]) {
  const waits: { readonly phase: string; readonly patience: Patience }[] = [];
  const begun: string[] = [];
  const settled: string[] = [];
  let phase = '';
  let receipts = 0;
  let sent: Letter[] = [];
  const notifications: NotificationSource<Letter> = {
    of: () => (phases.includes(phase) ? sent : []),
    wait: (_ids, met, patience) => {
      waits.push({ phase, patience });
      return Promise.resolve(met());
    },
    now: () => 0,
    settle: () => {
      settled.push(phase);
      return Promise.resolve();
    },
    forget: () => undefined,
    // Two equal letters need two receipts.
    identity: () => String((receipts += 1)),
  };
  const failures = await explore({
    machine: letters,
    driver: (_id, of) => {
      begun.push(of);
      sent = [];
      return {
        send: (letter) => {
          phase = of;
          sent.push(letter);
          return Promise.resolve({ reply: 'ok' });
        },
      };
    },
    notifications,
    seed: 1,
    runs,
    concurrency: 1,
    batch: 1,
    shrinkBudget: 400,
    stop: () => false,
    bail: false,
    requests: () => 0,
    onSequence: () => undefined,
    onFailure: () => undefined,
  });
  const longWaits = (of: string) =>
    waits.filter((one) => one.phase === of && one.patience === 'whole').length;
  return { failures, waits, longWaits, begun, settled };
}

describe('a target that sends no notification', () => {
  it('is waited for until the deadline only when the accusation would be new', async () => {
    const { failures, longWaits } = await withReceiptsIn([]);
    expect(failures.length).toBeGreaterThan(0);
    expect(longWaits('explore')).toBe(failures.length);
    expect(longWaits('shrink')).toBe(0);
    expect(longWaits('confirm')).toBe(3 * failures.length);
  });

  it('is accused of one missing notification at a time, in one step each', async () => {
    const { failures } = await withReceiptsIn([]);
    expect(failures.length).toBeGreaterThan(0);
    expect(failures.map(({ execution }) => execution.performed.length)).toEqual(failures.map(() => 1));
    const rules = failures.flatMap(({ execution }) => execution.violation?.breaches.map(({ rule }) => rule));
    expect(new Set(rules).size).toBe(failures.length);
  });
});

describe('a notification that was late once', () => {
  const triedAgain = ['shrink', 'confirm'];

  it('is all that is awaited when it is tried again: what else may come is no longer of interest', async () => {
    const { failures, waits, settled } = await withReceiptsIn(triedAgain);
    expect(failures.length).toBeGreaterThan(0);
    expect(failures.map(({ failed }) => failed)).toEqual(failures.map(() => 1));
    expect(waits.filter(({ phase }) => triedAgain.includes(phase)).length).toBeGreaterThan(0);
    expect(settled.filter((phase) => triedAgain.includes(phase))).toEqual([]);
  });

  it('is followed by no sequence that reads what else it did', async () => {
    const { begun } = await withReceiptsIn(triedAgain);
    expect(begun.filter((phase) => phase === 'explore').length).toBe(runs);
  });
});
