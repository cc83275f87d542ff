import type { Latitude } from '../spec/latitude.ts';
import type { CertifiedLatitude } from './certificate-schema.ts';
import type { RunSummary } from './summary.ts';

/** What a run saw of a point that the documents leave open. Of several choices the most frequent one is shown. */
export function certifyLatitude(row: Latitude, summary: RunSummary): CertifiedLatitude {
  const seen = byFrequency(row, summary);
  return {
    id: row.id,
    section: row.section,
    question: row.question,
    choices: [...row.choices],
    observed: seen[0]?.[0] ?? null,
    checks: seen.reduce((sum, [, times]) => sum + times, 0),
    consistent: seen.length < 2,
  };
}

/** What is worth knowing about a latitude: answered now so, now otherwise; or not as the target's profile says. */
export function latitudeWarnings(row: Latitude, summary: RunSummary): readonly string[] {
  const seen = byFrequency(row, summary);
  const warnings: string[] = [];
  if (seen.length > 1) {
    const shares = seen.map(([choice, times]) => `${choice} ${times}×`).join(', ');
    warnings.push(`${row.id} is answered inconsistently: ${shares}`);
  }
  const pinned = summary.run.profile[row.id];
  const others = seen.filter(([choice]) => choice !== pinned).map(([choice]) => choice);
  if (pinned !== undefined && others.length > 0) {
    warnings.push(`${row.id} drifted: the profile says ${pinned}, observed was ${others.join(', ')}`);
  }
  return warnings;
}

function byFrequency(row: Latitude, summary: RunSummary): readonly (readonly [string, number])[] {
  const seen = [...(summary.observed.get(row.id) ?? [])].filter(([, times]) => times > 0);
  // Between equally frequent choices the register's order decides, so that the same journal gives the same text.
  return seen.sort(
    ([a, m], [b, n]) => n - m || row.choices.indexOf(a) - row.choices.indexOf(b) || (a < b ? -1 : 1),
  );
}
