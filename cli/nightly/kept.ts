import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Reproduction } from '../../reports/reproduction/reproduction.ts';
import type { Kept } from '../../suites/run/run-plan.ts';
import { readReproductions } from '../replay/read-reproduction.ts';

/** The folder of reproductions that certify and nightly run first. */
const folder = 'regressions';

/** The reproductions kept next to the targets file, or else in the working folder. Throws a SettingsError when a JSON file there is none. */
export function keptReproductions(targets?: string): readonly Kept[] {
  const places = [...(targets === undefined ? [] : [dirname(targets)]), '.'].map((dir) => join(dir, folder));
  const place = places.find((dir) => existsSync(dir));
  if (place === undefined) return [];
  return readReproductions(place).map(({ file, reproduction }) =>
    keptAs(basename(file, '.json'), reproduction),
  );
}

/** A reproduction with the name under which it is run again. */
export function keptAs(name: string, reproduction: Reproduction): Kept {
  const {
    requirement,
    suite,
    machine,
    sequence,
    exclusive,
    interface: of,
    signature,
    learned,
    overlap,
  } = reproduction;
  return {
    name,
    requirement,
    suite,
    machine,
    sequence,
    exclusive,
    interface: of,
    signature,
    ...(learned !== undefined && { learned }),
    ...(overlap !== undefined && { overlap }),
  };
}
