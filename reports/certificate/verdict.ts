import { refusedThroughout } from '../journal/cleanup.ts';
import { damageText } from '../journal/damage-text.ts';
import type { RunSummary, Trouble } from '../journal/summary.ts';
import { pluralize } from '../words/plain.ts';
import type { Certificate, CertifiedRequirement } from './certificate-schema.ts';
import { incompleteDespite, type Narrowing } from './left-out.ts';
import { damagedShards, missingShards } from './shards.ts';

/**
 * The one rule of verdicts. A violation that binds makes a target nonconformant. What was claimed and selected, could be tried, and was not makes a run
 * inconclusive. What was left out by choice, or for want of something on our side or the target's, leaves it conformant, and `scope` says so; unless
 * the run was to be complete.
 */
export function verdictOf(
  rows: readonly CertifiedRequirement[],
  summary: RunSummary,
  narrowed: readonly Narrowing[],
): { readonly verdict: Certificate['verdict']; readonly reasons: string[] } {
  const broken = brokenStatements(rows, summary);
  if (broken.length > 0) return { verdict: 'nonconformant', reasons: broken };
  // What an unreachable target offers is not known.
  const isSeen = summary.end?.night?.why !== 'unreachable';
  const cores = narrowed.flatMap(({ by, what }) => (by === 'core' && isSeen ? [what] : []));
  const missing = [...whatIsMissing(rows, summary), ...cores];
  const doubts = missing.length > 0 ? missing : [...incompleteDespite(summary, narrowed)];
  // Each kind of what is untried has its reason above, in other words than its own.
  const isUntried = narrowed.some(({ side }) => side === 'untried');
  return { verdict: doubts.length > 0 || isUntried ? 'inconclusive' : 'conformant', reasons: doubts };
}

/** Violations that happen each time, apart from those that name only rows that do not bind. */
function brokenStatements(rows: readonly CertifiedRequirement[], summary: RunSummary): string[] {
  const levels = new Map(rows.map(({ id, level }) => [id, level]));
  const failed = rows.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
  const nameless = summary.failures
    .filter(({ record }) => !record.flaky && record.requirement.every((id) => !levels.has(id)))
    .map(({ record }) => record.summary);
  const reasons = failed.length === 0 ? [] : [`${pluralize(failed.length, 'requirement')} violated`];
  return [...reasons, ...nameless];
}

/** A sandbox is started anew now and then. One that forgets what it knew more often looks the same as one that loses payments. */
const mostRestarts = 3;

/** What to set where a target asked to slow down. */
function slowedText({ times, perSecond }: Trouble): string {
  const proposed = perSecond === undefined ? '' : ` to ${perSecond}`;
  return `the target asked ${pluralize(times, 'time')} to slow down (HTTP 429): set limits.requests_per_second${proposed}`;
}

function whatIsMissing(rows: readonly CertifiedRequirement[], summary: RunSummary): string[] {
  const untested = rows.filter(({ level, verdict }) => level === 'must' && verdict === 'untested');
  const seen = summary.failures.map(({ record }) => record);
  const unconfirmed = seen.flatMap((record) => record.unconfirmed ?? []);
  const flaky = seen.filter((record) => record.flaky && record.unconfirmed === undefined);
  const ours = summary.troubles.filter(({ kind }) => kind === 'ours');
  const reasons: string[] = [];
  reasons.push(...missingShards(summary), ...damageOf(summary));
  const night = summary.end?.night;
  if (night?.why === 'unreachable') reasons.push(night.cause ?? 'the target could not be reached');
  if (summary.end === undefined) reasons.push('the run broke off');
  if (summary.end?.interrupted) reasons.push('the run was interrupted');
  if (ours[0] !== undefined) reasons.push(`a fault of payproof's own: ${ours[0].cause}`);
  if (summary.troubles.some(({ event }) => event === 'gone'))
    reasons.push('the target went away and did not come back');
  if (summary.troubles.some(({ event }) => event === 'unseen'))
    reasons.push('a violation was not judged, since no request was left to look at the target: allow more');
  const slowed = summary.troubles.find(({ event }) => event === 'slowed');
  if (slowed !== undefined && untested.length > 0) reasons.push(slowedText(slowed));
  const restarts = summary.troubles.reduce(
    (sum, { event, times }) => sum + (event === 'restarted' ? times : 0),
    0,
  );
  if (restarts > mostRestarts)
    reasons.push(`the target forgot ${pluralize(restarts, 'time')} what it knew: too often to be judged`);
  if (flaky.length > 0) reasons.push(`${pluralize(flaky.length, 'violation')} did not happen each time`);
  if (unconfirmed.length > 0)
    reasons.push(`${pluralize(unconfirmed.length, 'violation')} could not be confirmed: ${unconfirmed[0]}`);
  if (untested.length > 0) reasons.push(`${pluralize(untested.length, 'must requirement')} without evidence`);
  for (const document of new Set(untested.map((row) => row.document))) {
    const refused = refusedThroughout(summary.approvals, document);
    if (refused !== undefined) reasons.push(refused);
  }
  if (!rows.some(({ verdict }) => verdict === 'pass')) reasons.push('no requirement was tested');
  return reasons;
}

/** The damage of the journals, in words. */
export function damageOf(summary: RunSummary): readonly string[] {
  const text = damageText(summary.damage);
  return [...(text === undefined ? [] : [text]), ...damagedShards(summary)];
}
