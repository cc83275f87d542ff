import { describe, expect, test } from 'vitest';
import { execute } from '../../../engine/judge/execute.ts';
import type { Machine, Operation } from '../../../engine/machine.ts';
import type { Breach, Sequence, Step, StepId } from '../../../engine/model.ts';
import { shrink } from '../../../engine/shrink/shrink.ts';

/** By the step that made it, the value of each item. */
type Items = Readonly<Record<StepId, number>>;
interface Call {
  readonly put?: number;
  readonly read?: StepId;
}
type Item = Operation<Items, Call, number>;

const valueOf = ({ data }: Step): number => Number(data);
const breach = (expected: number, received: number): readonly Breach[] =>
  expected === received
    ? []
    : [{ rule: 'as it was put', expected: String(expected), received: String(received) }];

const put: Item = {
  name: 'put',
  attempts: () => [{ kind: 'any', uses: {} }],
  resolve: (_state, step) => ({ put: valueOf(step) }),
  predict: (state, _call, step) => [
    { name: 'put', checks: [], next: () => ({ ...state, [step.id]: valueOf(step) }) },
  ],
  renewed: (step, serial) => ({ ...step, data: valueOf(step) + 1000 * serial }),
};

const read: Item = {
  name: 'read',
  reads: true,
  attempts: (state) => Object.keys(state).map((item) => ({ kind: 'plain', uses: { item } })),
  resolve: (state, { uses: { item = '' } }) => (state[item] === undefined ? undefined : { read: item }),
  predict: (state, _call, { uses: { item = '' } }) => [
    {
      name: 'read',
      checks: [{ cites: ['as it was put'], test: (reply) => breach(state[item] ?? 0, reply) }],
      next: () => state,
    },
  ],
};

const lone: Machine<Items, Call, number> = {
  name: 'items',
  initial: {},
  operations: [put, read],
  abstract: () => 'any',
};

const alike: Item = {
  ...put,
  name: 'put',
  draw: ({ uses: { other = '' } }, state) => state[other] ?? 0,
};
const paired: Machine<Items, Call, number> = {
  ...lone,
  operations: [alike, read],
  bystander: (state) => {
    const [first, ...others] = Object.keys(state);
    if (first === undefined || others.length > 0) return undefined;
    return {
      operation: 'put',
      kind: 'alike',
      uses: { other: first },
      of: { role: 'item', step: first },
      read: { operation: 'read', kind: 'plain' },
    };
  },
};

const sequence: Sequence = [
  { id: 's1', operation: 'put', kind: 'any', uses: {}, data: 7 },
  { id: 's2', operation: 'read', kind: 'plain', uses: { item: 's1' } },
];

/** Shrinks a failure of one server that was used before, whose wrong answers a function of the items that it holds tells. */
async function shrunk(
  machine: Machine<Items, Call, number>,
  isWrong: (value: number, held: readonly number[]) => boolean,
) {
  const held: number[] = [7];
  const run = (candidate: Sequence) => {
    const own = new Map<StepId, number>();
    return execute(machine, candidate, {
      send: ({ put: value, read: item }, step) => {
        if (value !== undefined) {
          held.push(value);
          own.set(step.id, value);
        }
        const right = value ?? own.get(item ?? '') ?? 0;
        return Promise.resolve({ reply: item !== undefined && isWrong(right, held) ? right + 1 : right });
      },
    });
  };
  let serials = 0;
  return shrink(await run(sequence), {
    machine,
    run: async (candidates) => {
      const executions = [];
      for (const one of candidates) executions.push(await run(one));
      return executions;
    },
    serial: () => (serials += 1),
    width: 1,
    budget: 100,
    stop: () => false,
  });
}

const beside = (value: number, held: readonly number[]) => held.filter((one) => one === value).length > 1;
const operations = (of: Sequence) => of.map(({ operation }) => operation);

describe('a failure that depends on what was made before', () => {
  test('is shown by a sequence that makes by itself what it fails beside', async () => {
    const { execution, beside: isBeside } = await shrunk(paired, beside);
    expect(operations(execution.sequence)).toEqual(['put', 'put', 'read']);
    expect(new Set(execution.sequence.flatMap(({ data }) => data ?? [])).size).toBe(1);
    expect(execution.violation).toBeDefined();
    expect(isBeside).toBeUndefined();
  });

  test('is reported as such where no sequence makes that', async () => {
    const { execution, beside: isBeside, failed, outOf } = await shrunk(lone, beside);
    expect(operations(execution.sequence)).toEqual(['put', 'read']);
    expect(isBeside).toBe(true);
    expect(failed).toBe(outOf);
  });

  test('is not taken for one that depends on a value', async () => {
    const { execution, beside: isBeside } = await shrunk(paired, (value) => value === 7);
    expect(execution.sequence).toEqual(sequence);
    expect(isBeside).toBeUndefined();
  });

  test('is not taken for one that always happens', async () => {
    const { execution, beside: isBeside } = await shrunk(paired, () => true);
    expect(execution.sequence).toEqual(sequence);
    expect(isBeside).toBeUndefined();
  });
});
