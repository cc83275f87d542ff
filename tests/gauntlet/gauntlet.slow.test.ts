import { describe, expect, test } from 'vitest';
import { allCases } from './all-cases.ts';
import { runCase } from './run-case.ts';

/** Of a sound run. To measure one takes longer than all that is compared with it here. */
const soundMegabytes = 600;
const short = allCases.filter((one) => one.short === true);

describe('certify ends with its status and its message, within its bounds, and leaks nothing:', () => {
  test.each(short)(
    '$name',
    async (one) => {
      expect((await runCase(one, soundMegabytes)).faults).toEqual([]);
    },
    240_000,
  );
});

test('a case that does not end as it must is named with all that is wrong', async () => {
  const [one] = short;
  if (one === undefined) throw new Error('no case is marked as short');
  const { faults } = await runCase({
    ...one,
    expect: { exit: [0], says: /all is well/, finds: ['legacy.capture.full-closes'] },
    // What the message names in place of a secret.
    start: async () => ({ ...(await one.start()), secrets: ['could not be reached'] }),
  });
  expect(faults).toEqual(
    expect.arrayContaining([
      expect.stringContaining('exit 3, expected 0'),
      expect.stringContaining('does not say /all is well/'),
      'does not find legacy.capture.full-closes',
      'standard error: plain',
    ]),
  );
}, 60_000);

test('the gauntlet has at least 90 cases, no two of one name', () => {
  expect(new Set(allCases.map(({ name }) => name)).size).toBe(allCases.length);
  expect(allCases.length).toBeGreaterThanOrEqual(90);
});
