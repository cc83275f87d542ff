import { describe, expect, test } from 'vitest';
import { inputsOf } from '../../../engine/walk/inputs.ts';
import { exploreQueue, queueDriver, queueMachine, queueRules } from '../machines/queue.ts';

/** What an exploration of a queue runs that goes on where so much was tried; each sequence by whether it was planned. */
async function explored(tried: readonly string[], rules: readonly string[], transitions: boolean) {
  const known = new Set(tried);
  const phases: string[] = [];
  await exploreQueue(
    { calls: 0 },
    {
      driver: () => queueDriver(),
      seed: 3,
      runs: 4,
      rules,
      transitions,
      inputs: () => inputsOf(queueMachine),
      tried: known,
      onSequence: (_id, phase, _execution, planned) => {
        if (phase === 'explore') phases.push(planned ? 'planned' : 'random');
      },
    },
  );
  return { phases, known };
}

const all = ['put one', 'get one', 'size read'];

describe('an exploration that goes on where others ended', () => {
  test('leaves out what it has planned and others have tried', async () => {
    const { phases } = await explored(all, [], true);
    expect(phases).toEqual(Array.from({ length: 4 }, () => 'random'));
    const { phases: begun } = await explored([], [], true);
    expect(begun[0]).toBe('planned');
  });

  test('shows each rule all the same', async () => {
    const { phases } = await explored(all, queueRules, true);
    expect(phases[0]).toBe('planned');
  });

  test('tries what is left over before anything random, and notes it', async () => {
    const { phases, known } = await explored(['put one'], [], false);
    expect(phases[0]).toBe('planned');
    expect(phases.slice(-4)).toEqual(Array.from({ length: 4 }, () => 'random'));
    expect([...known].toSorted()).toEqual(all.toSorted());
  });
});
