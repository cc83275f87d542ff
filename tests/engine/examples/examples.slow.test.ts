import { describe, expect, test } from 'vitest';
import { compared, filesOf, linesOf, scaffold } from '../../../tools/examples/compare.ts';

const seeds = [1, 2, 3];

describe.each(compared.map((one) => [one.title, one] as const))('the example of a %s', (_title, one) => {
  const files = filesOf(one);

  test('has a service of fewer than 120 lines, and a model with its driver of fewer than 80', () => {
    expect(linesOf(files.service)).toBeLessThan(120);
    expect(linesOf(files.withCheck)).toBeLessThan(80);
  });

  test('takes no more lines than the same with plain commands of fast-check', () => {
    expect(linesOf(files.withCheck)).toBeLessThanOrEqual(linesOf(files.withCommands, scaffold));
  });

  test.each(seeds)('accuses no sound service, in neither way, with the seed %i', async (seed) => {
    expect((await one.withCheck(undefined, seed)).found).toBe(false);
    expect((await one.withCommands(undefined, seed)).found).toBe(false);
  });

  test.each(one.faults.flatMap((fault) => seeds.map((seed) => [fault, seed] as const)))(
    'finds that %s, with the seed %i',
    async (fault, seed) => {
      expect((await one.withCheck(fault, seed)).found).toBe(true);
    },
  );
});
