import { describe, expect, test } from 'vitest';
import type { Failure } from '../../../engine/exploration.ts';
import { plan, type Plan } from '../../../engine/plan/plan.ts';
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

/** Explores a queue whose plan is made once so many calls were sent. */
async function explored(whilePlanning: number, plannedAfter: number, faults: QueueFaults = {}) {
  const counter = { calls: 0 };
  const phases: string[] = [];
  const found: Failure<QueueState, QueueCall, QueueReply, never>[] = [];
  let isMade = (): void => undefined;
  const made = new Promise<void>((resolve) => (isMade = resolve));
  let callsAtPlan = -1;
  await exploreQueue(counter, {
    driver: () => {
      const { send } = queueDriver(faults, counter);
      return {
        send: (call, step) => {
          if (counter.calls >= plannedAfter) isMade();
          return send(call, step);
        },
      };
    },
    seed: 3,
    runs: 8,
    rules: queueRules,
    planner: async (options): Promise<Plan> => {
      if (plannedAfter > 0) await made;
      if (callsAtPlan < 0) callsAtPlan = counter.calls;
      return plan(queueMachine, options);
    },
    whilePlanning,
    onSequence: (_id, phase, _execution, planned) => {
      if (phase === 'explore') phases.push(planned ? 'planned' : 'random');
    },
    onFailure: (failure) => found.push(failure),
  });
  const steps = found.map(({ execution }) => execution.performed.map(({ step }) => step.operation).join(' '));
  return { phases, steps, callsAtPlan };
}

describe('while the first plan is made', () => {
  test('as many random sequences are run as it was asked for, and the planned ones follow', async () => {
    const { phases, callsAtPlan } = await explored(6, 10);
    expect(callsAtPlan).toBeGreaterThanOrEqual(10);
    expect(phases.slice(0, 6)).toEqual(Array.from({ length: 6 }, () => 'random'));
    expect(phases[6]).toBe('planned');
  });

  test('none is run where none was asked for', async () => {
    const { phases, callsAtPlan } = await explored(0, 0);
    expect(callsAtPlan).toBe(0);
    expect(phases[0]).toBe('planned');
  });

  test('the same sequences are run, whether the plan takes long or no time', async () => {
    expect(await explored(6, 40)).toMatchObject({ phases: (await explored(6, 0)).phases });
  });

  test('a failure is shrunk with the sequences of the plan, and is as small as without the others', async () => {
    const faults = { capacity: 2 };
    expect((await explored(6, 5, faults)).steps).toEqual((await explored(0, 0, faults)).steps);
  });

  test('a failure that ends the run needs no plan', async () => {
    const counter = { calls: 0 };
    const failed = await exploreQueue(counter, {
      driver: () => queueDriver({ capacity: 2 }, counter),
      seed: 3,
      runs: 8,
      rules: queueRules,
      whilePlanning: 6,
      planner: () => Promise.reject(new Error('planned in vain')),
      bail: true,
    });
    expect(failed).toHaveLength(1);
  });

  test('an error of the planner ends the exploration', async () => {
    await expect(
      exploreQueue(
        { calls: 0 },
        {
          driver: () => queueDriver(),
          seed: 1,
          runs: 4,
          rules: queueRules,
          whilePlanning: 4,
          planner: () => Promise.reject(new Error('no plan')),
        },
      ),
    ).rejects.toThrow('no plan');
  });
});
