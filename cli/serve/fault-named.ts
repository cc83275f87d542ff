import { suggestion } from '../../harness/settings/nearest.ts';
import { SettingsError } from '../../harness/settings/settings-error.ts';
import { faults } from '../../reference/faults.ts';
import type { Fault } from '../../reference/faults/fault.ts';

/** The seeded fault of an id. Throws a SettingsError that names the nearest one. */
export function faultNamed(id: string): Fault {
  const fault = faults.find((one) => one.id === id);
  if (fault !== undefined) return fault;
  const near = suggestion(
    id,
    faults.map((one) => one.id),
  );
  const hint = [near, 'payproof serve --faults lists them all.'].filter((text) => text !== '');
  throw new SettingsError(`There is no fault "${id}". ${hint.join(' ')}`);
}
