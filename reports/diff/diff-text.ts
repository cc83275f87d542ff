import { grouped, pluralize } from '../words/plain.ts';
import { isAlike, type RunDiff } from './run-diff.ts';

/** Lines of a kind that are printed; --json has all. */
const mostPrinted = 60;

/** What a person reads of two runs: first what was found, then what the target does otherwise, last what may explain it. */
export function diffText(diff: RunDiff, one: string, other: string): string {
  const { before, after, conditions, rows, openPoints, failures } = diff;
  const { appeared, gone, again } = failures;
  const failureLine = (mark: string) => (found: (typeof appeared)[number]) =>
    `${mark} ${found.requirement.join(', ')}${found.flaky ? ' (not each time)' : ''}: ${found.summary}`;
  return [
    `before  ${one}  ${before.target}, ${before.startedAt}: ${before.verdict}`,
    `after   ${other}  ${after.target}, ${after.startedAt}: ${after.verdict}`,
    ...section('failures that are new', appeared.map(failureLine('✗'))),
    ...section('failures that are gone', gone.map(failureLine('✓'))),
    ...section('failures of both', again.map(failureLine('='))),
    ...section('requirements', byWay(rows, verdictWay)),
    ...section('open points', byWay(openPoints, answerWay)),
    ...section('asked for otherwise', conditions),
    '',
    `requests  ${before.requests} → ${after.requests}`,
    ...(before.latency === undefined || after.latency === undefined
      ? []
      : [
          `replies   median ${before.latency.median} → ${after.latency.median} ms, 95 % within ${before.latency.p95} → ${after.latency.p95} ms`,
        ]),
    isAlike(diff)
      ? 'both runs say the same of the target'
      : [
          pluralize(appeared.length, 'new failure'),
          `${gone.length} gone`,
          `${pluralize(rows.length, 'requirement')} and ${pluralize(openPoints.length, 'open point')} otherwise`,
        ].join(', '),
  ].join('\n');
}

/** Of rows that differ in one way, as many are named. */
const mostNamed = 5;

/** One line for all that differ in the same way: what was left out is left out by the hundred. */
function byWay<T extends { readonly id: string }>(
  rows: readonly T[],
  wayOf: (row: T) => string,
): readonly string[] {
  return [...grouped(rows, wayOf)].map(([way, alike]) => {
    const named = alike.slice(0, mostNamed).map(({ id }) => id);
    const more = alike.length - named.length;
    return `${way}: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  });
}

function verdictWay({ before, after, checks, reason }: RunDiff['rows'][number]): string {
  const way =
    before === after ? `${after}, with ${checks.before} → ${checks.after} checks` : `${before} → ${after}`;
  return reason === undefined ? way : `${way} (${reason})`;
}

function answerWay({ before, after }: RunDiff['openPoints'][number]): string {
  if (after === null) return 'not observed any more';
  return before === null ? 'observed only now' : `${before} → ${after}`;
}

function section(title: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  const more = lines.length > mostPrinted ? [`  and ${lines.length - mostPrinted} more`] : [];
  return ['', title, ...lines.slice(0, mostPrinted).map((line) => `  ${line}`), ...more];
}
