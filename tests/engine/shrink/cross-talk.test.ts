import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSteady, type Failure } from '../../../engine/exploration.ts';
import { explore } from '../../../engine/explore.ts';
import type { Machine } from '../../../engine/machine.ts';
import type { Breach, Step, StepId } from '../../../engine/model.ts';

type Items = Readonly<Record<StepId, number>>;
interface Call {
  readonly item: string;
  readonly put?: number;
}
interface Reply {
  readonly item: string;
  readonly value: number;
}

const valueOf = ({ data }: Step): number => Number(data);
const breach = (rule: string, expected: unknown, received: unknown): readonly Breach[] =>
  expected === received ? [] : [{ rule, expected: String(expected), received: String(received) }];

/** Items that are put, read, and named by a text of the sequence's own in each answer. */
const items: Machine<Items & { readonly nonce?: never }, Call, Reply> = {
  name: 'items',
  initial: {},
  operations: [
    {
      name: 'put',
      attempts: () => [{ kind: 'any', uses: {} }],
      draw: (_attempt, _state, draw) => draw(fc.integer({ min: 0, max: 1_000_000 })),
      resolve: (_state, step) => ({ item: `${step.id} ${valueOf(step)}`, put: valueOf(step) }),
      predict: (state, { item }, step) => [
        {
          name: 'put',
          checks: [{ cites: ['named'], test: (reply) => breach('named', item, reply.item) }],
          next: () => ({ ...state, [step.id]: valueOf(step) }),
        },
      ],
    },
    {
      name: 'read',
      reads: true,
      attempts: (state) => Object.keys(state).map((item) => ({ kind: 'plain', uses: { item } })),
      resolve: (state, { uses: { item = '' } }) =>
        state[item] === undefined ? undefined : { item: `${item} ${state[item]}` },
      predict: (state, _call, { uses: { item = '' } }) => [
        {
          name: 'read',
          checks: [{ cites: ['value'], test: (reply) => breach('value', state[item], reply.value) }],
          next: () => state,
        },
      ],
    },
  ],
  abstract: () => 'any',
};

const right = ({ item, put = Number(item.split(' ')[1]) }: Call): Reply => ({ item, value: put });
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** What answers, for all connections together. */
type Target = (call: Call) => Promise<Reply>;

/** Sends what was ready last. */
function oneSlot(): Target {
  let slot: Reply;
  return async (call) => {
    slot = right(call);
    await turn();
    return slot;
  };
}

const targets = {
  oneSlot,
  /** Each seventh value is wrong. */
  nowAndThen: () => {
    let answers = 0;
    return async (call: Call) => {
      answers += 1;
      await turn();
      const reply = right(call);
      return answers % 7 === 0 ? { ...reply, value: -1 } : reply;
    };
  },
  /** With two requests under way, a value is wrong. */
  underLoad: () => {
    let underWay = 0;
    return async (call: Call) => {
      underWay += 1;
      await turn();
      const reply = right(call);
      const answer = underWay > 1 ? { ...reply, value: -1 } : reply;
      underWay -= 1;
      return answer;
    };
  },
  /** Sends what was ready last, and one value is always wrong. */
  oneSlotAndWrong: () => {
    const send = oneSlot();
    return async (call: Call) => {
      const reply = await send(call);
      return call.put === undefined && call.item.startsWith('s1 ') ? { ...reply, value: -1 } : reply;
    };
  },
} satisfies Record<string, () => Target>;

async function failuresOf(
  target: Target,
  isLookedInto = true,
): Promise<readonly Failure<Items, Call, Reply, never>[]> {
  return explore({
    machine: items,
    driver: () => ({ send: async (call) => ({ reply: await target(call) }) }),
    seed: 1,
    runs: 64,
    concurrency: 4,
    batch: 16,
    shrinkBudget: 50,
    bail: false,
    stop: () => false,
    requests: () => 0,
    onSequence: () => undefined,
    onFailure: () => undefined,
    ...(isLookedInto && { crossTalk: { rules: new Set(['named']), isShown: false } }),
  });
}

const rulesOf = ({ execution: { violation } }: Failure<Items, Call, Reply, never>) =>
  violation?.breaches.map(({ rule }) => rule);

describe('answers that requests under way mix up', () => {
  test('are one failure, with what ran beside it, that accuses the rule by which an answer names its item', async () => {
    const failures = await failuresOf(targets.oneSlot());
    expect(failures.map(rulesOf)).toEqual([['named']]);
    expect(failures.map(isSteady)).toEqual([true]);
    expect(failures[0]?.together?.others).toHaveLength(1);
  });

  test('come with each of the sequences as it ran alone and passed', async () => {
    const [failure] = await failuresOf(targets.oneSlot());
    if (failure?.together === undefined) throw new Error('it does not say what ran beside it');
    const { itself, others } = failure.together;
    expect(itself.sequence).toEqual(failure.execution.sequence);
    expect(others[0]?.sequence).not.toEqual(itself.sequence);
    for (const { violation, performed, sequence } of [itself, ...others]) {
      expect(violation).toBeUndefined();
      expect(performed).toHaveLength(sequence.length);
    }
  });

  test('come with no more steps of each sequence than show it', async () => {
    const [failure] = await failuresOf(targets.oneSlot());
    if (failure?.together === undefined) throw new Error('it does not say what ran beside it');
    const { itself, others } = failure.together;
    expect([itself, ...others].map(({ sequence }) => sequence.length)).toEqual([1, 1]);
  });

  test('are several failures that come and go where nobody looks into them', async () => {
    const failures = await failuresOf(targets.oneSlot(), false);
    expect(failures.length).toBeGreaterThan(1);
    expect(failures.filter(isSteady)).toEqual([]);
  });

  test('hide nothing that fails alone', async () => {
    const failures = await failuresOf(targets.oneSlotAndWrong());
    expect(failures.filter(isSteady).map(rulesOf)).toContainEqual(['value']);
    expect(failures.filter(({ together }) => together !== undefined)).toHaveLength(1);
  });
});

test.each(['nowAndThen', 'underLoad'] as const)(
  'a target whose answers are wrong %s is not accused of mixing them up, since each names its own item',
  async (name) => {
    const failures = await failuresOf(targets[name]());
    expect(failures.length).toBeGreaterThan(0);
    expect(failures.filter(({ together }) => together !== undefined)).toEqual([]);
  },
);
