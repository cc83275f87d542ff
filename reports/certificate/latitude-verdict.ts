import type { Latitude } from '../../spec/latitude.ts';
import type { CertifiedLatitude } from './certificate-schema.ts';
import type { RunSummary } from '../journal/summary.ts';

/** What a run saw of a point that the documents leave open. Of several choices the most frequent one is shown. */
export function certifyLatitude(row: Latitude, summary: RunSummary): CertifiedLatitude {
  const seen = byFrequency(row, summary);
  const pinned = summary.run.profile[row.id];
  return {
    id: row.id,
    section: row.section,
    question: row.question,
    choices: [...row.choices],
    observed: seen[0]?.[0] ?? null,
    checks: seen.reduce((sum, [, times]) => sum + times, 0),
    consistent: row.perCase === true || seen.length < 2,
    observations: seen.map(([choice, times]) => ({ choice, times, ...exampleOf(row, choice, summary) })),
    ...(pinned !== undefined && { profile: pinned, drifted: hasDrifted(row, pinned, seen) }),
  };
}

type Seen = readonly (readonly [choice: string, times: number])[];

/** Whether the answers depart from the pinned one; of a question about many cases only when none of them is it. */
function hasDrifted({ perCase }: Latitude, pinned: string, seen: Seen): boolean {
  return perCase === true
    ? seen.length > 0 && !seen.some(([choice]) => choice === pinned)
    : seen.some(([choice]) => choice !== pinned);
}

function exampleOf({ id }: Latitude, choice: string, summary: RunSummary) {
  const shown = summary.shown.get(`${id} ${choice}`);
  if (shown === undefined) return {};
  const { sequence, made, told } = shown;
  return { example: { sequence, made: { ...made }, ...(told !== undefined && { told: { ...told } }) } };
}

/** What is worth knowing about a latitude: answered now so, now otherwise; or not as the target's profile says. */
export function latitudeWarnings({
  id,
  consistent,
  observations,
  profile,
  drifted,
}: CertifiedLatitude): string[] {
  const warnings: string[] = [];
  if (!consistent) {
    const shares = observations.map(({ choice, times }) => `${choice} ${times}×`).join(', ');
    warnings.push(`${id} is answered inconsistently: ${shares}`);
  }
  if (drifted === true) {
    const others = observations.flatMap(({ choice }) => (choice === profile ? [] : [choice]));
    warnings.push(`${id} drifted: the profile says ${profile}, observed was ${others.join(', ')}`);
  }
  return warnings;
}

/** The first observation of each choice side by side, for whoever reads the warnings; `shown` is how a request or an answer is written. */
export function observationLines(
  { observations }: CertifiedLatitude,
  shown: (text: string) => string = (text) => text,
): readonly string[] {
  const width = Math.max(...observations.map(({ choice }) => choice.length));
  return observations.flatMap(({ choice, example }) => {
    const steps = [example?.made, example?.told].flatMap((one) =>
      one === undefined ? [] : [`${one.step} ${shown(one.request)} → ${shown(one.answer)}`.trimStart()],
    );
    if (steps.length === 0) return [`${choice.padEnd(width)}  in no single answer`];
    return steps.map((step, index) => `${(index === 0 ? choice : '').padEnd(width)}  ${step}`);
  });
}

function byFrequency(row: Latitude, summary: RunSummary): Seen {
  const seen = [...(summary.observed.get(row.id) ?? [])].filter(([, times]) => times > 0);
  // Between equally frequent choices the register's order decides, so that the same journal gives the same text.
  return seen.sort(
    ([a, m], [b, n]) => n - m || row.choices.indexOf(a) - row.choices.indexOf(b) || (a < b ? -1 : 1),
  );
}
