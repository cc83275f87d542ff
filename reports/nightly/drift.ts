import type { NightBefore } from '../../harness/records/night-records.ts';
import type { Certificate, CertifiedLatitude } from '../certificate/certificate-schema.ts';
import type { Nightly } from './nightly-schema.ts';
import type { Register } from '../register.ts';

/**
 * The open points whose answers differ from the run before or from the profile. Where a question is about many cases, or the target
 * answers inconsistently, chance decides which answers one night meets: it has drifted only when all answers differ.
 */
export function driftedSince(
  { latitudes }: Pick<Certificate, 'latitudes'>,
  before: NightBefore | undefined,
  { latitudes: rows }: Register,
): Nightly['drifted'] {
  return latitudes.flatMap((latitude) => {
    const { id, profile } = latitude;
    const now = choicesIn(latitude);
    const was = before?.observed[id] ?? [];
    const perCase = rows.find((row) => row.id === id)?.perCase === true;
    const other = now.filter((choice) => !was.includes(choice));
    const varies = perCase || was.length > 1;
    const hasChanged = was.length > 0 && (varies ? other.length === now.length : other.length > 0);
    return [
      ...(hasChanged && now.length > 0
        ? [{ latitude: id, beside: 'before' as const, was: [...was], now }]
        : []),
      ...(latitude.drifted === true && profile !== undefined
        ? [{ latitude: id, beside: 'profile' as const, was: [profile], now }]
        : []),
    ];
  });
}

/** The choices that were observed, the most frequent first. */
export function choicesIn({ observations }: CertifiedLatitude): string[] {
  return observations.map(({ choice }) => choice);
}
