import { expect, it } from 'vitest';
import { faults } from '../../reference/faults.ts';
import { allRequirements } from '../../spec/register.ts';

it('a seeded fault breaks every must row that is judged over HTTP', () => {
  const broken = new Set(faults.map(({ requirement }) => requirement));
  // The reference speaks plain HTTP: what a handshake shows is broken by the servers of tests/gauntlet/cases/tls.ts.
  const judged = allRequirements.filter(
    ({ level, untestable, needs = [] }) =>
      level === 'must' && untestable === undefined && !needs.includes('tls'),
  );
  const unbroken = judged.map(({ id }) => id).filter((id) => !broken.has(id));
  expect(unbroken).toEqual([]);
});
