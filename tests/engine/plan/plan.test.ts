import { describe, expect, test } from 'vitest';
import { execute } from '../../../engine/judge/execute.ts';
import { explore } from '../../../engine/explore.ts';
import { ruleGoal, transitionGoal, type Goal, type TransitionGoal } from '../../../engine/goals.ts';
import type { Machine } from '../../../engine/machine.ts';
import { plan, leastRequests } from '../../../engine/plan/plan.ts';
import { queueDriver, queueMachine, queueRules } from '../machines/queue.ts';
import {
  storeDriver,
  storeMachine,
  storeRules,
  type StoreCall,
  type StoreReply,
  type StoreState,
} from '../machines/store.ts';

const seeds = [1, 2, 3, 4, 5, 6, 7, 8];

describe('a plan', () => {
  test.each(seeds)(
    'takes every transition and proves every rule of a queue that conforms (seed %i)',
    async (seed) => {
      const { sequences, unreached, goals } = plan(queueMachine, { seed, rules: queueRules });
      expect(unreached).toEqual([]);
      const met = new Set<Goal>();
      for (const { steps } of sequences) {
        const { evidence, transitions } = await execute(queueMachine, steps, queueDriver());
        for (const rule of evidence.keys()) met.add(ruleGoal(rule));
        for (const transition of transitions) met.add(transition);
      }
      // Each of the operations in each of the three abstract states, and the rules.
      expect(goals).toBe(9 + queueRules.length);
      expect(sequences.flatMap((sequence) => sequence.goals).filter((goal) => !met.has(goal))).toEqual([]);
    },
  );

  test('is the same for the same seed, literals included', () => {
    const planned = () => plan(storeMachine, { seed: 4, rules: storeRules });
    expect(planned()).toEqual(planned());
  });

  test('lists each goal with the first sequence that reaches it, and omits goals that have their evidence', () => {
    const whole = plan(storeMachine, { seed: 2, rules: storeRules });
    const goals = whole.sequences.flatMap((sequence) => sequence.goals);
    expect(new Set(goals).size).toBe(goals.length);
    const rest = plan(storeMachine, { seed: 2, rules: storeRules, reached: new Set(goals.slice(2)) });
    expect(new Set(rest.sequences.flatMap((sequence) => sequence.goals))).toEqual(new Set(goals.slice(0, 2)));
    expect(rest.requests).toBeLessThan(whole.requests);
    expect(plan(storeMachine, { seed: 2, rules: storeRules, reached: new Set(goals) }).sequences).toEqual([]);
  });

  test('lists the rules that no sequence reaches', () => {
    expect(plan(queueMachine, { seed: 1, rules: [...queueRules, 'out-of-reach'] }).unreached).toEqual([
      'out-of-reach',
    ]);
  });

  test('presumes the values that only replies contain; without presumed replies the rules about these are out of reach', () => {
    const deletions = ['deleted-is-gone', 'deleted-stays-deleted'];
    expect(plan(storeMachine, { seed: 1, rules: deletions }).unreached).toEqual([]);
    const { presumed: _, ...silent } = storeMachine;
    expect(plan(silent, { seed: 1, rules: deletions }).unreached).toEqual(deletions);
  });

  test('keeps its sequences within the given length', () => {
    const { sequences, unreached } = plan(queueMachine, { seed: 1, rules: queueRules, mostSteps: 5 });
    expect(unreached).toEqual([]);
    for (const { steps } of sequences) expect(steps.length).toBeLessThanOrEqual(5);
  });
});

