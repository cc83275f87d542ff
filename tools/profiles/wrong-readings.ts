import { latitudeWarnings, observationLines } from '../../reports/certificate/latitude-verdict.ts';
import type { CertifiedLatitude } from '../../reports/certificate/certificate-schema.ts';
import { choices, choicesOf } from '../../reference/choices.ts';

/** What a run read of an open point that the server answers otherwise. */
export interface WrongReading {
  readonly latitude: string;
  /** The answer that the server was set to. */
  readonly truth: string;
  /** Each answer that was read instead, with its times. */
  readonly read: readonly { readonly choice: string; readonly times: number }[];
  /** The requests that it was read from, a line each. */
  readonly lines: readonly string[];
}

/** The answers that a profile's server gives: those of the profile, and the only one that the reference has where it has one. */
export function truthOf(profile: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const fixed = choices.filter(
    ({ latitude }) => choices.filter((one) => one.latitude === latitude).length === 1,
  );
  return Object.fromEntries(
    [...fixed, ...choicesOf(profile)].map(({ latitude, choice }) => [latitude, choice]),
  );
}

/** The open points of which a run read something else than the truth. */
export function wrongReadings(
  latitudes: readonly CertifiedLatitude[],
  truth: Readonly<Record<string, string>>,
): readonly WrongReading[] {
  return latitudes.flatMap((one) => {
    const known = truth[one.id];
    const read = one.observations.filter(({ choice }) => choice !== known);
    if (known === undefined || read.length === 0) return [];
    return [
      {
        latitude: one.id,
        truth: known,
        read: read.map(({ choice, times }) => ({ choice, times })),
        lines: [...latitudeWarnings(one), ...observationLines(one)],
      },
    ];
  });
}
