import { describe, expect, test } from 'vitest';
import type { Driver, Execution } from '../../../engine/judge/execution.ts';
import type { Failure } from '../../../engine/exploration.ts';
import { explore } from '../../../engine/explore.ts';
import type { Machine } from '../../../engine/machine.ts';
import { queueDriver, queueMachine, queueRules, type QueueFaults } from '../machines/queue.ts';
import { storeDriver, storeMachine, storeRules, type StoreFaults } from '../machines/store.ts';

const seeds = [1, 2, 3, 4, 5];

/** Explores a machine as a run does, with a plan first. */
async function certify<S, C, R>(
  machine: Machine<S, C, R>,
  rules: readonly string[],
  driver: (counter: { calls: number }) => Driver<C, R>,
  seed: number,
) {
  const counter = { calls: 0 };
  const found: Failure<S, C, R, never>[] = [];
  const planned: Execution<S, C, R, never>[] = [];
  await explore({
    machine,
    driver: () => driver(counter),
    seed,
    runs: 40,
    concurrency: 2,
    batch: 4,
    rules,
    transitions: true,
    shrinkBudget: 200,
    bail: false,
    stop: () => false,
    requests: () => counter.calls,
    onSequence: (_id, _phase, execution, isPlanned) => isPlanned && planned.push(execution),
    onFailure: (failure) => found.push(failure),
  });
  return { found, planned, requests: counter.calls };
}

const onStore = (faults: StoreFaults, seed: number) =>
  certify(storeMachine, storeRules, (counter) => storeDriver(faults, counter), seed);

const rulesOf = <S, C, R>({ execution }: Failure<S, C, R, never>) =>
  execution.violation?.breaches.map(({ rule }) => rule) ?? [];
const lengthOf = <S, C, R>({ execution }: Failure<S, C, R, never>) => execution.performed.length;

describe('a planted fault is blamed on its rule, shrunk to the fewest steps and confirmed, whatever the seed', () => {
  test.each<[StoreFaults, readonly string[], number]>([
    [{ keepsDeleted: true }, ['deleted-is-gone'], 3],
    // Whatever is done to the other entry shows it.
    [{ deletesTheOneBefore: true }, ['get-shows-the-last-value', 'set-answers-ok', 'delete-answers-ok'], 4],
    [{ ignoresSet: true }, ['get-shows-the-last-value'], 3],
    [{ deletesTwice: true }, ['deleted-stays-deleted'], 3],
  ])('a store with %j breaks one of %j in %i steps', async (faults, rules, least) => {
    for (const seed of seeds) {
      const { found } = await onStore(faults, seed);
      const blamed = found.filter((failure) => rulesOf(failure).some((rule) => rules.includes(rule)));
      expect(Math.min(...blamed.map(lengthOf)), `seed ${seed}`).toBe(least);
      expect(blamed.every(({ failed, outOf }) => failed === outOf)).toBe(true);
    }
  });

  test('a fault that only some values show takes at most one step more, since literals only become simpler', async () => {
    for (const seed of seeds) {
      const { found } = await onStore({ mostValue: 600 }, seed);
      expect(found.flatMap(rulesOf), `seed ${seed}`).toEqual(['get-shows-the-last-value']);
      expect(found.map(lengthOf)[0]).toBeLessThanOrEqual(3);
    }
  });

  test.each<[QueueFaults, string, number]>([
    [{ capacity: 4 }, 'full-refuses', 4],
    [{ capacity: 2 }, 'put-answers-ok', 3],
    [{ lifoAfter: 3 }, 'first-in-first-out', 6],
    [{ sizeFrom: 5 }, 'size-counts', 1],
  ])('a queue with %j breaks %s in %i steps', async (faults, rule, least) => {
    for (const seed of seeds) {
      const { found } = await certify(
        queueMachine,
        queueRules,
        (counter) => queueDriver(faults, counter),
        seed,
      );
      const blamed = found.filter((failure) => rulesOf(failure).includes(rule));
      expect(blamed.map(lengthOf), `seed ${seed}`).toContain(least);
      expect(blamed.every(({ failed, outOf }) => failed === outOf)).toBe(true);
    }
  });
});

describe('a failure that does not always repeat', () => {
  test.each(seeds)('is reported as k of n runs, never as certain (seed %i)', async (seed) => {
    const { found } = await onStore({ rubbishEvery: 97 }, seed);
    expect(found.length).toBeGreaterThan(0);
    for (const { failed, outOf } of found) expect(failed).toBeLessThan(outOf);
  });
});

describe('a sound store', () => {
  test.each(seeds)('is not accused, and its plan proves every rule (seed %i)', async (seed) => {
    const { found, planned } = await onStore({}, seed);
    expect(found).toEqual([]);
    const proven = new Set(planned.flatMap(({ evidence }) => [...evidence.keys()]));
    expect([...proven].toSorted()).toEqual(storeRules.toSorted());
  });
});
