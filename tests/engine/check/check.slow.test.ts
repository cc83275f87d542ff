import { describe, expect, test } from 'vitest';
import { CheckError, check, type CheckOptions } from '../../../engine/check/check.ts';
import { functions } from '../../../engine/check/systems.ts';
import { machine } from '../../../engine/build/build.ts';
import { accounts, openAccounts, type AccountsFaults } from '../machines/accounts.ts';

/** The error of a check of accounts with a fault. */
async function failing(faults: AccountsFaults, options: CheckOptions = {}): Promise<CheckError> {
  const caught: unknown = await check(accounts, openAccounts(faults), { seed: 1, ...options }).catch(
    (error: unknown) => error,
  );
  if (!(caught instanceof CheckError)) throw new Error('the check has found nothing', { cause: caught });
  return caught;
}

describe('a check with default settings', () => {
  test('finds nothing in a sound system, and has proven every rule of its model', async () => {
    const { failures, unproven, proven, lost } = await check(accounts, openAccounts(), { seed: 1 });
    expect({ failures, unproven, lost }).toEqual({ failures: [], unproven: [], lost: 0 });
    expect(proven).toEqual([
      'an amount is more than nothing',
      'an overdraft is refused',
      'deposit: status 200',
      'open: status 201',
      'show: status 200',
      'withdraw: status 200',
    ]);
  });

  test('finds nothing in a sound system whose ids are numbers', async () => {
    expect((await check(accounts, openAccounts({ numbers: true }), { seed: 1 })).failures).toEqual([]);
  });

  test.each([1, 2, 3])(
    'accuses no sound system of which every fifth answer is lost, with the seed %i',
    async (seed) => {
      const { lost, failures } = await check(accounts, openAccounts({ losesEvery: 5 }), { seed });
      expect(lost).toBeGreaterThan(20);
      expect(failures).toEqual([]);
    },
  );

  test('shows the shortest way to a fault, with the smallest data that show it', async () => {
    const { message, report } = await failing({ credit: 50 });
    expect(report.failures.map(({ rules }) => rules)).toEqual([['an overdraft is refused']]);
    expect(message)
      .toContain(`  1  open  POST /accounts                             → 201 {"id":"acc-1","balance":0,"currency":"EUR"}
  2  withdraw  POST /accounts/acc-1/out {"amount":1}  → 200 {"balance":-1}
     ✗ an overdraft is refused
       expected status 409, received status 200
`);
  });

  test('finds the least amount above which one is missing', async () => {
    const { report } = await failing({ keepsOneAbove: 500 });
    expect(report.failures[0]?.counterexample).toContain('{"amount":501}');
  });

  test('finds two calls that overlap, with the smallest data, and says that they were sent at once', async () => {
    const { message, report } = await failing({ slow: true });
    expect(report.failures).toHaveLength(1);
    expect(message).toMatch(
      /deposit {2}POST \/accounts\/acc-1\/in \{"amount":1\} .*\n║ 3 {2}withdraw .*\{"amount":1\}.*\n║ 4 {2}withdraw .*\{"amount":1\}/,
    );
    expect(message).toContain('no order of these calls explains the replies');
  });

  test.each<AccountsFaults>([{ credit: 50 }, { slow: true }])(
    'gives a path that shows the same failure and nothing else: %o',
    async (faults) => {
      const { report } = await failing(faults);
      const [first] = report.failures;
      const again = await failing(faults, { path: first?.path ?? '' });
      expect(again.report.failures.map(({ counterexample }) => counterexample)).toEqual([
        first?.counterexample,
      ]);
      expect(again.report.calls).toBeLessThan(15);
      expect((await check(accounts, openAccounts(), { path: first?.path ?? '' })).failures).toEqual([]);
    },
  );

  test('gives the same run for the same seed', async () => {
    const reports = [1, 1, 2].map((seed) => check(accounts, openAccounts(), { seed }));
    const [one, same, other] = (await Promise.all(reports)).map(({ calls }) => calls);
    expect(one).toBe(same);
    expect(one).not.toBe(other);
  });

  test('tries each pair of classes where there are hundreds', async () => {
    const many = Array.from({ length: 14 }, (_, index) => index);
    const wide = machine({
      state: 0,
      operations: ({ operation, expect: answer }) => [
        operation('set', {
          inputs: { a: many, b: many, c: many },
          expect: () => answer.reply('ok').sameState(),
        }),
      ],
    });
    const { coverage } = await check(
      wide,
      functions(() => ({ set: () => 'ok' })),
      { seed: 1, races: 0 },
    );
    const [{ pairs } = { pairs: undefined }] = coverage.inputs;
    expect(pairs).toEqual({ tried: 3 * 14 * 14, untried: [], impossible: [] });
  });

  test('has a stack of the caller alone', async () => {
    const { stack = '' } = await failing({ credit: 50 });
    expect(stack.split('\n').filter((line) => line.includes('engine/check/check.ts'))).toEqual([]);
    expect(stack).toContain('check.slow.test.ts');
  });
});
