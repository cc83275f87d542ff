import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonical } from '../../../engine/candidates.ts';
import { drawnIn, type Part } from '../../../engine/plan/order.ts';
import { placeOf } from '../../../suites/shards/part-of.ts';
import { plan } from '../../../engine/plan/plan.ts';
import { exploreQueue, queueDriver, queueMachine, queueRules, type QueueFaults } from '../machines/queue.ts';

const partsOf = (count: number): readonly Part[] =>
  Array.from({ length: count }, (_, index) => ({
    isOwn: (name: string) => placeOf(name, count) === index,
    seed: index + 1,
  }));

/** What an exploration ran, or a part of it. */
async function explored(part?: Part, faults: QueueFaults = {}, seed = 3) {
  const counter = { calls: 0 };
  const planned: string[] = [];
  const random: string[] = [];
  const proven = new Set<string>();
  const accused = new Set<string>();
  await exploreQueue(counter, {
    driver: () => queueDriver(faults, counter),
    seed,
    runs: 24,
    rules: queueRules,
    transitions: true,
    whilePlanning: 6,
    // Short ones, so that there are several.
    planner: (options) => plan(queueMachine, { ...options, mostSteps: 4 }),
    ...(part && { part }),
    onSequence: (_id, phase, execution, isPlanned) => {
      if (phase !== 'explore') return;
      (isPlanned ? planned : random).push(canonical(execution.sequence));
      for (const rule of execution.evidence.keys()) proven.add(rule);
    },
    onFailure: ({ execution }) => {
      for (const { rule } of execution.violation?.breaches ?? []) accused.add(rule);
    },
  });
  return { planned, random, proven, accused };
}

async function inParts(count: number, faults: QueueFaults = {}, seed = 3) {
  const parts = [];
  for (const part of partsOf(count)) parts.push(await explored(part, faults, seed));
  return {
    planned: parts.flatMap(({ planned }) => planned),
    random: parts.flatMap(({ random }) => random),
    proven: new Set(parts.flatMap(({ proven }) => [...proven])),
    accused: new Set(parts.flatMap(({ accused }) => [...accused])),
    walks: parts.map(({ random }) => random.join('\n')),
  };
}

describe('an exploration in parts', () => {
  test('has each name in exactly one part, of any number of parts', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 1000 }), (name, count) => {
        expect(partsOf(count).filter((part) => part.isOwn(name))).toHaveLength(1);
      }),
    );
  });

  test('draws as many random sequences as the whole, of any number of parts', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.integer({ min: 1, max: 40 }), (count, number) => {
        const drawn = partsOf(number).map((part) => drawnIn(part, count, 'drawn'));
        expect(drawn.reduce((sum, one) => sum + one, 0)).toBe(count);
      }),
    );
  });

  test.each([1, 2, 3, 7])('of %i runs each sequence of the plan once, and no other', async (count) => {
    const [whole, parts] = [await explored(), await inParts(count)];
    expect(whole.planned.length).toBeGreaterThan(1);
    expect(parts.planned.toSorted()).toEqual(whole.planned.toSorted());
    expect(parts.random).toHaveLength(whole.random.length);
  });

  test('draws other walks in each part', async () => {
    const { walks } = await inParts(3);
    expect(new Set(walks.filter((walk) => walk !== '')).size).toBe(3);
  });

  test('proves and accuses what the whole does', async () => {
    for (const faults of [{}, { capacity: 2 }, { sizeFrom: 1 }] satisfies QueueFaults[]) {
      const [whole, parts] = [await explored(undefined, faults), await inParts(3, faults)];
      expect([...parts.proven].toSorted()).toEqual([...whole.proven].toSorted());
      expect([...parts.accused].toSorted()).toEqual([...whole.accused].toSorted());
    }
  });
});
