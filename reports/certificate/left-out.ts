import { coreGaps } from '../../harness/means/means.ts';
import { completeRequired } from '../../harness/records/run-settings.ts';
import type { RunRecord } from '../../harness/records/run-record.ts';
import { defaultRuns, scopeOf, scopes, type Scope } from '../../harness/means/scope.ts';
import type { Means, Requirement } from '../../spec/requirement.ts';
import type { RunSummary } from '../journal/summary.ts';
import { grouped, pluralize } from '../words/plain.ts';
import { isAskedFor, missingMeans, whyCoreIsMissing, whyUntestable } from './applicable.ts';
import type { Certificate, CertifiedRequirement } from './certificate-schema.ts';
import { missingShards } from './shards.ts';

type RunScope = NonNullable<Certificate['scope']>;
type Reason = RunScope['narrowed_by'][number]['by'];

/**
 * On which side it lies that less was tested than can be. `choice`: whoever ran it asked for less. `ours`: the machine of the run lacks something.
 * `target`: its settings or what it offers do not reach so far. `untried`: it was claimed and selected, and nothing but this run kept it from being
 * tried.
 */
type Side = NonNullable<RunScope['left_out']>[number]['side'] | 'untried';

/** What is untested is `untried` where one of it must hold; where it only may be, nothing made the target show it. */
const sides = {
  unclaimed: 'choice',
  only: 'choice',
  runs: 'choice',
  max_requests: 'choice',
  bail: 'choice',
  browser: 'ours',
  peer: 'ours',
  tls: 'ours',
  means: 'target',
  untested: 'target',
  core: 'untried',
  shards: 'untried',
  interrupted: 'untried',
} as const satisfies Readonly<Record<Reason, Side>>;

/** One reason why less was tested than can be. */
export interface Narrowing {
  readonly by: Reason;
  readonly side: Side;
  readonly what: string;
  /** The requirements that it left out, where it can be said of each. */
  readonly requirements: readonly string[];
}

/** Everything that kept a run from what can be tested. The verdict, its words and the badge all rest on this list. */
export function narrowings(
  rows: readonly Requirement[],
  certified: readonly CertifiedRequirement[],
  summary: RunSummary,
): readonly Narrowing[] {
  const { run, end } = summary;
  const found: Narrowing[] = [];
  const add = (by: Reason, what: string, requirements: readonly string[] = [], side: Side = sides[by]) =>
    found.push({ by, side, what, requirements });
  const without = rowsWithout(rows, certified, run);
  const { unclaimed = [] } = without;
  for (const name of scopes)
    if (!run.target.interfaces.includes(name))
      add(
        'unclaimed',
        `the target does not claim ${name}`,
        unclaimed.flatMap((row) => (scopeOf(row) === name ? [row.id] : [])),
      );
  for (const what of missingCores(summary, askedScopes(rows, run))) add('core', what);
  for (const by of ['browser', 'peer', 'tls'] as const)
    if (without[by] !== undefined) add(by, notTried(by, run), idsOf(without[by]));
  if (without.means !== undefined)
    add(
      'means',
      `${pluralize(without.means.length, 'requirement')} without the means to test them`,
      idsOf(without.means),
    );
  if (without.only !== undefined)
    add(
      'only',
      `--only ${run.only.join(' --only ')} left out ${pluralize(without.only.length, 'requirement')}`,
      idsOf(without.only),
    );
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
  const untested = certified.filter(({ verdict }) => verdict === 'untested');
  if (untested.length > 0)
    add(
      'untested',
      `${pluralize(untested.length, 'requirement')} without evidence`,
      idsOf(untested),
      untested.some(({ level }) => level === 'must') ? 'untried' : sides.untested,
    );
  return found;
}

/** Why a run can't be called conformant though nothing that it tried speaks against it: it was to be complete, and is not. */
export function incompleteDespite(
  { run }: Pick<RunSummary, 'run'>,
  narrowed: readonly Pick<Narrowing, 'what'>[],
): readonly string[] {
  return run.settings?.[completeRequired] === true
    ? narrowed.map(({ what }) => `not complete, as ${completeRequired} asks: ${what}`)
    : [];
}

/** The claimed interfaces whose core could not be tried, each with the setting that would change it. Default: of all interfaces. */
export function missingCores(
  { run }: Pick<RunSummary, 'run'>,
  of: readonly Scope[] = scopes,
): readonly string[] {
  const claimed = of.filter((name) => run.target.interfaces.includes(name));
  return coreGaps(claimed, new Set(run.target.means)).map((gap) => whyCoreIsMissing(gap, run));
}

/** The interfaces of which a run was asked to test something. */
export function askedScopes(rows: readonly Requirement[], run: RunRecord): readonly Scope[] {
  return scopes.filter(
    (name) =>
      run.only.length === 0 ||
      run.only.includes(name) ||
      rows.some((row) => scopeOf(row) === name && isAskedFor(row, run)),
  );
}

/** The least that the command and the target's limits allow; undefined where none bounds it. */
function maxRequestsOf({ run }: Pick<RunSummary, 'run'>): number | undefined {
  const bounds = [run.settings?.['--max-requests'], run.settings?.['limits.max_requests']].filter(
    (one) => typeof one === 'number',
  );
  return bounds.length === 0 ? undefined : Math.min(...bounds);
}

/** What has no evidence and could be tested by some run, by what this one lacks. */
function rowsWithout(
  rows: readonly Requirement[],
  certified: readonly CertifiedRequirement[],
  run: RunRecord,
): Partial<Readonly<Record<Reason, readonly Requirement[]>>> {
  const open = new Set(certified.flatMap(({ id, verdict }) => (verdict === 'not_applicable' ? [id] : [])));
  const lacking = rows.filter(({ id, untestable }) => open.has(id) && untestable === undefined);
  return Object.fromEntries(grouped(lacking, (row) => lackOf(row, run) ?? ''));
}

/** What keeps a row from being tested; undefined where that is an open point, which the target answers as it likes. */
function lackOf(row: Requirement, run: RunRecord): Reason | undefined {
  const { interfaces, means, browserLacks } = run.target;
  if (!means.includes(row.document) || !interfaces.includes(scopeOf(row))) return 'unclaimed';
  if (!isAskedFor(row, run)) return 'only';
  if (whyUntestable(row, run) === undefined) return undefined;
  const missing = missingMeans(row, run);
  const isOurs = (need: Means) =>
    need === 'tls' || (need === 'checkout' && run.target.browserTrouble !== undefined);
  if (missing.length === 0 || !missing.every(isOurs)) return 'means';
  if (missing.includes('tls')) return 'tls';
  return browserLacks === 'playwright-core' ? 'peer' : 'browser';
}

const browserWords = {
  chromium: 'no Chromium',
  'playwright-core': 'playwright-core is not installed',
  consent: 'PAYPROOF_CHROMIUM is none',
} as const satisfies Record<NonNullable<RunRecord['target']['browserLacks']>, string>;

/** What was not tried for want of something of ours: `the checkout was not tried (no Chromium)`. */
function notTried(by: 'browser' | 'peer' | 'tls', { target }: RunRecord): string {
  return by === 'tls'
    ? 'TLS was not tried (legacy.base_url is http)'
    : `the checkout was not tried (${target.browserLacks === undefined ? 'no browser' : browserWords[target.browserLacks]})`;
}

function idsOf(rows: readonly { readonly id: string }[]): readonly string[] {
  return rows.map(({ id }) => id);
}
