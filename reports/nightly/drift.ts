import type { NightBefore } from '../../harness/night-records.ts';
import type { Certificate, CertifiedLatitude } from '../certificate/certificate-schema.ts';
import type { Nightly } from './nightly-schema.ts';
import type { Register } from '../register.ts';

/**
 * The open points that are answered otherwise than in the run before, or than the profile pins. Of a question about many cases, and of a
 * target that wavers, chance decides which answers one night meets: only when nothing is as it was has it drifted.
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
    const wavered = perCase || was.length > 1;
    const hasChanged = was.length > 0 && (wavered ? other.length === now.length : other.length > 0);
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
