import { beforeAll, describe, expect, test } from 'vitest';
import { allCases, soundCase } from './all-cases.ts';
import { runCase } from './run-case.ts';

/** Generous beside what a case takes, since the other tests want the same cores. */
const timeoutMs = 300_000;

// The whole list is run by `npm run test:gauntlet`; here stands one case of each family.
describe('a run against a hostile target ends as it must', () => {
  let soundMegabytes = Infinity;

  beforeAll(async () => {
    const { faults, peakMegabytes } = await runCase(soundCase);
    if (faults.length > 0) throw new Error(`the sound case fails: ${faults.join('; ')}`);
    if (peakMegabytes > 0) soundMegabytes = peakMegabytes;
  }, timeoutMs);

  test.each(allCases.filter(({ short }) => short === true).map((one) => [one.name, one] as const))(
    '%s',
    async (_name, one) => {
      expect((await runCase(one, soundMegabytes)).faults).toEqual([]);
    },
    timeoutMs,
  );
});
