import type { NightFigures } from '../../harness/records/night-records.ts';
import { plain } from '../words/plain.ts';
import type { HistoryRow } from './history-schema.ts';
import type { Nightly } from './nightly-schema.ts';

/** Most reasons and violations in a line, and most characters of a text in it, so that no night makes the history huge. */
const mostReasons = 5;
const mostSeen = 50;
const longestText = 120;

/** The line of a night in the history. */
export function historyRow(night: Nightly): HistoryRow | undefined {
  const { violations, sightings = [] } = night;
  const figures = night.trend.at(-1);
  if (figures === undefined) return undefined;
  const steady = [...violations.new, ...violations.again].map((one) => ({ ...one, flaky: false }));
  const flaky = violations.flaky.map((one) => ({ ...one, flaky: true }));
  const seen = [...steady, ...flaky].flatMap(({ requirement, flaky: isFlaky, summary }) =>
    rulesOf(requirement).map((rule) => ({
      requirement: rule,
      flaky: isFlaky,
      summary: plain(summary, longestText),
    })),
  );
  return {
    schema: 1,
    target: night.target,
    ...figures,
    verdict: night.verdict,
    reasons: night.reasons.slice(0, mostReasons).map((reason) => plain(reason, longestText)),
    compared_with: night.compared_with,
    new: violations.new.length,
    again: violations.again.length,
    gone: violations.gone.length,
    flaky: violations.flaky.length,
    stale: night.known_deviations.filter(({ state }) => state === 'stale').length,
    drifted: night.drifted.length,
    lost_evidence: night.lost_evidence.length,
    // The first of each requirement: those that happen each time are told first.
    seen: [...new Map(seen.toReversed().map((one) => [one.requirement, one])).values()]
      .toReversed()
      .slice(0, mostSeen),
    held: sightings
      .flatMap(({ requirement, tonight }) => (tonight === 'held' ? [requirement] : []))
      .slice(0, mostSeen),
  };
}

/** The figures of a night in the history, for the trend. */
export function figuresIn(row: HistoryRow): NightFigures {
  const { run, started_at: startedAt, latency_ms: latency, tested, reachable } = row;
  const { duration_ms: ms = null, requests = null, sequences = null } = row;
  const { passed = null, violations = null, exit = null } = row;
  return {
    run,
    started_at: startedAt,
    duration_ms: ms,
    requests,
    sequences,
    latency_ms: latency ?? null,
    passed,
    violations,
    ...(tested !== undefined && { tested }),
    ...(reachable !== undefined && { reachable }),
    exit,
  };
}

/** A violation that names no row counts as one of the row with an empty id. */
export function rulesOf(requirement: readonly string[]): readonly string[] {
  return requirement.length === 0 ? [''] : requirement;
}
