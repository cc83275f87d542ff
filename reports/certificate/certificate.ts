import { stagesText } from '../words/stages-text.ts';
import type { StageCoverage } from '../journal/stages.ts';
import { refusedThroughout } from '../journal/cleanup.ts';
import type { Certificate, CertifiedRequirement, CertifiedStages } from './certificate-schema.ts';
import { pluralize } from '../words/plain.ts';
import { withDigest } from '../files/digest.ts';
import { certifyExperiment, certifyLatitude, latitudeWarnings } from './latitude-verdict.ts';
import { nightly } from '../nightly/nightly.ts';
import { shortText } from '../nightly/nightly-text.ts';
import type { Nightly } from '../nightly/nightly-schema.ts';
import type { Register } from '../register.ts';
import { scopeOf } from '../../harness/means/scope.ts';
import { missingCores, narrowings } from './left-out.ts';
import { runScope } from './run-scope.ts';
import { shardsOf } from './shards.ts';
import { damageOf, verdictOf } from './verdict.ts';
import { serverErrorWarning } from '../journal/server-errors.ts';
import type { Counted } from '../journal/inputs.ts';
import type { RunSummary } from '../journal/summary.ts';
import {
  failureRestsOnNotifications,
  reproducibility,
  rowRestsOnNotifications,
} from '../words/accusation.ts';
import { journalName } from '../../harness/journal/journal-bytes.ts';
import { type Requirement, documents as specified } from '../../spec/requirement.ts';
import { wants } from '../../harness/given/wants.ts';
import { isPinAsked, whyNotApplicable } from './applicable.ts';

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
  const short = shortText(night);
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
    ...(short !== undefined && { short }),
  };
}

function certified(summary: RunSummary, register: Register): Certificate {
  const { run, totals } = summary;
  const requirements = register.requirements.map((row) => certifyRow(row, summary));
  const latitudes = register.latitudes.map((row) => certifyLatitude(row, summary));
  const experiments = summary.experiments.map(certifyExperiment);
  const narrowed = narrowings(register.requirements, requirements, summary);
  const judged = verdictOf(requirements, summary, narrowed);
  return {
    schema: 1 as const,
    ...judged,
    scope: runScope(register.requirements, requirements, summary, narrowed, judged.verdict),
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
    ...underWayOf(summary),
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
      ...(record.sometimes === true && { sometimes: { failed: record.failed, out_of: record.outOf } }),
      ...(record.unconfirmed !== undefined && { unconfirmed: record.unconfirmed }),
      ...(failureRestsOnNotifications(record) && { rests_on: 'notifications' as const }),
      reproduction: `reproductions/${record.reproduction}.json`,
    })),
    ...(experiments.length > 0 && { experiments }),
    known_deviations: run.knownDeviations.map((known) => ({
      ...known,
      observed: summary.failures.some(({ record }) => record.requirement.includes(known.requirement)),
    })),
    warnings: [
      ...damageOf(summary),
      ...latitudes.flatMap((latitude) => latitudeWarnings(latitude, experiments, summary.resumed.length > 0)),
      ...summary.serverErrors.map(serverErrorWarning),
    ],
    ...(summary.serverErrors.length > 0 && {
      server_errors: summary.serverErrors.map(({ example, ...rest }) => ({
        ...rest,
        example: { sequence: example.sequence, steps: example.steps.map((step) => ({ ...step })) },
      })),
    }),
    ...(summary.stalls.length > 0 && {
      waited: summary.stalls.map(({ isLost, beside, ...stall }) => ({
        ...stall,
        lost: isLost,
        beside: beside.map((one) => ({ ...one })),
      })),
    }),
    troubles: summary.troubles.map((trouble) => ({ ...trouble })),
    coverage: {
      outcomes: summary.coverage.map((row) => ({ ...row })),
      inputs: summary.inputs.map(({ machine, operation, classes, pairs, windows }) => ({
        machine,
        operation,
        classes: { ...classes, missing: [...classes.missing] },
        ...(pairs && { pairs: { ...pairs, impossible: pairs.impossible.map((one) => ({ ...one })) } }),
        ...(windows && { windows: { two: shareOf(windows.two), three: shareOf(windows.three) } }),
      })),
      ...(summary.stages.length > 0 && { stages: summary.stages.map(certifiedStages) }),
    },
    ...(summary.stages.length > 0 && {
      complete_up_to: Object.fromEntries(
        summary.stages.map(({ machine, completeUpTo }) => [machine, completeUpTo]),
      ),
    }),
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

