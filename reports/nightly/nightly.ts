import type { NightFigures } from '../../harness/night-records.ts';
import { refusedThroughout } from '../journal/approvals.ts';
import { isLeftOut } from '../certificate/applicable.ts';
import type { Certificate } from '../certificate/certificate-schema.ts';
import { counted } from '../counted.ts';
import { driftedSince } from './drift.ts';
import { hasHeld, violationsOf, type Seen } from './night-violations.ts';
import type { Nightly } from './nightly-schema.ts';
import type { Register } from '../register.ts';
import type { RunSummary } from '../journal/summary.ts';

/** Nights in the trend: a fortnight. */
const nights = 14;

/** The result of a nightly run, compared with the run before; undefined for any other run. Drawn from its own journal alone. */
export function nightly(
  certificate: Certificate,
  summary: RunSummary,
  register: Register,
): Nightly | undefined {
  const { nightly: asked } = summary.run;
  const over = summary.end?.night;
  if (asked === undefined) return undefined;
  const seen: Seen = { certificate, summary, register, before: asked.before };
  const violations = violationsOf(seen);
  const deviations = deviationsOf(seen);
  const alarms = alarmsOf(violations, deviations);
  const doubts = doubtsOf(seen);
  const verdict = alarms.length > 0 ? 'alarm' : doubts.length > 0 ? 'inconclusive' : 'quiet';
  const exit = certificate.interrupted ? 130 : ({ alarm: 1, inconclusive: 3, quiet: 0 } as const)[verdict];
  const figures: NightFigures = {
    run: asked.run,
    started_at: certificate.started_at,
    duration_ms: certificate.duration_ms,
    requests: certificate.totals.requests,
    sequences: certificate.totals.sequences,
    latency_ms: summary.latency ?? null,
    passed: certificate.requirements.filter((row) => row.verdict === 'pass').length,
    violations: certificate.failures.filter(({ flaky }) => !flaky).length,
    exit,
  };
  return {
    schema: 1,
    target: certificate.target.name,
    verdict,
    reasons: [...alarms, ...doubts],
    exit,
    seed: certificate.seed,
    only: [...summary.run.only],
    for_ms: asked.forMs,
    ended_by: over?.why ?? null,
    planned: over?.planned ?? false,
    rounds: over?.rounds ?? 0,
    compared_with: asked.before?.run ?? null,
    violations,
    known_deviations: deviations,
    drifted: driftedSince(certificate, asked.before, register),
    ...(certificate.scope !== undefined && { scope: certificate.scope }),
    untested: certificate.requirements.flatMap((row) => (row.verdict === 'untested' ? [row.id] : [])),
    lost_evidence: lostEvidence(seen),
    trend: [...asked.trend, figures].slice(-nights),
  };
}

function deviationsOf(seen: Seen): Nightly['known_deviations'] {
  return seen.certificate.known_deviations.map(({ observed, ...known }) => ({
    ...known,
    state: observed ? 'seen' : hasHeld(seen, known.requirement) ? 'stale' : 'untried',
  }));
}

function alarmsOf(
  violations: Nightly['violations'],
  deviations: Nightly['known_deviations'],
): readonly string[] {
  const fresh = violations.new.filter(({ alarm }) => alarm).length;
  const old = violations.again.filter(({ alarm }) => alarm).length;
  const stale = deviations.filter(({ state }) => state === 'stale');
  return [
    ...(fresh > 0 ? [counted(fresh, 'new violation')] : []),
    ...(old > 0 ? [`${counted(old, 'violation')} of the run before`] : []),
    ...stale.map(({ requirement }) => `stale deviation: ${requirement} is kept now`),
  ];
}

/** Why a night without alarms proves nothing. A row that was left out is no reason: the next night may test it. */
function doubtsOf({ certificate, summary }: Seen): readonly string[] {
  const { end, troubles, run } = summary;
  const flaky = certificate.failures.filter((one) => one.flaky).length;
  const ours = troubles.find(({ kind }) => kind === 'ours');
  const refused = (['legacy', 'resource'] as const).flatMap((document) =>
    run.target.interfaces.includes(document) ? (refusedThroughout(summary.approvals, document) ?? []) : [],
  );
  return [
    ...(end === undefined ? ['the run broke off'] : []),
    ...(end?.interrupted === true ? ['the run was interrupted'] : []),
    ...(ours === undefined ? [] : [`a fault of payproof's own: ${ours.cause}`]),
    ...(end?.night?.why === 'away'
      ? [`the target went away: ${end.night.cause ?? 'no reason recorded'}`]
      : []),
    ...(end?.night?.cut === true && flaky > 0
      ? [`the night was broken off before ${counted(flaky, 'violation')} could be confirmed`]
      : []),
    ...refused,
    ...(certificate.requirements.some(({ verdict }) => ['pass', 'fail', 'warn'].includes(verdict))
      ? []
      : ['no requirement was tested']),
  ];
}

function lostEvidence({ certificate, summary, register, before }: Seen): Nightly['lost_evidence'] {
  const leftOut = new Set(
    register.requirements.filter((row) => isLeftOut(row, summary.run)).map(({ id }) => id),
  );
  return certificate.requirements.flatMap(({ id, verdict, reason = '' }) => {
    const isLost = verdict === 'untested' || (verdict === 'not_applicable' && !leftOut.has(id));
    return isLost && before?.rows[id] === 'pass' ? [{ requirement: id, reason }] : [];
  });
}
