import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { SettingsError } from '../../harness/settings/settings-error.ts';
import { type Reproduction, reproductionSchema } from '../../reports/reproduction/reproduction.ts';
import type { Regression, RunConfig } from '../../suites/run/run-config.ts';
import { jsonFilesIn, readReproduction } from '../replay/read-reproduction.ts';

/** The folder of reproductions that certify and nightly run first. */
const folder = 'regressions';

/** The reproductions that are run first, and those that can't be: a bad file must not keep a run from its target. */
export type KeptFiles = Required<Pick<RunConfig, 'kept' | 'unrunnable'>>;

/** The reproductions kept next to the targets file, or else in the working folder. */
export function keptReproductions(targets?: string): KeptFiles {
  const places = [...(targets === undefined ? [] : [dirname(targets)]), '.'].map((dir) => join(dir, folder));
  const place = places.find((dir) => existsSync(dir));
  const found = (place === undefined ? [] : jsonFilesIn(place)).map((file) => {
    const name = basename(file, '.json');
    try {
      const reproduction = readReproduction(file);
      if (reproduction.assumed !== undefined)
        throw new SettingsError(`${file} shows an answer to an open point, which is no failure.`);
      return { kept: toRegression(name, reproduction) };
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      return { unrunnable: { name, why: error.message } };
    }
  });
  return {
    kept: found.flatMap(({ kept }) => kept ?? []),
    unrunnable: found.flatMap(({ unrunnable }) => unrunnable ?? []),
  };
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
export function toRegression(name: string, reproduction: Reproduction): Regression {
  return { name, ...keptSchema.parse(reproduction) };
}
