import { describe, expect, test } from 'vitest';
import { eventually, expecting } from '../../../engine/build/expect.ts';
import type { Made } from '../../../engine/build/made.ts';
import { check } from '../../../engine/check/check.ts';
import { functions } from '../../../engine/check/systems.ts';
import { bank } from '../../../engine/examples/bank.ts';
import { execute } from '../../../engine/judge/execute.ts';
import type { Driver } from '../../../engine/judge/execution.ts';
import type { Observation, Step } from '../../../engine/model.ts';
import { plan } from '../../../engine/plan/plan.ts';
import { accounts } from '../machines/accounts.ts';
import { boxes, note, purse, wrongModels } from '../machines/built.ts';
import { jobs, jobsDriver } from '../machines/jobs.ts';

/** A driver that notes the calls, and answers them in turn. */
function answering(answers: readonly unknown[]) {
  const calls: unknown[] = [];
  const driver: Driver<Made<unknown>, unknown> = {
    may: ({ unknown }) => unknown !== true,
    send: ({ call }) => {
      const reply = answers[calls.length];
      calls.push(call);
      return Promise.resolve<Observation<unknown>>(reply === 'lost' ? { lost: 'reset' } : { reply });
    },
  };
  return { calls, driver };
}
const step = (id: string, operation: string, uses: Step['uses'] = {}, kind = 'plain'): Step => ({
  id,
  operation,
  kind,
  uses,
  data: {},
});

describe('a model that is wrong in itself', () => {
  test.each(wrongModels)('is told what would be right: %s', async (_what, make, says) => {
    const checking = async () =>
      check(
        make(),
        functions(() => ({ buy: () => ({ status: 200 }) })),
        { seed: 1 },
      );
    await expect(checking()).rejects.toThrow(says);
  });

  test.each([
    { every: 0, within: 100 },
    { every: 100, within: 50 },
  ])('polling needs a pause and a longest wait: %o', (polling) => {
    expect(() => eventually(expecting<number>().sameState(), polling)).toThrow('eventually needs a pause');
  });
});

describe('ids of the system', () => {
  test('are in calls and in what is expected, of texts and of numbers, and in no step', async () => {
    const { calls, driver } = answering([{ box: 7 }, { box: 9 }, 'taken', [9]]);
    const sequence = [
      step('s1', 'put'),
      step('s2', 'put'),
      step('s3', 'take', { box: 's1' }),
      step('s4', 'list'),
    ];
    const { violation, evidence } = await execute(boxes, sequence, driver);
    expect(violation).toBeUndefined();
    expect(calls[2]).toEqual({ name: 'take', args: [7] });
    expect(evidence.get('a list has all boxes')).toBe(1);
  });

  test('are learned from a later reply where the first was lost, and a thing without one is not asked for', async () => {
    const { calls, driver } = answering(['lost', [3], 'taken', []]);
    const sequence = [
      step('s1', 'put'),
      step('s2', 'take', { box: 's1' }),
      step('s3', 'list'),
      step('s4', 'take', { box: 's1' }),
      step('s5', 'list'),
    ];
    const { violation, skipped } = await execute(boxes, sequence, driver);
    expect(violation).toBeUndefined();
    expect(skipped).toBe(1);
    expect(calls.slice(1)).toEqual([
      { name: 'list', args: [] },
      { name: 'take', args: [3] },
      { name: 'list', args: [] },
    ]);
  });

  test('may come in any order that the answers permit, and must come', async () => {
    for (const [listed, isRight] of [
      [[9, 7], true],
      [[7], false],
      [[7, 8], false],
    ] as const) {
      const { driver } = answering([{ box: 7 }, { box: 9 }, listed]);
      const { violation } = await execute(
        boxes,
        [step('s1', 'put'), step('s2', 'put'), step('s3', 'list')],
        driver,
      );
      expect(violation === undefined).toBe(isRight);
    }
  });
});