function certifiedStages(of: StageCoverage): CertifiedStages {
  const { completeUpTo: _, unconfirmed, ...counts } = of;
  return { ...counts, unconfirmed: unconfirmed.map((one) => ({ ...one })), words: stagesText(of) };
}

/** Without the names of the windows that are missing, which are too many. */
const shareOf = ({ covered, of }: Counted): Counted => ({ covered, ...(of !== undefined && { of }) });

function underWayOf({ underWay, run }: Pick<RunSummary, 'underWay' | 'run'>): Pick<Certificate, 'under_way'> {
  if (underWay === undefined) return {};
  const limit = run.settings?.['limits.concurrency'];
  return { under_way: { ...underWay, ...(typeof limit === 'number' && { limit }) } };
}

type Identity = Pick<Certificate, 'documents' | 'settings' | 'profile' | 'journal'>;

/** By which documents and settings a run judged, and the journal that shows it; what a journal of an earlier version does not hold is left out. */
function identityOf({ run, journal }: Pick<RunSummary, 'run' | 'journal'>): Identity {
  const { documents, settings, pace, profile } = run;
  return {
    ...(documents !== undefined && { documents: documents.map(namedDocument) }),
    ...(settings !== undefined && {
      settings: { ...settings, ...paceSettings(pace) },
      profile: { ...profile },
    }),
    ...(journal !== undefined && { journal: { file: journalName, ...journal } }),
  };
}

/** A document by title and edition too, where this version was read from that one. */
function namedDocument({ name, sha256 }: { readonly name: string; readonly sha256: string }) {
  const known = name === 'legacy' || name === 'resource' ? specified[name] : undefined;
  return known?.sha256 === sha256
    ? { name, sha256, title: known.title, edition: known.edition }
    : { name, sha256 };
}

function paceSettings(pace: RunSummary['run']['pace']): NonNullable<Certificate['settings']> {
  if (pace === undefined) return {};
  const { requestsPerSecond, timeoutMs } = pace;
  return {
    ...(requestsPerSecond !== undefined && { 'limits.requests_per_second': requestsPerSecond }),
    'limits.timeout': `${timeoutMs} ms`,
  };
}

/** The interfaces of the target as the run found them. */
function endpointsOf({ run }: Pick<RunSummary, 'run'>): Pick<Certificate['target'], 'endpoints'> {
  if (run.endpoints === undefined) return {};
  return {
    endpoints: run.endpoints.map(({ interface: of, url, version, server, build }) => ({
      interface: of,
      url,
      ...(version !== undefined && { version }),
      ...(server !== undefined && { server }),
      ...(build !== undefined && { build }),
    })),
  };
}

/**
 * The verdict on one row. A violation counts more than evidence; it only warns when the row is `may` or `open`, or when it does
 * not happen each time. Evidence counts more than any reason not to have tested the row.
 */
function certifyRow(row: Requirement, summary: RunSummary): CertifiedRequirement {
  const checks = summary.evidence.get(row.id) ?? 0;
  const { verdict, reason, rests } = judge(row, summary, checks);
  const { id, document, section, level, text } = row;
  const behind = checks === 0 ? [] : summary.passed.standingBefore(id, checks);
  return {
    id,
    document,
    section,
    level,
    text,
    verdict,
    checks,
    ...(reason !== undefined && { reason }),
    ...(rests === true && { rests_on: 'notifications' as const }),
    ...(behind.length > 0 && { behind: [...behind] }),
    ...(verdict === 'pass' && exampleOf(id, summary)),
  };
}

function exampleOf(id: string, { proofs }: RunSummary): Pick<CertifiedRequirement, 'example'> {
  const proof = proofs.get(id);
  return proof === undefined ? {} : { example: { ...proof } };
}

interface Judged {
  readonly verdict: CertifiedRequirement['verdict'];
  readonly reason?: string;
  /** Whether it rests on notifications. */
  readonly rests?: boolean;
}

