import { coreGaps } from '../../harness/means/means.ts';
import { completeRequired } from '../../harness/records/run-settings.ts';
import { scopeOf, scopes } from '../../harness/means/scope.ts';
import type { Requirement } from '../../spec/requirement.ts';
import type { RunRecord } from '../../harness/records/run-record.ts';
import type { RunSummary } from '../journal/summary.ts';
import { isAskedFor, whyUntestable } from './applicable.ts';
import type { Certificate, CertifiedRequirement } from './certificate-schema.ts';
import { askedScopes, type Narrowing } from './left-out.ts';

type RunScope = NonNullable<Certificate['scope']>;

/** How far a run reaches: what was asked for, claimed, reachable and tested, and why that is less than can be tested. */
export function runScope(
  rows: readonly Requirement[],
  certified: readonly CertifiedRequirement[],
  summary: RunSummary,
  narrowed: readonly Narrowing[],
  verdict: Certificate['verdict'],
): RunScope {
  const { run } = summary;
  const verdicts = new Map(certified.map(({ id, verdict: of }) => [id, of]));
  const claimed = scopes.filter((name) => run.target.interfaces.includes(name));
  const gaps = coreGaps(claimed, new Set(run.target.means)).map((gap) => gap.interface);
  const asked = askedScopes(rows, run);
  const interfaces = scopes.map((name) => {
    const own = rows.filter((row) => (name === 'webhooks' ? scopeOf(row) : row.document) === name);
    const count = (holds: (row: Requirement) => boolean) => own.filter(holds).length;
    return {
      name,
      claimed: claimed.includes(name),
      asked_for: asked.includes(name),
      core: !gaps.includes(name),
      requirements: own.length,
      testable: count(({ untestable }) => untestable === undefined),
      reachable: count((row) => whyUntestable(row, run) === undefined),
      tested: count(({ id }) => isTested(verdicts.get(id))),
    };
  });
  const isComplete = narrowed.length === 0;
  return {
    complete: isComplete,
    asked_for: {
      only: [...run.only],
      runs: run.runs,
      max_requests: maxAskedFor(summary),
      bail: run.settings?.['--bail'] === true,
      ...(run.settings?.[completeRequired] === true && { complete: true }),
    },
    interfaces,
    narrowed_by: narrowed.map(({ by, what }) => ({ by, what })),
    left_out: narrowed.flatMap(({ by, side, what, requirements }) =>
      side === 'untried' ? [] : [{ reason: by, side, what, requirements: [...requirements] }],
    ),
    summary: wordsFor(
      { interfaces, selected: countsAskedFor(rows, verdicts, run) },
      summary,
      narrowed,
      verdict,
    ),
  };
}

function isTested(verdict: CertifiedRequirement['verdict'] | undefined): boolean {
  return verdict === 'pass' || verdict === 'fail' || verdict === 'warn';
}

/** What the command allows; the limits of the target may allow less. */
function maxAskedFor({ run }: RunSummary): number | null {
  const asked = run.settings?.['--max-requests'];
  return typeof asked === 'number' ? asked : null;
}

type Counts = Pick<RunScope['interfaces'][number], 'name' | 'tested' | 'requirements'>;

/** Of what was asked for, how much was tested, by document. */
function countsAskedFor(
  rows: readonly Requirement[],
  verdicts: ReadonlyMap<string, CertifiedRequirement['verdict']>,
  run: RunRecord,
): readonly Counts[] {
  const asked = rows.filter((row) => isAskedFor(row, run));
  return (['legacy', 'resource'] as const).flatMap((name) => {
    const own = asked.filter(({ document }) => document === name);
    const tested = own.filter(({ id }) => isTested(verdicts.get(id))).length;
    return own.length === 0 ? [] : [{ name, tested, requirements: own.length }];
  });
}

/**
 * `conformant in what was tested: legacy 94 of 172, resource 21 of 226`; `conformant in what was selected: legacy 165 of 172; the checkout was not tried
 * (no Chromium)`; `conformant; the checkout was not tried (no Chromium)` where nothing else was left out.
 */
function wordsFor(
  { interfaces, selected }: Pick<RunScope, 'interfaces'> & { readonly selected: readonly Counts[] },
  { failures }: RunSummary,
  narrowed: readonly Narrowing[],
  verdict: Certificate['verdict'],
): string {
  const documents = interfaces.filter(({ name }) => name !== 'webhooks');
  const counts = (of: readonly Counts[]) =>
    of.map(({ name, tested, requirements }) => `${name} ${tested} of ${requirements}`).join(', ');
  if (documents.every(({ tested }) => tested === 0)) return 'nothing was tested';
  if (verdict === 'nonconformant' || (verdict !== 'conformant' && failures.length > 0))
    return `tested: ${counts(documents)}`;
  if (narrowed.length === 0) return `conformant: ${counts(documents)}, all that can be tested over HTTP`;
  const ours = narrowed.flatMap(({ side, what }) => (side === 'ours' ? [what] : []));
  const isSelection = narrowed.some(({ by }) => by === 'only');
  const head = isSelection
    ? `conformant in what was selected: ${counts(selected)}`
    : ours.length === narrowed.length
      ? 'conformant'
      : `conformant in what was tested: ${counts(documents)}`;
  return [head, ...ours].join('; ');
}
