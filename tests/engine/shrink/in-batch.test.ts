import { describe, expect, test } from 'vitest';
import type { Failure } from '../../../engine/exploration.ts';
import type { Execution, Violation } from '../../../engine/judge/execution.ts';
import type { Sequence } from '../../../engine/model.ts';
import { seenInBatch } from '../../../engine/shrink/in-batch.ts';

type Ran = Execution<unknown, unknown, unknown, unknown>;

const named = (id: string): Sequence => [{ id, operation: 'get', kind: 'plain', uses: {} }];
const itself = named('itself');
const drawn = [itself, ...Array.from({ length: 20 }, (_, index) => named(`other ${index}`))];
const culprit = drawn[13] ?? [];
const violation: Violation = {
  at: 'reply',
  operation: 'get',
  abstract: '',
  breaches: [{ rule: 'a.b.c', expected: 'one', received: 'other' }],
};
const execution = { sequence: itself, learned: {}, violation } as unknown as Ran;
const once = { execution, failed: 1, outOf: 3 } as Failure<unknown, unknown, unknown, unknown>;
const alone = (phase: string): boolean => phase !== 'explore';

/** What is told of a failure that is there while a group runs that has these. */
async function told(needed: readonly Sequence[], failure = once) {
  const groups: (readonly Sequence[])[] = [];
  const runner = {
    runAll: (group: readonly Sequence[]): Promise<readonly Ran[]> => {
      groups.push(group);
      const fails = needed.every((one) => group.includes(one));
      return Promise.resolve([{ ...execution, ...(!fails && { violation: undefined }) } as Ran]);
    },
  };
  const { inBatch } = await seenInBatch(failure, execution, drawn, { runner, alone, stop: () => false });
  return { inBatch, groups };
}

describe('a failure that passes alone', () => {
  test('is told with the fewest sequences beside which it fails', async () => {
    const { inBatch, groups } = await told([itself, culprit]);
    expect(inBatch).toEqual({ others: [culprit], failed: 2, outOf: 2 });
    expect(groups.length).toBeLessThan(14);
  });

  test('is told with all of them where it needs some of either half', async () => {
    const { inBatch } = await told([itself, drawn[2] ?? [], drawn[18] ?? []]);
    expect(inBatch?.others).toEqual(drawn.slice(1));
  });

  test('is left as it is where it is not seen beside the others again', async () => {
    expect((await told([named('nobody')])).inBatch).toBeUndefined();
  });

  test('is not looked at where it was seen alone too', async () => {
    const { groups } = await told([itself], { ...once, failed: 3 });
    expect(groups).toEqual([]);
  });
});