function judge(row: Requirement, summary: RunSummary, checks: number): Judged {
  const accusing = summary.failures.map(({ record }) => record).filter((f) => f.requirement.includes(row.id));
  const steady = accusing.find((failure) => !failure.flaky);
  if (steady !== undefined) {
    const known = summary.run.knownDeviations.find(({ requirement }) => requirement === row.id);
    const note = known === undefined ? '' : ` (known deviation since ${known.since}: ${known.because})`;
    return {
      verdict: row.level === 'must' ? 'fail' : 'warn',
      reason: `${steady.summary}${note}`,
      rests: failureRestsOnNotifications(steady),
    };
  }
  const [flaky] = accusing;
  if (flaky !== undefined) {
    return {
      verdict: 'warn',
      reason: `${reproducibility(flaky)}: ${flaky.summary}`,
      rests: failureRestsOnNotifications(flaky),
    };
  }
  if (checks > 0) return { verdict: 'pass', rests: rowRestsOnNotifications(row) };
  const why = whyNotApplicable(row, summary.run);
  if (why !== undefined) return { verdict: 'not_applicable', reason: why };
  const { unseenWhere = [] } = row;
  const unseen = [unseenWhere]
    .flat()
    .find(({ latitude, choice }) => summary.observed.get(latitude)?.has(choice));
  if (unseen !== undefined) return { verdict: 'not_applicable', reason: unseen.because };
  return { verdict: 'untested', reason: whyUntested(row, summary) };
}

function whyUntested(row: Requirement, summary: RunSummary): string {
  const { id, document, needs = [], byWrongKey, learnsFrom } = row;
  const { sequences } = summary.totals;
  const hiding = summary.failures.find(
    ({ stored, record }) => stored.requirement.includes(id) && !record.requirement.includes(id),
  );
  if (hiding !== undefined)
    return `what stands before it: a violation of ${hiding.record.requirement.join(', ')} spoils the field that would show it`;
  if (summary.end === undefined) return 'the run broke off before a check of it ran';
  if (summary.end.interrupted) return 'the run was interrupted before a check of it ran';
  if (sequences === 0) return 'no sequence ran';
  const refused = refusedThroughout(summary.approvals, document);
  if (refused !== undefined && needs.length > 0)
    return `no check of it ran in ${pluralize(sequences, 'sequence')}: ${refused}`;
  const broken = learnsFrom?.rows.filter((one) =>
    summary.failures.some(({ record }) => record.requirement.includes(one)),
  );
  if (learnsFrom !== undefined && broken !== undefined && broken.length > 0)
    return `no check of it ran in ${pluralize(sequences, 'sequence')}: the fields of ${broken.join(', ')}, which is broken, alone show ${learnsFrom.what}, and no setting does`;
  const [core] = missingCores(summary, [scopeOf(row)]);
  if (core !== undefined) return `what would show it is missing: ${core}`;
  const lost = [...summary.inconclusive.values()].reduce((sum, times) => sum + times, 0);
  const without = lost === 0 ? '' : `, ${lost} of which ended without a verdict`;
  const few = summary.run.settings?.['limits.wrong_keys'];
  const keys =
    byWrongKey === true && typeof few === 'number'
      ? `; limits.wrong_keys allows ${pluralize(few, 'attempt')} with a wrong key in a run`
      : '';
  const asked =
    needs.includes('pin') && isPinAsked(summary.run) ? '; a person is asked for one PIN in a run' : '';
  return `no check of it ran in ${pluralize(sequences, 'sequence')}${without}${whatIsWanted(needs, summary)}${asked}${keys}${standingBefore(document, summary)}`;
}

/** How many of what is used up a whole run wants, for a row that needs it. */
function whatIsWanted(needs: NonNullable<Requirement['needs']>, { run }: RunSummary): string {
  const wanting = wants(run.target.given ?? {}).filter(
    ({ means, given, wanted }) => needs.includes(means) && given > 0 && given < wanted,
  );
  return wanting.map(({ text }) => `; ${text}`).join('');
}

/** Most rules that one reason names. */
const mostNamed = 3;

/** The violations at which sequences ended that might have gone on to a row of the document. */
function standingBefore(document: Requirement['document'], { passed }: RunSummary): string {
  const interfaces = document === 'legacy' ? ['legacy', 'webhooks'] : [document];
  const ended = passed.endedBy(interfaces);
  if (ended.length === 0) return '';
  const named = ended.slice(0, mostNamed).map(([rule, times]) => `${rule} (${times}×)`);
  const more = ended.length > mostNamed ? ' and others' : '';
  return `; what stands before it: sequences ended at violations of ${named.join(', ')}${more}`;
}
