import { describe, expect, test } from 'vitest';
import { check } from '../../../engine/check/check.ts';
import { accounts, openAccounts } from '../machines/accounts.ts';
import { limit, openShop, shop } from '../machines/shop.ts';

describe('the report of a check', () => {
  test('has each class and each pair of classes that was tried, and the pairs that a constraint forbids', async () => {
    const { coverage } = await check(shop, openShop(), { seed: 1, races: 0 });
    expect(coverage.inputs).toMatchObject([
      {
        operation: 'pay',
        pairs: {
          tried: 44,
          untried: [],
          impossible: [{ reason: limit, pairs: [{ amount: 'large', by: '"cash"' }] }],
        },
      },
    ]);
    const classes = coverage.inputs.flatMap((one) => one.classes);
    expect(classes.filter(({ times }) => times === 0)).toEqual([]);
    const names = (of: string) =>
      classes
        .filter(({ input }) => input === of)
        .map((one) => one.class)
        .toSorted();
    expect(names('amount')).toEqual(['large', 'nothing', 'small']);
    expect(names('express')).toEqual(['false', 'true']);
  });

  test('names what was not tried of the inputs', async () => {
    const { report } = await check(shop, openShop(true), { seed: 1, numRuns: 0, bail: true }).then(
      () => ({ report: undefined }),
      (error: unknown) => error as { report: Awaited<ReturnType<typeof check>> },
    );
    const [pay] = report?.coverage.inputs ?? [];
    expect(pay?.pairs.untried).not.toEqual([]);
    expect((pay?.pairs.tried ?? 0) + (pay?.pairs.untried.length ?? 0)).toBe(44);
  });

  test.each([1, 2, 3])('has a failure that one pair of classes shows, with the seed %i', async (seed) => {
    await expect(check(shop, openShop(true), { seed, races: 0 })).rejects.toThrow('expected reply "paid"');
  });

  test('has what each operation came to, by a state for all that are alike', async () => {
    const { coverage, calls, races } = await check(accounts, openAccounts(), { seed: 1, races: 0 });
    expect(races).toBe(0);
    expect(coverage.transitions).toContainEqual({
      state: '{}',
      operation: 'open',
      outcome: 'open: status 201',
      times: expect.any(Number) as number,
    });
    expect(coverage.transitions.map(({ outcome }) => outcome)).toContain(
      'an overdraft is refused (state kept)',
    );
    expect(coverage.transitions.reduce((sum, { times }) => sum + times, 0)).toBe(calls);
    const keys = coverage.transitions.map(({ state, operation, outcome }) =>
      [state, operation, outcome].join(),
    );
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.filter((key) => key.includes('~('))).toEqual([]);
  });
});
