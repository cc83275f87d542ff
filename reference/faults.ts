import type { Fault } from './faults/fault.ts';
import { legacyFaults } from './faults/legacy.ts';
import { resourceFaults } from './faults/resource.ts';

/** Every seeded fault of the reference, by document and operation. */
export const faults: readonly Fault[] = [...legacyFaults, ...resourceFaults];

/** The faults of the given ids. Throws an Error that names an unknown id. */
export function faultsOf(ids: readonly string[]): readonly Fault[] {
  return ids.map((id) => {
    const fault = faults.find((one) => one.id === id);
    if (fault === undefined) throw new Error(`the reference has no fault "${id}".`);
    return fault;
  });
}
