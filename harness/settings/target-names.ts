import { SettingsError } from './settings-error.ts';

/** More are no settings that a person keeps. */
const mostTargets = 1000;
/** It becomes part of the name of a run's folder. */
const nameForm = /^[^\p{C}/\\]{1,100}$/u;
/** Names in a message at most. */
const mostListed = 20;

/** Throws SettingsError when a targets file has no target, too many, or one whose name can't be that of a folder. */
export function checkNames(file: string, names: readonly string[]): void {
  if (names.length === 0) throw new SettingsError(`${file} has no targets.`);
  if (names.length > mostTargets)
    throw new SettingsError(`${file} has ${names.length} targets: ${mostTargets} at most.`);
  const unfit = names.find((one) => !nameForm.test(one));
  if (unfit !== undefined)
    throw new SettingsError(
      `${file}: no target may be called ${JSON.stringify(unfit.slice(0, 100))}: a run's folder is named after it, so it must have 1 to 100 characters, none of them / or \\ or invisible.`,
    );
}

/** The first names, for a message. */
export function listed(names: readonly string[]): string {
  const more = names.length - mostListed;
  return `${names.slice(0, mostListed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
