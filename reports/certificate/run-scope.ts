import { coreGaps } from '../../harness/means/means.ts';
import { defaultRuns, scopeOf, scopes, type Scope } from '../../harness/means/scope.ts';
import type { Requirement } from '../../spec/requirement.ts';
import { pluralize } from '../words/plain.ts';
import type { RunSummary } from '../journal/summary.ts';
import { isLeftOut, whyCoreIsMissing, whyUntestable } from './applicable.ts';
import type { Certificate, CertifiedRequirement } from './certificate-schema.ts';
import { damageText } from '../journal/damage-text.ts';

export type RunScope = NonNullable<Certificate['scope']>;
type Narrowing = RunScope['narrowed_by'][number];

/** How far a run reaches: what was asked for, claimed, reachable and tested, and why that is less than can be tested over HTTP. */
export function runScope(
  rows: readonly Requirement[],
  certified: readonly CertifiedRequirement[],
  summary: RunSummary,
): RunScope {
  const { run } = summary;
  const verdicts = new Map(certified.map(({ id, verdict }) => [id, verdict]));
  const gaps = coreGaps(claimedBy(summary), new Set(run.target.means)).map((gap) => gap.interface);
  const interfaces = scopes.map((name) => {
    const own = rows.filter((row) => (name === 'webhooks' ? scopeOf(row) : row.document) === name);
    const count = (holds: (row: Requirement) => boolean) => own.filter(holds).length;
    return {
      name,
      claimed: run.target.interfaces.includes(name),
      asked_for: run.only.length === 0 || run.only.includes(name),
      core: !gaps.includes(name),
      requirements: own.length,
      testable: count(({ untestable }) => untestable === undefined),
      reachable: count((row) => whyUntestable(row, run) === undefined),
      tested: count(({ id }) => isTested(verdicts.get(id))),
    };
  });
  const narrowed = narrowedBy(rows, certified, summary, interfaces);
  return {
    complete: narrowed.length === 0,
    asked_for: {
      only: [...run.only],
      runs: run.runs,
      max_requests: maxRequestsOf(summary) ?? null,
      bail: run.settings?.['--bail'] === true,
    },
    interfaces,
    narrowed_by: narrowed,
    summary: wordsFor(interfaces, summary, narrowed.length === 0),
  };
}

/** The claimed interfaces whose core could not be tried, each with the setting that would change it. */
export function missingCores({ run }: Pick<RunSummary, 'run'>): readonly string[] {
  return coreGaps(claimedBy({ run }), new Set(run.target.means)).map((gap) => whyCoreIsMissing(gap, run));
}

/** How many `must` rows that could be tested `--only` has left out. */
export function leftOutByOnly(rows: readonly Requirement[], { run }: Pick<RunSummary, 'run'>): number {
  return rows.filter((row) => row.level === 'must' && isLeftOut(row, run)).length;
}

function claimedBy({ run }: Pick<RunSummary, 'run'>): readonly Scope[] {
  return scopes.filter((name) => run.target.interfaces.includes(name));
}

function isTested(verdict: CertifiedRequirement['verdict'] | undefined): boolean {
  return verdict === 'pass' || verdict === 'fail' || verdict === 'warn';
}

function maxRequestsOf({ run }: RunSummary): number | undefined {
  const asked = run.settings?.['--max-requests'];
  return typeof asked === 'number' ? asked : undefined;
}

/** What only some runs look at beside the interfaces: over http there is no handshake, and a checkout takes a browser. */
const beside = ['tls', 'checkout'] as const;

/** Whether a row is about what this run does not look at: over HTTP better settings would not have tested it. Its reason is given with the row. */
function isBeside({ needs = [] }: Requirement, { target }: RunSummary['run']): boolean {
  return beside.some((one) => needs.includes(one) && !target.means.includes(one));
}

