import type { Requirement } from '../../spec/requirement.ts';
import { counted } from '../words/counted.ts';
import { refusedThroughout } from '../journal/approvals.ts';
import { howSteady } from '../words/how-steady.ts';
import { failureRestsOnNotifications, rowRestsOnNotifications } from '../words/rests-on.ts';
import { wants } from '../../harness/given/wants.ts';
import { isPinAsked, whyNotApplicable } from './applicable.ts';
import type { CertifiedRequirement } from './certificate-schema.ts';
import type { RunSummary } from '../journal/summary.ts';

/**
 * The verdict on one row. A violation counts more than evidence; it only warns when the row is `may` or `open`, or when it does
 * not happen each time. Evidence counts more than any reason not to have tested the row.
 */
export function certifyRow(row: Requirement, summary: RunSummary): CertifiedRequirement {
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
  };
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
      reason: `${howSteady(flaky)}: ${flaky.summary}`,
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
    return `no check of it ran in ${sequences} sequences: ${refused}`;
  const broken = learnsFrom?.rows.filter((one) =>
    summary.failures.some(({ record }) => record.requirement.includes(one)),
  );
  if (learnsFrom !== undefined && broken !== undefined && broken.length > 0)
    return `no check of it ran in ${sequences} sequences: the fields of ${broken.join(', ')}, which is broken, alone tell ${learnsFrom.what}, and no setting does`;
  const lost = [...summary.inconclusive.values()].reduce((sum, times) => sum + times, 0);
  const without = lost === 0 ? '' : `, ${lost} of which ended without a verdict`;
  const few = summary.run.settings?.['limits.wrong_keys'];
  const keys =
    byWrongKey === true && typeof few === 'number'
      ? `; limits.wrong_keys allows ${counted(few, 'attempt')} with a wrong key in a run`
      : '';
  const asked =
    needs.includes('pin') && isPinAsked(summary.run) ? '; a person is asked for one PIN in a run' : '';
  return `no check of it ran in ${sequences} sequences${without}${whatIsWanted(needs, summary)}${asked}${keys}${standingBefore(document, summary)}`;
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