describe('the lower bound of a plan', () => {
  test.each(seeds)(
    'is at most the optimum that trying all orders finds, and the plan needs at most half more (seed %i)',
    (seed) => {
      const planned = plan(queueMachine, { seed, rules: queueRules });
      const least = leastForQueue();
      expect(planned.leastRequests).toBeLessThanOrEqual(least);
      expect(planned.requests).toBeGreaterThanOrEqual(least);
      expect(planned.requests).toBeLessThanOrEqual(1.5 * planned.leastRequests);
    },
  );

  test('counts a request for each transition, and one more for rules that no request proves together', () => {
    const refused = transitionGoal('any', 'put', 'refused');
    const taken = transitionGoal('any', 'put', 'taken');
    const [a, b, c, d] = [ruleGoal('a'), ruleGoal('b'), ruleGoal('c'), ruleGoal('d')];
    const footprints = new Map<TransitionGoal, Map<string, Goal[]>>([
      [
        refused,
        new Map([
          ['a', [refused, a]],
          ['b', [refused, b]],
          ['c', [refused, a, c]],
        ]),
      ],
      [taken, new Map([['d', [taken, d]]])],
    ]);
    const of = (...goals: Goal[]) => leastRequests(footprints, new Set(goals));
    expect(of(refused, taken)).toBe(2);
    expect(of(refused, a, c, taken)).toBe(2);
    expect(of(refused, a, b, taken, d)).toBe(3);
    expect(of(a, b)).toBe(2);
    expect(of(a, c)).toBe(1);
  });
});

/** The least requests in which every operation meets every abstract state, by breadth-first search over items and what is done. */
function leastForQueue(): number {
  const stages = ['empty', 'some', 'some', 'full'];
  const after = {
    put: (n: number) => Math.min(n + 1, 3),
    get: (n: number) => Math.max(n - 1, 0),
    size: (n: number) => n,
  };
  let frontier: { readonly items: number; readonly done: ReadonlySet<string> }[] = [
    { items: 0, done: new Set() },
  ];
  const seen = new Set<string>();
  for (let requests = 0; ; requests += 1) {
    const next: typeof frontier = [];
    for (const { items, done } of frontier) {
      if (done.size === 9) return requests;
      for (const [operation, move] of Object.entries(after)) {
        const child = { items: move(items), done: new Set([...done, `${operation} ${stages[items]}`]) };
        const key = `${child.items} ${[...child.done].toSorted().join()}`;
        // To begin anew costs nothing.
        for (const from of [child, { ...child, items: 0 }]) {
          const at = `${from.items} ${key}`;
          if (!seen.has(at)) next.push(from);
          seen.add(at);
        }
      }
    }
    frontier = next;
  }
}

describe('a run', () => {
  /** A run with one short random sequence or more, on a store that loses the answer to one call. */
  async function certify(machine: Machine<StoreState, StoreCall, StoreReply>, runs: number, lost = 0) {
    const counter = { calls: 0 };
    const phases: string[] = [];
    const reached = new Set<Goal>();
    await explore({
      machine,
      driver: () => {
        const { send } = storeDriver({}, counter);
        return {
          send: async (call, step) => {
            const observation = await send(call, step);
            return counter.calls === lost ? { lost: 'reset' } : observation;
          },
        };
      },
      walk: { minSteps: 1, maxSteps: 1, readBackShare: 0 },
      seed: 3,
      runs,
      rules: storeRules,
      transitions: true,
      reached,
      concurrency: 1,
      batch: 2,
      shrinkBudget: 20,
      bail: false,
      stop: () => false,
      requests: () => counter.calls,
      onSequence: (_id, phase, _execution, planned) =>
        phase === 'explore' && phases.push(planned ? 'planned' : 'random'),
      onFailure: () => undefined,
    });
    return { phases, reached };
  }

  test('runs its plan before the random sequences, and marks which are planned', async () => {
    const { phases } = await certify(storeMachine, 4);
    expect(phases.slice(phases.indexOf('random'))).toEqual(['random', 'random', 'random', 'random']);
    expect(phases[0]).toBe('planned');
  });

  test('plans again for the goals that a lost answer left without evidence', async () => {
    // The first answer holds the first key: nothing that follows about it proves anything.
    const { reached } = await certify(storeMachine, 1, 1);
    expect(storeRules.filter((rule) => !reached.has(ruleGoal(rule)))).toEqual([]);
    expect(reached).toContain(transitionGoal('deleted', 'set', 'refused: deleted'));
  });
});
