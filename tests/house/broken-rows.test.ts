import { expect, it } from 'vitest';
import { faults } from '../../reference/faults.ts';
import { allRequirements } from '../../spec/register.ts';

it('a seeded fault breaks every must row that is judged over HTTP', () => {
  const broken = new Set(faults.map(({ requirement }) => requirement));
  const judged = allRequirements.filter(
    ({ level, untestable }) => level === 'must' && untestable === undefined,
  );
  const unbroken = judged.map(({ id }) => id).filter((id) => !broken.has(id));
  expect(unbroken).toEqual([]);
});
