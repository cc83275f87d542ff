import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sequences } from '../../../engine/walk/sequences.ts';
import { execute, observedChoices } from '../../../engine/judge/execute.ts';
import { type Execution } from '../../../engine/judge/execution.ts';
import type { Failure } from '../../../engine/exploration.ts';
import { defaultWalk, possible } from '../../../engine/walk/walk.ts';
import {
  exploreQueue,
  queueDriver,
  queueMachine,
  queueRules,
  type QueueCall,
  type QueueFaults,
  type QueueReply,
  type QueueState,
} from '../machines/queue.ts';

type QueueExecution = Execution<QueueState, QueueCall, QueueReply, never>;

async function certify(faults: QueueFaults, seed = 7, runs = 60) {
  const counter = { calls: 0 };
  const executions: QueueExecution[] = [];
  const found: Failure<QueueState, QueueCall, QueueReply, never>[] = [];
  await exploreQueue(counter, {
    driver: () => queueDriver(faults, counter),
    seed,
    runs,
    onSequence: (_id, _phase, execution) => executions.push(execution),
    onFailure: (failure) => found.push(failure),
  });
  const rules = found.flatMap(
    (failure) => failure.execution.violation?.breaches.map((breach) => breach.rule) ?? [],
  );
  const steps = found.map((failure) =>
    failure.execution.performed.map(({ step }) => step.operation).join(' '),
  );
  return { executions, found, rules, steps };
}

describe('a sound queue', () => {
  test('leaves none of its replies in memory once a sequence has passed, however many share a batch', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const replies: WeakRef<object>[] = [];
    const counter = { calls: 0 };
    let kept = Infinity;
    await exploreQueue(counter, {
      driver: () => {
        const { send } = queueDriver({}, counter);
        return {
          send: async (call, step) => {
            const observation = await send(call, step);
            replies.push(new WeakRef(observation));
            // A turn of the event loop: a reply is not collected in that in which it was looked at.
            await new Promise((resolve) => setImmediate(resolve));
            if (replies.length % 100 === 0) {
              collect();
              kept = replies.filter((reply) => reply.deref() !== undefined).length;
            }
            return observation;
          },
        };
      },
      seed: 7,
      runs: 40,
      concurrency: 1,
      batch: 40,
    });
    expect(replies.length).toBeGreaterThan(400);
    expect(kept).toBeLessThanOrEqual(2 * defaultWalk.maxSteps);
  });

  test.each([0, 1])(
    'is not accused, whichever choice of the open point it makes (sizes from %i)',
    async (sizeFrom) => {
      const { found, executions } = await certify({ sizeFrom });
      expect(found).toEqual([]);
      expect(executions.flatMap(({ inconclusive }) => inconclusive ?? [])).toEqual([]);
    },
  );

  test('is not accused when answers are lost: each request may or may not have been executed', async () => {
    const { found } = await certify({ losesEvery: 9 });
    expect(found).toEqual([]);
  });

  test('earns evidence for every rule', async () => {
    const { executions } = await certify({});
    const proven = new Set(executions.flatMap(({ evidence }) => [...evidence.keys()]));
    expect([...proven].toSorted()).toEqual([
      'empty-refuses',
      'first-in-first-out',
      'full-refuses',
      'put-answers-ok',
      'size-counts',
    ]);
  });

  test('shows which choice of the open point it makes', async () => {
    const { executions } = await certify({ sizeFrom: 1 });
    const observed = executions.flatMap((execution) => Object.entries(observedChoices(execution)));
    expect(observed.length).toBeGreaterThan(0);
    for (const [latitude, choices] of observed)
      expect([latitude, Object.keys(choices)]).toEqual(['queue.size-origin', ['from one']]);
  });
});

describe('a planted fault is found, blamed on its rule and shrunk to the fewest steps', () => {
  test.each([
    [{ capacity: 4 }, 'full-refuses', 'put put put put'],
    [{ capacity: 2 }, 'put-answers-ok', 'put put put'],
    [{ lifoAfter: 3 }, 'first-in-first-out', 'put put get put put get'],
    [{ sizeFrom: 5 }, 'size-counts', 'size'],
  ])('%j breaks %s in: %s', async (faults, rule, least) => {
    const { rules, steps } = await certify(faults);
    expect(rules).toContain(rule);
    expect(steps.map((line) => line.split(' ').length)).toContain(least.split(' ').length);
  });

  test('a failure that does not repeat is reported as one of n runs, never as certain', async () => {
    const { found } = await certify({ rubbishAt: 33 });
    expect(found.map(({ failed, outOf }) => [failed, outOf])).toEqual([[1, 4]]);
  });
});

describe('sequences', () => {
  test('are the same for the same seed', () => {
    const sample = () => fc.sample(sequences(queueMachine), { seed: 5, numRuns: 20 });
    expect(sample()).toEqual(sample());
  });

  test('can be executed as generated, and so can every smaller one that fast-check tries', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat(5)), fc.integer(), (picks, seed) => {
        const arbitrary = sequences(queueMachine);
        let [value] = fc.sample(arbitrary, { seed, numRuns: 1 });
        for (const pick of picks) {
          if (value === undefined) break;
          expect(possible(queueMachine, value)).toBe(true);
          value = arbitrary.shrink(value, undefined).getNthOrLast(pick)?.value;
        }
      }),
      { numRuns: 20 },
    );
  });

  test('are also shrunk by fc.assert when a user calls it directly', async () => {
    const details = await fc.check(
      fc.asyncProperty(sequences(queueMachine), async (sequence) => {
        const { violation } = await execute(queueMachine, sequence, queueDriver({ capacity: 4 }));
        return violation === undefined;
      }),
      { seed: 3 },
    );
    expect(details.counterexample?.[0].map(({ operation }) => operation)).toEqual([
      'put',
      'put',
      'put',
      'put',
    ]);
  });
});

describe('evidence that random sequences missed', () => {
  test('is searched for offline, so that one random sequence is enough to prove every rule', async () => {
    const proven = new Set<string>();
    const counter = { calls: 0 };
    await exploreQueue(counter, {
      driver: () => queueDriver({}, counter),
      seed: 1,
      runs: 1,
      walk: { minSteps: 1, maxSteps: 5 },
      rules: [...queueRules, 'out-of-reach'],
      concurrency: 1,
      batch: 1,
      onSequence: (_id, _phase, { evidence }) => evidence.forEach((_count, rule) => proven.add(rule)),
    });
    expect([...proven].toSorted()).toEqual(queueRules);
    expect(counter.calls).toBeLessThan(60);
  });
});
