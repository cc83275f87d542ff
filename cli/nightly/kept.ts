import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Reproduction, reproductionSchema } from '../../reports/reproduction/reproduction.ts';
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

/** What is stored with a failure that is found again; nothing else of the reproduction may get into the journal. */
const keptSchema = reproductionSchema.pick({
  requirement: true,
  suite: true,
  machine: true,
  sequence: true,
  exclusive: true,
  interface: true,
  signature: true,
  learned: true,
  overlap: true,
});

/** A reproduction with the name under which it is run again. */
export function keptAs(name: string, reproduction: Reproduction): Kept {
  return { name, ...keptSchema.parse(reproduction) };
}
