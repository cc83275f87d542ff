import { describe, expect, it } from 'vitest';
import { awaitNotifications } from '../../../engine/judge/await-notifications.ts';
import { execute } from '../../../engine/judge/execute.ts';
import type { NotificationSource, Patience } from '../../../engine/judge/judge-notifications.ts';
import type { Exploration } from '../../../engine/exploration.ts';
import { explore } from '../../../engine/explore.ts';
import { KnownFailures } from '../../../engine/judge/known-failures.ts';
import { nothingLearned } from '../../../engine/learned.ts';
import type { Machine } from '../../../engine/machine.ts';
import type { ExpectedNotification } from '../../../engine/model.ts';
import { SequenceRunner } from '../../../engine/sequence-runner.ts';
import { shrink } from '../../../engine/shrink/shrink.ts';

/** Letters that are sent, each of which is answered by a receipt. */
const kinds = ['a', 'b', 'c'] as const;
type Letter = (typeof kinds)[number];
/** What no prediction expects. */
type Receipt = Letter | 'wrong';

const receiptOf = (letter: Letter): ExpectedNotification<Receipt> => ({
  key: letter,
  least: 1,
  most: 99,
  cites: [`receipt-${letter}`],
  checks: [],
  matches: (note) => note === letter,
});

const letters: Machine<number, Letter, 'ok' | 'refused', Receipt> = {
  name: 'letters',
  initial: 0,
  fresh: (nonce) => Number(nonce),
  abstract: () => '',
  routes: (nonce) => [String(nonce)],
  unsolicited: (note) => ({ rule: 'unasked', expected: 'none', received: note }),
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

interface Post {
  readonly receipts: readonly Letter[];
  /** Letters that get the receipt of no letter. */
  readonly wrong?: readonly Letter[];
  refuses?(letter: Letter, phase: string): boolean;
}

/** How a post is explored that sends receipts of some letters only, and refuses some; and the waits for receipts. */
function post({ receipts, wrong = [], refuses = () => false }: Post) {
  const waits: Wait[] = [];
  const came = new Map<string, Receipt[]>();
  const phases = new Map<string, string>();
  let drivers = 0;
  let reported = 0;
  const notifications: NotificationSource<Receipt> = {
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
  const exploration: Exploration<number, Letter, 'ok' | 'refused', Receipt> = {
    machine: letters,
    driver: (_id, phase) => {
      const nonce = String((drivers += 1));
      phases.set(nonce, phase);
      return {
        nonce,
        send: (letter: Letter) => {
          if (wrong.includes(letter)) came.set(nonce, [...(came.get(nonce) ?? []), 'wrong']);
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
  };
  return { waits, exploration };
}

/** Explores a post; gives the waits for receipts, and the failures. */
async function exploring(of: Post) {
  const { waits, exploration } = post(of);
  return { waits, failures: await explore(exploration) };
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

  it('is not waited for either where it comes with what else was reported, and another failure is shrunk', async () => {
    const { waits, exploration } = post({ receipts: ['b', 'c'], wrong: ['a'] });
    const [reported] = await explore(exploration);
    expect(reported?.execution.violation?.breaches.map(({ rule }) => rule)).toEqual(['receipt-a', 'unasked']);
    const known = new KnownFailures();
    if (reported?.execution.violation !== undefined) known.add(reported.execution.violation, true);
    const before = waits.length;
    const runner = new SequenceRunner(exploration, { known: known.under(''), isDone: () => false });
    const step = { id: 's1', operation: 'a', kind: 'send', uses: {} };
    await runner.runAll([[step]], { phase: 'shrink', learned: nothingLearned });
    expect(waits.slice(before).map(({ patience }) => patience)).toEqual(['least']);
  });

  it('does not shorten the wait for what comes if another reading of the replies is right', async () => {
    const step = { id: 's1', operation: 'a', kind: 'send', uses: {} };
    const execution = await execute(letters, [step], {
      nonce: '0',
      send: () => Promise.resolve({ reply: 'ok' as const }),
    });
    const [hypothesis] = execution.belief;
    if (hypothesis === undefined) throw new Error('nothing explains the reply');
    const belief = kinds.map((letter) => ({ ...hypothesis, expected: [receiptOf(letter)] }));
    let isOver = false;
    const patiences: Patience[] = [];
    const judged = await awaitNotifications(
      letters,
      { ...execution, belief },
      {
        of: () => (isOver ? ['b'] : []),
        wait: (_ids, met, patience) => {
          if (patience === 'whole') isOver = true;
          patiences.push(patience);
          return Promise.resolve(met());
        },
        now: () => 0,
        settle: () => Promise.resolve(),
        forget: () => undefined,
        identity: (note) => note,
      },
      {
        neverCome: ([breach]) => breach?.rule === 'receipt-c',
        isKnown: ({ breaches }) => breaches.every(({ rule }) => rule === 'receipt-c'),
      },
    );
    expect({ violation: judged.violation, patiences }).toEqual({ patiences: ['least', 'whole'] });
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
