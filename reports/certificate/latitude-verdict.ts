import type { Latitude } from '../../spec/latitude.ts';
import type { CertifiedExperiment, CertifiedLatitude } from './certificate-schema.ts';
import type { Experiment, RunSummary } from '../journal/summary.ts';
import { experimentSentence } from '../words/experiment-text.ts';

/** What a run observed of a point that the documents leave open. Of several choices the most frequent one counts as observed. */
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

/** Whether an answer differs from the pinned choice; for a question about many cases, whether all of them differ. */
function hasDrifted({ perCase }: Latitude, pinned: string, seen: Seen): boolean {
  return perCase === true
    ? seen.length > 0 && !seen.some(([choice]) => choice === pinned)
    : seen.some(([choice]) => choice !== pinned);
}

function exampleOf({ id }: Latitude, choice: string, summary: RunSummary) {
  const first = summary.firstObserved.get(`${id} ${choice}`);
  if (first === undefined) return {};
  const { sequence, made, told } = first;
  return { example: { sequence, made: { ...made }, ...(told !== undefined && { told: { ...told } }) } };
}

/** What an experiment has found out. */
export function certifyExperiment({ record }: Experiment): CertifiedExperiment {
  const { point, usual, other, ended, condition, requests, failure } = record;
  return {
    point,
    interface: failure.interface,
    usual,
    other,
    ended,
    ...(condition !== undefined && { condition }),
    summary: `${point} ${experimentSentence(record)}`,
    steps: failure.steps,
    requests,
    answered_so: failure.failed,
    out_of: failure.outOf,
    reproduction: `reproductions/${failure.reproduction}.json`,
  };
}

/**
 * Warnings about a latitude: it is answered inconsistently, or not as the target's profile says; and what experiments on it have left open. A target may
 * answer it by a condition: where experiments have found one for each answer, that is no warning. A run that was resumed does not know the answers before.
 */
export function latitudeWarnings(
  { id, consistent, observations, profile, drifted }: CertifiedLatitude,
  experiments: readonly CertifiedExperiment[] = [],
  isResumed = false,
): string[] {
  const warnings: string[] = [];
  const own = experiments.filter(({ point }) => point === id);
  const explained = new Set(own.filter(({ ended }) => ended === 'depends').map(({ other }) => other));
  const unexplained = observations.filter(({ choice }) => !explained.has(choice));
  if (!consistent && unexplained.length > 1) {
    const shares = observations.map(({ choice, times }) => `${choice} ${times}×`).join(', ');
    const isUnknown = isResumed && own.length === 0;
    const why = isUnknown ? '. Answers before the interruption were not looked into' : '';
    warnings.push(`${id} is answered inconsistently: ${shares}${why}`);
  }
  warnings.push(...own.filter(({ ended }) => ended !== 'depends').map(({ summary }) => summary));
  if (drifted === true) {
    const others = observations.flatMap(({ choice }) => (choice === profile ? [] : [choice]));
    warnings.push(`${id} drifted: the profile says ${profile}, observed was ${others.join(', ')}`);
  }
  return warnings;
}

/** The first observation of each choice, one below the other; `show` prepares the text of a request or an answer. */
export function observationLines(
  { observations }: CertifiedLatitude,
  show: (text: string) => string = (text) => text,
): readonly string[] {
  const width = Math.max(...observations.map(({ choice }) => choice.length));
  return observations.flatMap(({ choice, example }) => {
    const steps = [example?.made, example?.told].flatMap((one) =>
      one === undefined ? [] : [`${one.step} ${show(one.request)} → ${show(one.answer)}`.trimStart()],
    );
    if (steps.length === 0) return [`${choice.padEnd(width)}  in no single answer`];
    return steps.map((step, index) => `${(index === 0 ? choice : '').padEnd(width)}  ${step}`);
  });
}

function byFrequency(row: Latitude, summary: RunSummary): Seen {
  const all = [...(summary.observed.get(row.id) ?? [])].filter(([, times]) => times > 0);
  const others = all.filter(([choice]) => choice !== row.presumed);
  const seen = others.length === 0 ? all : others;
  // The register's order breaks ties, so that the same journal gives the same text.
  return seen.sort(
    ([a, m], [b, n]) => n - m || row.choices.indexOf(a) - row.choices.indexOf(b) || (a < b ? -1 : 1),
  );
}
