import { describe, expect, it } from 'vitest';
import type { NotificationSource, Patience } from '../../../engine/judge/judge-notifications.ts';
import { explore } from '../../../engine/explore.ts';
import type { Machine, ExpectedNotification } from '../../../engine/model.ts';

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

/** Explores a post that never sends a receipt; gives the failures and how long each wait was allowed to be. */
async function withoutReceipts() {
  const waits: { readonly phase: string; readonly patience: Patience }[] = [];
  let phase = '';
  const notifications: NotificationSource<Letter> = {
    of: () => [],
    wait: (_ids, _met, patience) => {
      waits.push({ phase, patience });
      return Promise.resolve(false);
    },
    now: () => 0,
    settle: () => Promise.resolve(),
    forget: () => undefined,
    identity: (note) => note,
  };
  const failures = await explore({
    machine: letters,
    driver: (_id, of) => ({
      send: () => {
        phase = of;
        return Promise.resolve({ reply: 'ok' });
      },
    }),
    notifications,
    seed: 1,
    runs: 40,
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
  return { failures, waits, longWaits };
}

describe('a target that sends no notification', () => {
  it('is waited for until the deadline only when the accusation would be new', async () => {
    const { failures, longWaits } = await withoutReceipts();
    expect(failures.length).toBeGreaterThan(0);
    expect(longWaits('explore')).toBe(failures.length);
    expect(longWaits('shrink')).toBe(0);
    expect(longWaits('confirm')).toBe(3 * failures.length);
  });

  it('is accused of one missing notification at a time, in one step each', async () => {
    const { failures } = await withoutReceipts();
    expect(failures.length).toBeGreaterThan(0);
    expect(failures.map(({ execution }) => execution.performed.length)).toEqual(failures.map(() => 1));
    const rules = failures.flatMap(({ execution }) => execution.violation?.breaches.map(({ rule }) => rule));
    expect(new Set(rules).size).toBe(failures.length);
  });
});