describe('what the model needs of a reply', () => {
  test('is compared from then on', async () => {
    await expect(
      check(jobs, () => jobsDriver({ takesMs: 0, changesVersion: true }), { seed: 1 }),
    ).rejects.toThrow('expected body.version "v1", received body.version "v2"');
  });

  test('accuses nobody where it was lost: what it was is not known', async () => {
    const { calls, driver } = answering(['lost', { status: 409 }, { status: 202, body: { version: 'v9' } }]);
    // The model does not foresee a second job, which is refused where the first was made.
    const sequence = [step('s1', 'submit'), step('s2', 'submit'), step('s3', 'submit')];
    const { violation, evidence, belief } = await execute(jobs, sequence, driver);
    expect(calls).toHaveLength(2);
    expect(violation).toBeUndefined();
    expect(evidence.size).toBe(0);
    expect(belief.every(({ state }) => state.presumed === true)).toBe(true);
  });
});

describe('what a lost answer held', () => {
  const read = (id: string) => step(id, 'read');

  test.each([{ version: 'v7' }, { version: null }])(
    'may be anything that is seen behind it: %o',
    async (body) => {
      const { driver } = answering(['lost', { body }]);
      const { violation, evidence } = await execute(note, [step('s1', 'write'), read('s2')], driver);
      expect(violation).toBeUndefined();
      expect(evidence.size).toBe(0);
    },
  );

  test('is compared where it was not lost', async () => {
    const { driver } = answering([{ body: { version: 'v7' } }, { body: { version: 'v8' } }]);
    const { violation } = await execute(note, [step('s1', 'write'), read('s2')], driver);
    expect(violation?.breaches).toMatchObject([{ expected: 'body.version "v7"' }]);
  });
});

describe('a built machine', () => {
  test('is a machine like any other: it is planned with each operation in each abstract state', () => {
    const rules = ['an amount is more than nothing', 'an overdraft is refused', 'show: status 200'];
    const { unreached, sequences } = plan(accounts, { seed: 1, rules });
    expect(unreached).toEqual([]);
    expect(sequences.flatMap(({ goals }) => goals).length).toBeGreaterThan(10);
  });

  test('tells states apart by how operations are to be answered', () => {
    const states = [5, 4, 0].map((state) => purse.abstract({ state, ids: {} }, {}));
    expect(new Set(states).size).toBe(1);
    const held = [{}, { a: 0 }, { a: 5000 }].map((state) => accounts.abstract({ state, ids: {} }, {}));
    expect(new Set(held).size).toBe(3);
  });

  test('knows which attempts are refused, by classes that depend on the state', () => {
    const [spend] = purse.operations;
    expect(spend?.attempts(purse.initial)).toEqual([
      { kind: 'amount all', uses: {} },
      { kind: 'amount one too many', uses: {}, negative: true },
    ]);
    expect(spend?.resolve({ state: 2, ids: {} }, step('s1', 'spend', {}, 'amount one too many'))).toEqual({
      call: { name: 'spend', args: [3] },
    });
  });

  test('tells values apart that name the same thing', () => {
    const withdraw = bank.operations.find(({ name }) => name === 'withdraw');
    const world = { state: { '~(s1)~': 5 }, ids: { s1: 'a' } };
    const attempts = withdraw?.attempts(world) ?? [];
    const calls = attempts.map(({ kind, uses }) =>
      withdraw?.resolve(world, step('s2', 'withdraw', uses, kind)),
    );
    expect(calls.map((made) => made?.call)).toMatchObject(
      [1, 5, 6].map((amount) => ({ path: '/accounts/a/withdraw', body: { amount } })),
    );
    expect(attempts.map(({ negative }) => negative)).toEqual([undefined, undefined, true]);
  });

  test('takes what a function throws for a reply', async () => {
    const open = (message: string) =>
      functions(() => {
        let held = 5;
        return {
          spend: (amount: number) => {
            if (amount > held) throw new Error(message);
            return (held -= amount);
          },
        };
      });
    expect((await check(purse, open('not enough'), { seed: 1 })).failures).toEqual([]);
    await expect(check(purse, open('nothing left'), { seed: 1 })).rejects.toThrow(
      '1  spend(6)  → throws "nothing left"',
    );
  });
});
