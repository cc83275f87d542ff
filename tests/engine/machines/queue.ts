import * as fc from 'fast-check';
import type { Driver } from '../../../engine/judge/execution.ts';
import type { Exploration, Failure } from '../../../engine/exploration.ts';
import { explore } from '../../../engine/explore.ts';
import type { Machine } from '../../../engine/machine.ts';
import type { Check } from '../../../engine/model.ts';

/** A bounded queue as a machine, the engine's example that is not a payment. Whether `size` counts from 0 or 1 is left open. */
export interface QueueState {
  readonly items: readonly number[];
}
export type QueueCall = { readonly op: 'put'; readonly value: number } | { readonly op: 'get' | 'size' };
export type QueueReply = number | 'full' | 'empty' | 'ok';

const capacity = 3;

function equals(rule: string, expected: QueueReply): Check<QueueReply> {
  const breach = (reply: QueueReply) => [{ rule, expected: String(expected), received: String(reply) }];
  return { cites: [rule], test: (reply) => (reply === expected ? [] : breach(reply)) };
}

export const queueRules = [
  'empty-refuses',
  'first-in-first-out',
  'full-refuses',
  'put-answers-ok',
  'size-counts',
];

export const queueMachine: Machine<QueueState, QueueCall, QueueReply> = {
  name: 'queue',
  initial: { items: [] },
  abstract: ({ items }) => (items.length === 0 ? 'empty' : items.length === capacity ? 'full' : 'some'),
  operations: [
    {
      name: 'put',
      attempts: ({ items }) => [{ kind: 'one', uses: {}, negative: items.length === capacity }],
      draw: (_attempt, _state, draw) => draw(fc.integer({ min: 0, max: 9 })),
      resolve: (_state, step) => ({ op: 'put', value: Number(step.data) }),
      predict: (state, _call, step) =>
        state.items.length === capacity
          ? [{ name: 'refused', checks: [equals('full-refuses', 'full')], next: () => state }]
          : [
              {
                name: 'put',
                checks: [equals('put-answers-ok', 'ok')],
                next: () => ({ items: [...state.items, Number(step.data)] }),
              },
            ],
      simpler: (step) => (step.data === 0 ? [] : [{ ...step, data: 0 }]),
      readBack: () => ({ operation: 'size', kind: 'read', uses: {} }),
    },
    {
      name: 'get',
      attempts: ({ items }) => [{ kind: 'one', uses: {}, negative: items.length === 0 }],
      resolve: () => ({ op: 'get' }),
      predict: (state) => {
        const [head, ...rest] = state.items;
        return head === undefined
          ? [{ name: 'refused', checks: [equals('empty-refuses', 'empty')], next: () => state }]
          : [{ name: 'got', checks: [equals('first-in-first-out', head)], next: () => ({ items: rest }) }];
      },
    },
    {
      name: 'size',
      reads: true,
      attempts: () => [{ kind: 'read', uses: {} }],
      resolve: () => ({ op: 'size' }),
      predict: (state) =>
        (['from zero', 'from one'] as const).map((choice, offset) => ({
          name: 'sized',
          checks: [equals('size-counts', state.items.length + offset)],
          assumes: { 'queue.size-origin': choice },
          next: () => state,
        })),
    },
  ],
};

export interface QueueFaults {
  readonly capacity?: number;
  /** Gives the last item first once this many were put. */
  readonly lifoAfter?: number;
  readonly sizeFrom?: number;
  /** Says that it is empty, whatever it holds. */
  readonly neverGives?: true;
  /** Loses the answer of every n-th call, after doing what it asked. */
  readonly losesEvery?: number;
  /** Answers rubbish at this one call. */
  readonly rubbishAt?: number;
}

/** A queue to test, sound or with a planted fault; every driver has a queue of its own. */
export function queueDriver(faults: QueueFaults = {}, counter = { calls: 0 }): Driver<QueueCall, QueueReply> {
  const items: number[] = [];
  let puts = 0;
  const answer = (call: QueueCall): QueueReply => {
    switch (call.op) {
      case 'put':
        if (items.length >= (faults.capacity ?? capacity)) return 'full';
        items.push(call.value);
        puts += 1;
        return 'ok';
      case 'get':
        if (faults.neverGives === true) return 'empty';
        return (puts > (faults.lifoAfter ?? Infinity) ? items.pop() : items.shift()) ?? 'empty';
      case 'size':
        return items.length + (faults.sizeFrom ?? 0);
    }
  };
  return {
    send: (call) => {
      counter.calls += 1;
      const reply = counter.calls === faults.rubbishAt ? 'empty' : answer(call);
      const lost = faults.losesEvery !== undefined && counter.calls % faults.losesEvery === 0;
      return Promise.resolve(lost ? { lost: 'reset' } : { reply });
    },
  };
}

type QueueExploration = Exploration<QueueState, QueueCall, QueueReply, never>;

/** Explores the queue with what the tests share: 4 at once, 200 requests to shrink. `changes` has the rest, and what differs. */
export async function exploreQueue(
  counter: { readonly calls: number },
  changes: Pick<QueueExploration, 'driver' | 'seed' | 'runs'> & Partial<QueueExploration>,
): Promise<readonly Failure<QueueState, QueueCall, QueueReply, never>[]> {
  return explore({
    machine: queueMachine,
    concurrency: 4,
    batch: 8,
    shrinkBudget: 200,
    bail: false,
    stop: () => false,
    requests: () => counter.calls,
    onSequence: () => undefined,
    onFailure: () => undefined,
    ...changes,
  });
}
