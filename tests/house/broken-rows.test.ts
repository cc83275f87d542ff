import { expect, it } from 'vitest';
import { faults } from '../../reference/faults.ts';
import { allRequirements } from '../../spec/register.ts';

it('every must row that is judged over HTTP is broken by a seeded fault', () => {
  const broken = new Set(faults.map(({ requirement }) => requirement));
  const judged = allRequirements.filter(
    ({ level, untestable }) => level === 'must' && untestable === undefined,
  );
  const hopes = judged.map(({ id }) => id).filter((id) => !broken.has(id));
  expect(hopes).toEqual([]);
});
