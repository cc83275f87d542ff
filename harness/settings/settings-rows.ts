import type { Latitude } from '../../spec/latitude.ts';
import type { Requirement } from '../../spec/requirement.ts';
import { suggestion } from './nearest.ts';
import { SettingsError } from './settings-error.ts';
import type { Target } from './settings.ts';

/** The rows that `profile` and `known_deviations` may name. */
export interface KnownRows {
  readonly requirements: readonly Pick<Requirement, 'id'>[];
  readonly latitudes: readonly Pick<Latitude, 'id' | 'choices'>[];
}

/** Throws SettingsError when the profile or the known deviations of a target name what does not exist. */
export function checkRows(target: Target, known: KnownRows): void {
  const at = `targets.${target.name}`;
  const requirements = known.requirements.map((row) => row.id);
  const latitudes = known.latitudes.map((row) => row.id);
  for (const { requirement } of target.knownDeviations) {
    if (requirements.includes(requirement)) continue;
    throw new SettingsError(
      `${at}.known_deviations: there is no requirement "${requirement}". ${suggestion(requirement, requirements)}`.trim(),
    );
  }
  for (const [id, choice] of Object.entries(target.profile)) {
    const row = known.latitudes.find((latitude) => latitude.id === id);
    if (row === undefined) {
      throw new SettingsError(
        `${at}.profile: there is no latitude "${id}". ${suggestion(id, latitudes)}`.trim(),
      );
    }
    if (!row.choices.includes(choice)) {
      throw new SettingsError(
        `${at}.profile.${id} has no choice "${choice}". Known: ${row.choices.join(', ')}.`,
      );
    }
  }
}
