import { allLatitudes } from '../../../spec/register.ts';
import type { PermittedRow } from './row.ts';

/** A behaviour that the reference has as a choice, or as several that belong together. */
export interface Chosen extends Pick<PermittedRow, 'name' | 'together' | 'finds' | 'unseen' | 'short'> {
  /** What the document says of it, or that it shows nothing. */
  readonly says: string;
  readonly profile: Readonly<Record<string, string>>;
}

/** Rows of choices of the reference; the document and the section are those of the first open point. */
export function choosing(claims: PermittedRow['claims'], chosen: readonly Chosen[]): readonly PermittedRow[] {
  return chosen.map(({ says, profile, ...row }) => {
    const [first = ''] = Object.keys(profile);
    const latitude = allLatitudes.find(({ id }) => id === first);
    if (latitude === undefined) throw new Error(`there is no open point "${first}"`);
    const { document, section } = latitude;
    return { ...row, claims, permittedBy: { document, section, says }, server: { profile } };
  });
}
