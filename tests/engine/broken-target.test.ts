import { describe, expect, it } from 'vitest';
import { execute } from '../../engine/judge/execute.ts';
import type { NotificationSource, Patience } from '../../engine/judge/judge-notifications.ts';
import { explore } from '../../engine/explore.ts';
import type { ExpectedNotification, Machine } from '../../engine/model.ts';
import { shrink } from '../../engine/shrink/shrink.ts';

/** Letters that are sent, each of which is answered by a receipt. */
const kinds = ['a', 'b', 'c'] as const;
type Letter = (typeof kinds)[number];

const receiptOf = (letter: Letter): ExpectedNotification<Letter> => ({
  key: letter,
  least: 1,
  most: 99,
  cites: [`receipt-${letter}`],
  checks: [],
  matches: (note) => note === letter,
});

const letters: Machine<number, Letter, 'ok' | 'refused', Letter> = {
  name: 'letters',
  initial: 0,
  fresh: (nonce) => Number(nonce),
  abstract: () => '',
  routes: (nonce) => [String(nonce)],
  operations: kinds.map((letter) => ({
    name: letter,
    attempts: () => [{ kind: 'send', uses: {} }],
    resolve: () => letter,
    predict: (nonce) => [
      {
        name: 'sent',
        checks: [
          {
            cites: ['taken'],
            test: (reply) =>
              reply === 'ok' ? [] : [{ rule: 'taken', expected: 'ok', received: reply, about: letter }],
          },
        ],
        next: () => nonce,
        expects: () => [receiptOf(letter)],
      },
    ],
  })),
};

interface Wait {
  readonly phase: string;
  readonly patience: Patience;
  /** Whether it was over as soon as it began. */
  readonly over: boolean;
  /** How many failures were reported by then. */
  readonly reported: number;
}

/** Explores a post that sends receipts of some letters only, and refuses some; gives the waits for receipts and the failures. */
async function exploring({
  receipts,
  refuses = () => false,
}: {
  readonly receipts: readonly Letter[];
  refuses?(letter: Letter, phase: string): boolean;
}) {
  const waits: Wait[] = [];
  const came = new Map<string, Letter[]>();
  const phases = new Map<string, string>();
  let drivers = 0;
  let reported = 0;
  const notifications: NotificationSource<Letter> = {
    of: (ids) => ids.flatMap((id) => came.get(id) ?? []),
    wait: ([id = ''], met, patience) => {
      const over = met();
      waits.push({ phase: phases.get(id) ?? '', patience, over, reported });
      return Promise.resolve(over);
    },
    now: () => 0,
    settle: () => Promise.resolve(),
    forget: () => undefined,
    identity: (note) => note,
  };
  const failures = await explore({
    machine: letters,
    driver: (_id, phase) => {
      const nonce = String((drivers += 1));
      phases.set(nonce, phase);
      return {
        nonce,
        send: (letter: Letter) => {
          if (receipts.includes(letter)) came.set(nonce, [...(came.get(nonce) ?? []), letter]);
          return Promise.resolve({ reply: refuses(letter, phase) ? ('refused' as const) : ('ok' as const) });
        },
      };
    },
    notifications,
    seed: 1,
    runs: 40,
    concurrency: 1,
    batch: 1,
    walk: { minSteps: 1, maxSteps: 3 },
    shrinkBudget: 400,
    stop: () => false,
    bail: false,
    requests: () => 0,
    onSequence: () => undefined,
    onFailure: () => {
      reported += 1;
    },
  });
  return { waits, failures };
}

describe('what is known to be missing', () => {
  it('is not waited for again, and what else a sequence expects is', async () => {
    const { waits, failures } = await exploring({ receipts: ['b', 'c'] });
    expect(
      failures.flatMap(({ execution }) => execution.violation?.breaches.map(({ rule }) => rule)),
    ).toEqual(['receipt-a']);
    const later = waits.filter(({ phase, reported }) => phase === 'explore' && reported === 1);
    expect(later.length).toBeGreaterThan(10);
    expect(later.filter(({ over }) => !over)).toEqual([]);
  });

  it('does not hold up another missing event, which is waited for until its deadline', async () => {
    const { waits, failures } = await exploring({ receipts: ['c'] });
    expect(failures.length).toBe(2);
    const second = waits.filter(({ phase, reported }) => phase === 'confirm' && reported === 1);
    expect(second.filter(({ patience }) => patience === 'whole').length).toBe(3);
  });

  it('is waited for shortly where only a wrong reply is to be confirmed', async () => {
    const { waits, failures } = await exploring({
      receipts: [],
      refuses: (letter, phase) => letter === 'c' && phase === 'explore',
    });
    const ofReply = failures.findIndex(({ execution }) => execution.violation?.at === 'reply');
    expect(ofReply).toBeGreaterThanOrEqual(0);
    const confirming = waits.filter(({ phase, reported }) => phase === 'confirm' && reported === ofReply);
    expect(confirming.filter(({ patience }) => patience === 'short').length).toBeGreaterThan(0);
    expect(confirming.filter(({ patience }) => patience === 'whole')).toEqual([]);
  });
});

describe('a failure that is like a flaky one', () => {
  /** Shrinks a sequence whose last letter is refused in those runs, counted from 0. */
  async function shrunk(refusedRuns: readonly number[], wasFlaky: boolean) {
    let runs = 0;
    const phases: string[] = [];
    const run = (isRefused: boolean) => (steps: Parameters<typeof execute>[1]) =>
      execute(letters, steps, {
        nonce: '0',
        send: (letter: Letter) =>
          Promise.resolve({ reply: letter === 'c' && isRefused ? ('refused' as const) : ('ok' as const) }),
      });
    const step = (id: string, operation: Letter) => ({ id, operation, kind: 'send', uses: {} });
    const failing = await run(true)([step('s1', 'a'), step('s2', 'b'), step('s3', 'c')]);
    const { failed, outOf, execution } = await shrink(failing, {
      machine: letters,
      run: (candidates, phase) =>
        Promise.all(
          candidates.map((candidate) => {
            phases.push(phase);
            return run(refusedRuns.includes(runs++))(candidate);
          }),
        ),
      wasFlaky: () => wasFlaky,
      width: 1,
      budget: 100,
      stop: () => false,
    });
    return { failed, outOf, steps: execution.performed.length, smaller: phases.includes('shrink') };
  }

  it('is run three times more, and not made smaller unless it fails each time', async () => {
    expect(await shrunk([0, 2], true)).toEqual({ failed: 3, outOf: 4, steps: 3, smaller: false });
    const always = Array.from({ length: 100 }, (_, index) => index);
    expect(await shrunk(always, true)).toEqual({ failed: 3, outOf: 3, steps: 1, smaller: true });
  });

  it('is made smaller after one more failure where no other was flaky', async () => {
    expect((await shrunk([0, 2], false)).smaller).toBe(true);
  });
});