/** Everything that kept the run from what it could have tested. */
function narrowedBy(
  rows: readonly Requirement[],
  certified: readonly CertifiedRequirement[],
  summary: RunSummary,
  interfaces: RunScope['interfaces'],
): Narrowing[] {
  const { run, end } = summary;
  const found: Narrowing[] = [];
  const add = (by: Narrowing['by'], what: string) => found.push({ by, what });
  for (const { name, claimed } of interfaces)
    if (!claimed) add('unclaimed', `the target does not claim ${name}`);
  for (const what of missingCores(summary)) add('core', what);
  const claimed = rows.filter(({ document }) => run.target.interfaces.includes(document));
  const unreachable = claimed.filter(
    (row) => row.untestable === undefined && whyUntestable(row, run) !== undefined && !isBeside(row, run),
  ).length;
  if (unreachable > 0)
    add('means', `${pluralize(unreachable, 'requirement')} without the means to test them`);
  const leftOut = rows.filter((row) => isLeftOut(row, run)).length;
  if (leftOut > 0)
    add('only', `--only ${run.only.join(' --only ')} left out ${pluralize(leftOut, 'requirement')}`);
  if (run.nightly === undefined && run.runs < defaultRuns)
    add('runs', `--runs ${run.runs} instead of ${defaultRuns}`);
  const max = maxRequestsOf(summary);
  if (max !== undefined && (summary.isShort || summary.totals.requests >= max))
    add('max_requests', `at most ${pluralize(max, 'request')}`);
  if (run.settings?.['--bail'] === true && summary.failures.some(({ record }) => !record.flaky))
    add('bail', '--bail ended it at the first violation');
  for (const what of missingShards(summary)) add('shards', what);
  if (end === undefined) add('interrupted', 'the run broke off');
  else if (end.interrupted) add('interrupted', 'the run was interrupted');
  const untested = certified.filter(({ verdict }) => verdict === 'untested').length;
  if (untested > 0) add('untested', `${pluralize(untested, 'requirement')} without evidence`);
  return found;
}

/** `conformant in what was tested: legacy 94 of 172, resource 21 of 226`. */
function wordsFor(interfaces: RunScope['interfaces'], summary: RunSummary, isComplete: boolean): string {
  const documents = interfaces.filter(({ name }) => name !== 'webhooks');
  const counts = documents.map(({ name, tested, requirements }) => `${name} ${tested} of ${requirements}`);
  if (documents.every(({ tested }) => tested === 0)) return 'nothing was tested';
  const tested = counts.join(', ');
  if (summary.failures.length > 0) return `tested: ${tested}`;
  return isComplete
    ? `conformant: ${tested}, all that can be tested over HTTP`
    : `conformant in what was tested: ${tested}`;
}

type OfShards = Pick<RunSummary, 'run' | 'shards'>;

/** Which shards of a run a certificate is about; nothing of a whole run. */
export function shardsOf({ run, shards }: OfShards): Pick<Certificate, 'shards'> {
  if (run.shard !== undefined) {
    const { index, of, shared } = run.shard;
    return { shards: { of, shared, only: index } };
  }
  if (run.merged === undefined) return {};
  const { of, shared } = run.merged;
  return {
    shards: {
      of,
      shared,
      merged: shards.map(({ index, startedAt, ended, sha256 }) => ({
        index,
        started_at: startedAt,
        ended,
        journal: sha256,
      })),
    },
  };
}

/** What a part of a run leaves open, in words; nothing of a run that is whole. */
export function missingShards({ run, shards }: OfShards): readonly string[] {
  if (run.shard !== undefined) {
    const { index, of } = run.shard;
    return [`it is shard ${index} of ${of} alone: payproof merge joins all of them`];
  }
  if (run.merged === undefined) return [];
  const { of } = run.merged;
  const there = new Set(shards.map(({ index }) => index));
  const missing = Array.from({ length: of }, (_, place) => place + 1).filter((index) => !there.has(index));
  const words = { interrupted: 'was interrupted', 'broken off': 'broke off' } as const;
  return [
    ...missing.map((index) => `shard ${index} of ${of} is missing`),
    ...shards.flatMap(({ index, ended }) =>
      ended === 'whole' ? [] : [`shard ${index} of ${of} ${words[ended]}`],
    ),
  ];
}

/** The damage of the journals that were merged, in words. */
export function damagedShards({ shards }: OfShards): readonly string[] {
  return shards.flatMap(({ index, damage = [] }) => {
    const text = damageText(damage);
    return text === undefined ? [] : [`shard ${index}: ${text}`];
  });
}
