import { refusedThroughout } from '../journal/approvals.ts';
import type { Certificate, CertifiedRequirement } from './certificate-schema.ts';
import { counted } from '../words/counted.ts';
import { withDigest } from '../files/digest.ts';
import { damageText } from '../journal/damage-text.ts';
import { endpointsOf, identityOf } from './identity.ts';
import { certifyLatitude, latitudeWarnings } from './latitude-verdict.ts';
import { nightly } from '../nightly/nightly.ts';
import type { Nightly } from '../nightly/nightly-schema.ts';
import type { Register } from '../register.ts';
import { leftOutByOnly, missingCores, runScope } from './run-scope.ts';
import { serverErrorWarning } from './server-error-warning.ts';
import { damagedShards, missingShards, shardsOf } from './shards.ts';
import { certifyRow } from './row-verdict.ts';
import type { RunSummary, Trouble } from '../journal/summary.ts';
import { failureRestsOnNotifications } from '../words/rests-on.ts';

/** The certificate of a run: the verdict on each row, the answers to each open point, and the verdict on the target; of a night, what is new in it too. */
export function certificate(summary: RunSummary, register: Register): Certificate {
  const { schema, verdict, reasons, ...rest } = certified(summary, register);
  const night = nightly({ schema, verdict, reasons, ...rest }, summary, register);
  return withDigest({
    schema,
    verdict,
    reasons,
    ...(night !== undefined && { night: inCertificate(night) }),
    ...rest,
  });
}

function inCertificate(night: Nightly): NonNullable<Certificate['night']> {
  const { verdict, reasons, exit, compared_with, violations, known_deviations, drifted } = night;
  const { lost_evidence, sightings } = night;
  return {
    verdict,
    reasons,
    exit,
    compared_with,
    violations,
    known_deviations,
    drifted,
    lost_evidence,
    ...(sightings !== undefined && { sightings }),
  };
}

function certified(summary: RunSummary, register: Register): Certificate {
  const { run, totals } = summary;
  const requirements = register.requirements.map((row) => certifyRow(row, summary));
  const latitudes = register.latitudes.map((row) => certifyLatitude(row, summary));
  return {
    schema: 1 as const,
    ...verdictOf(requirements, summary, register),
    scope: runScope(register.requirements, requirements, summary),
    ...shardsOf(summary),
    target: {
      name: run.target.name,
      interfaces: [...run.target.interfaces],
      capabilities: [...run.target.capabilities],
      ...endpointsOf(summary),
    },
    tool: { ...run.tool },
    ...identityOf(summary),
    seed: run.seed,
    started_at: run.startedAt,
    duration_ms: summary.durationMs,
    interrupted: summary.end?.interrupted ?? true,
    ...(summary.resumed.length > 0 && {
      resumed: summary.resumed.map(({ at, requestsBefore }) => ({ at, requests_before: requestsBefore })),
    }),
    totals: {
      requests: totals.requests,
      sequences: totals.sequences,
      webhooks: totals.webhooks,
      shrink_requests: totals.shrinkRequests,
    },
    ...(summary.cleanup !== undefined && {
      cleanup: { ...summary.cleanup, left: summary.cleanup.left.map((one) => ({ ...one })) },
    }),
    requirements,
    latitudes,
    failures: summary.failures.map(({ record }) => ({
      requirement: [...record.requirement],
      interface: record.interface,
      summary: record.summary,
      steps: record.steps,
      met: summary.passed.timesMet(record),
      requests_to_find: record.requestsToFind,
      requests_to_shrink: record.requestsToShrink,
      flaky: record.flaky,
      ...(record.unconfirmed !== undefined && { unconfirmed: record.unconfirmed }),
      ...(failureRestsOnNotifications(record) && { rests_on: 'notifications' as const }),
      reproduction: `reproductions/${record.reproduction}.json`,
    })),
    known_deviations: run.knownDeviations.map((known) => ({
      ...known,
      observed: summary.failures.some(({ record }) => record.requirement.includes(known.requirement)),
    })),
    warnings: [
      ...damageOf(summary),
      ...latitudes.flatMap(latitudeWarnings),
      ...summary.serverErrors.map(serverErrorWarning),
    ],
    ...(summary.serverErrors.length > 0 && {
      server_errors: summary.serverErrors.map(({ example, ...rest }) => ({
        ...rest,
        example: { sequence: example.sequence, steps: example.steps.map((step) => ({ ...step })) },
      })),
    }),
    troubles: summary.troubles.map((trouble) => ({ ...trouble })),
    coverage: summary.coverage.map((row) => ({ ...row })),
    transitions: summary.transitions.taken.map(
      ({ machine, state, operation, outcome, refused, wrong, times }) => ({
        machine,
        state,
        operation,
        outcome,
        refused,
        ...(wrong === true && { wrong }),
        times,
      }),
    ),
    untried: summary.transitions.untried.map((row) => ({ ...row })),
  };
}

