import type { NightFigures } from '../../harness/records/night-records.ts';
import { causeTexts } from '../words/causes.ts';
import { cleanupText, waitText } from '../words/run-text.ts';
import { pluralize, plain, grouped, type Judged, verdictWords } from '../words/plain.ts';
import type { Nightly } from './nightly-schema.ts';
import type { Register } from '../register.ts';
import type { RunSummary } from '../journal/summary.ts';
import { duration } from '../timeline/duration.ts';
import type { Certificate } from '../certificate/certificate-schema.ts';

/** Most lines under one heading; `nightly.json` has them all. */
const mostLines = 12;

/** Most nights in the table. */
const mostNights = 7;

/** What a person reads in the morning: alarms first, the verdict last. `dir` is the run's folder as the reader would type it. */
export function nightlyText(
  night: Nightly,
  certified: Judged & Pick<Certificate, 'waited'>,
  summary: RunSummary,
  register: Register,
  dir: string,
): string {
  const { violations, known_deviations: deviations, compared_with: before } = night;
  const alarming = new Set(
    [...violations.new, ...violations.again].flatMap(({ alarm, reproduction }) =>
      alarm ? [reproduction] : [],
    ),
  );
  const parts = [
    shortText(night) ?? '',
    ...causeTexts(
      summary.failures.filter(({ record }) => alarming.has(`reproductions/${record.reproduction}.json`)),
      { register, dir, run: summary.run },
    ),
    listed(
      deviations.map(({ requirement, because, since, state }) => {
        const what = { seen: 'known deviation', stale: '✗ stale deviation', untried: 'known deviation' }[
          state
        ];
        const rest = {
          seen: '',
          stale: ' It no longer happens: take it out of known_deviations.',
          untried: ' (not tried)',
        }[state];
        return `${what}: ${requirement}, since ${since}: ${because}${rest}`;
      }),
    ),
    listed(
      violations.flaky.map(({ failed, out_of: outOf, unconfirmed, requirement, summary: text }) => {
        const often =
          unconfirmed === undefined ? `flaky, ${failed} of ${outOf} times` : `not confirmed, ${unconfirmed}`;
        return `${often}: ${requirement.join(', ')}: ${text}`;
      }),
    ),
    listed(violations.gone.map(({ requirement }) => `gone since ${before}: ${requirement.join(', ')}`)),
    listed(violations.untried.map(({ requirement }) => `not tried again: ${requirement.join(', ')}`)),
    listed(
      night.drifted.map(({ latitude, beside, was, now }) => {
        const then = beside === 'profile' ? 'the profile says' : 'the run before had';
        return `drifted: ${latitude}: ${then} ${was.join(', ')}, observed was ${now.join(', ')}`;
      }),
    ),
    // What an outage leaves untested is everything.
    ...(night.ended_by === 'unreachable' ? [] : lost(night)),
    night.untested.length === 0 || night.ended_by === 'unreachable'
      ? ''
      : `${pluralize(night.untested.length, 'requirement')} not tested in this night: ${listed([night.untested.slice(0, mostLines).join(', ')])}${night.untested.length > mostLines ? ', …' : ''}`,
    listed(summary.troubles.map(({ kind, cause, times }) => `trouble: ${kind}, ${times}×: ${cause}`)),
    listed((certified.waited ?? []).map((one) => `waited: ${waitText(one)}`)),
    ...cleanupText(summary.cleanup),
    table(night.trend.slice(-mostNights)),
    [
      `${howItEnded(night)}; seed ${night.seed}`,
      ...(night.inputs === undefined ? [] : [inputsLine(night.inputs)]),
      before === null ? 'compared with no run: this is the first' : `compared with ${plain(before)}`,
      `night        ${dir}/nightly.json`,
      `page         ${dir}/report.html`,
      `certificate  ${dir}/certificate.json: ${verdictWords(certified).verdict}`,
    ].join('\n'),
    nightLine(night, reachOf(night, night), shortText(night)),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function listed(lines: readonly string[]): string {
  const rest = lines.length > mostLines ? [`… and ${lines.length - mostLines} more`] : [];
  return [...lines.slice(0, mostLines).map((line) => plain(line)), ...rest].join('\n');
}

function lost({ lost_evidence: rows }: Nightly): readonly string[] {
  return [...grouped(rows, ({ reason }) => reason)].map(([reason, members]) => {
    const ids = members.map(({ requirement }) => `  ${requirement}`);
    return `${pluralize(members.length, 'requirement')} without the evidence of the run before: ${plain(reason)}\n${listed(ids)}`;
  });
}

/** The last nights, one per line. */
function table(trend: readonly NightFigures[]): string {
  const head = ['started', 'took', 'requests', 'sequences', 'median', '95 %', 'passed', 'violations', 'exit'];
  const rows = trend.map((one) => [
    one.started_at.slice(0, 16).replace('T', ' '),
    one.duration_ms === null ? '–' : duration(one.duration_ms),
    shown(one.requests),
    shown(one.sequences),
    one.latency_ms === null ? '–' : `${one.latency_ms.median} ms`,
    one.latency_ms === null ? '–' : `${one.latency_ms.p95} ms`,
    shown(one.passed),
    shown(one.violations),
    shown(one.exit),
  ]);
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  return all
    .map((row) => row.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  '))
    .join('\n');
}

/** A figure; a dash where the version that noted the night did not note it. */
function shown(figure: number | null): string {
  return figure === null ? '–' : String(figure);
}

const endings: Readonly<Record<string, string>> = {
  time: 'the time was over',
  requests: 'the requests were used up',
  violation: 'a violation was found',
  away: 'the target went away',
  interrupted: 'it was interrupted',
  journal: 'the journal was full',
};

function howItEnded({ ended_by: why, planned, rounds }: Nightly): string {
  if (why === 'unreachable') return 'nothing was run, since the target could not be reached';
  const ending = endings[why ?? ''] ?? 'it ended by itself';
  const how = planned
    ? `all that is planned, and ${pluralize(rounds, 'round')} of random sequences`
    : 'before all that is planned was run';
  return planned ? `${how}, until ${ending}` : `${ending} ${how}`;
}

/** That a night was too short for what was claimed, in one line; undefined where it was not. Its verdict says nothing of what it did not try. */
export function shortText({
  untried = [],
  planned,
  ended_by: why,
}: Pick<Nightly, 'untried' | 'planned' | 'ended_by'>): string | undefined {
  // Its cause stands with its verdict.
  if (why === 'unreachable') return undefined;
  if (untried.length > 0)
    return `nothing of ${untried.join(' and ')} was tried in this night: ${planned ? 'no check of it ran' : 'give it more time (--for)'}`;
  return planned
    ? undefined
    : 'this night ended before all that is planned was run: give it more time (--for)';
}

/** What the certificate, the page and the terminal say of a night. */
type JudgedNight = Pick<Nightly, 'verdict' | 'reasons'>;

/** The verdict on a night for people. */
export const nightVerdicts = {
  quiet: 'no alarm',
  alarm: 'alarm',
  inconclusive: 'inconclusive',
} as const;

/** How far the night reached, where that must be said with its verdict: an alarm holds however far it reached. */
export function reachOf(
  { verdict }: JudgedNight,
  { scope }: Pick<Certificate, 'scope'> | Pick<Nightly, 'scope'>,
): string | undefined {
  return verdict === 'alarm' || scope === undefined || scope.complete ? undefined : scope.summary;
}

/** One line: `sandbox: alarm: 1 new violation`. Reasons may hold texts of a target. */
export function nightLine(
  { target, verdict, reasons }: JudgedNight & { readonly target: string },
  reach: string | undefined,
  short?: string,
): string {
  const because = reasons.length === 0 ? '' : `: ${plain(reasons.join('; '))}`;
  const rest = [short, reach].flatMap((text) => (text === undefined ? [] : [`; ${text}`]));
  return `${target}: ${nightVerdicts[verdict]}${because}${rest.join('')}`;
}

function inputsLine({
  tonight,
  over_nights: all,
  of,
  round,
  nights,
  windows,
}: NonNullable<Nightly['inputs']>): string {
  const classes = `${tonight} of ${of} classes of inputs tried in this night, ${all} in ${pluralize(nights, 'night')} of round ${round}`;
  return windows === undefined
    ? classes
    : `${classes}; ${windows.two.over_nights} of ${windows.two.of} windows of two changes and ${windows.three.over_nights} of ${windows.three.of} of three over the nights`;
}
