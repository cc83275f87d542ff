import { expect, test } from 'vitest';
import { faults, faultsOf } from '../../../reference/faults.ts';
import { allRequirements } from '../../../spec/register.ts';

test('there are at least forty faults, each with its own id', () => {
  expect(faults.length).toBeGreaterThanOrEqual(40);
  expect(new Set(faults.map((fault) => fault.id)).size).toBe(faults.length);
});

test('every fault breaks a row of the register that a check can reach', () => {
  const reachable = new Set(
    allRequirements
      .filter((row) => row.untestable === undefined && row.level === 'must')
      .map((row) => row.id),
  );
  const unknown = faults.filter((fault) => !reachable.has(fault.requirement));
  expect(unknown.map((fault) => `${fault.id}: ${fault.requirement}`)).toEqual([]);
});

test('every fault replaces a rule or a reply, and has a summary of one sentence', () => {
  for (const { id, requirement, summary, ...seams } of faults) {
    expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(summary, `${id}, ${requirement}`).toMatch(/^[A-Z].*\.$/);
    expect(Object.keys(seams), id).not.toEqual([]);
  }
});

test('an unknown fault is refused by name', () => {
  expect(() => faultsOf(['legacy-nonsense'])).toThrow('legacy-nonsense');
});