function damageOf(summary: RunSummary): readonly string[] {
  const text = damageText(summary.damage);
  return [...(text === undefined ? [] : [text]), ...damagedShards(summary)];
}

function verdictOf(
  rows: readonly CertifiedRequirement[],
  summary: RunSummary,
  register: Register,
): Pick<Certificate, 'verdict' | 'reasons'> {
  const broken = brokenStatements(rows, summary);
  if (broken.length > 0) return { verdict: 'nonconformant', reasons: broken };
  // What an unreachable target offers is not known.
  const leftOut = summary.end?.night?.why === 'unreachable' ? [] : whatIsLeftOut(register, summary);
  const doubts = [...whatIsMissing(rows, summary), ...leftOut];
  return { verdict: doubts.length === 0 ? 'conformant' : 'inconclusive', reasons: doubts };
}

/** Violations that happen each time, apart from those that name only rows that do not bind. */
function brokenStatements(rows: readonly CertifiedRequirement[], summary: RunSummary): string[] {
  const levels = new Map(rows.map(({ id, level }) => [id, level]));
  const failed = rows.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
  const nameless = summary.failures
    .filter(({ record }) => !record.flaky && record.requirement.every((id) => !levels.has(id)))
    .map(({ record }) => record.summary);
  const reasons = failed.length === 0 ? [] : [`${counted(failed.length, 'requirement')} violated`];
  return [...reasons, ...nameless];
}

/** What is claimed and was not tried: an interface without the means for its core, or rows that could be tested and were not asked for. */
function whatIsLeftOut({ requirements }: Register, summary: RunSummary): readonly string[] {
  const leftOut = leftOutByOnly(requirements, summary);
  const { only } = summary.run;
  return [
    ...missingCores(summary),
    ...(leftOut === 0
      ? []
      : [`--only ${only.join(' --only ')} left out ${counted(leftOut, 'requirement')} that could be tested`]),
  ];
}

/** A sandbox is started anew now and then. One that forgets what it knew more often can't be told from one that loses payments. */
const mostRestarts = 3;

/** What to set where a target asked to slow down. */
function slowedText({ times, perSecond }: Trouble): string {
  const proposed = perSecond === undefined ? '' : ` to ${perSecond}`;
  return `the target asked ${counted(times, 'time')} to slow down (HTTP 429): set limits.requests_per_second${proposed}`;
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
    reasons.push(`the target forgot ${counted(restarts, 'time')} what it knew: too often to be judged`);
  if (flaky.length > 0) reasons.push(`${counted(flaky.length, 'violation')} did not happen each time`);
  if (unconfirmed.length > 0)
    reasons.push(`${counted(unconfirmed.length, 'violation')} could not be confirmed: ${unconfirmed[0]}`);
  if (untested.length > 0) reasons.push(`${counted(untested.length, 'must requirement')} without evidence`);
  for (const document of new Set(untested.map((row) => row.document))) {
    const refused = refusedThroughout(summary.approvals, document);
    if (refused !== undefined) reasons.push(refused);
  }
  if (!rows.some(({ verdict }) => verdict === 'pass')) reasons.push('no requirement was tested');
  return reasons;
}
