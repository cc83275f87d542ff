import { usesText } from './names.ts';
import type { Breach } from '../../engine/model.ts';
import {
  type FailureRecord,
  type OverlapRecord,
  permittedWords,
} from '../../harness/records/failure-record.ts';
import type { NotificationRecord } from '../../harness/records/exchange-records.ts';
import type { RunRecord } from '../../harness/records/run-record.ts';
import { grouped, plain, pluralize } from './plain.ts';
import { oddValues } from './odd-values.ts';
import { reasoning, tellingNeighbour } from './reasoning.ts';
import { replayCommand } from './replay-command.ts';
import type { Register } from '../register.ts';
import type { Requirement } from '../../spec/requirement.ts';
import { idsOf } from '../../harness/receiver/inbox.ts';
import { withoutConsumers } from '../../harness/secrets/redact.ts';
import { parsedJson } from '../../harness/wire/message.ts';
import type { Trouble } from '../journal/summary.ts';

/** What stands around a violation where it is printed. */
interface Surroundings {
  /** Printed after the steps. */
  readonly timeline?: readonly string[];
  /** The rows that its cause breaks, the main one first. Default: its own. */
  readonly rows?: readonly string[];
  /** How the run chose its target. Default: by default. */
  readonly chosen?: RunRecord['chosen'];
  /** How many sequences more show the same cause. Default: none. */
  readonly more?: number;
}

/** Rows listed as broken by one cause; the certificate has them all. */
const mostRows = 6;

/**
 * A violation for the developer who must fix it: the rule and its section, the steps, what was expected, and how to run it
 * again. `dir`: the run's folder as the reader would type it. Safe for a terminal.
 */
export function accusation(
  failure: FailureRecord,
  register: Register,
  dir: string,
  { timeline = [], rows = failure.requirement, more = 0, chosen }: Surroundings = {},
): string {
  return [
    ...headings(failure, rows, register),
    ...stepLines(failure),
    ...reasons(failure),
    ...neighbour(failure),
    ...timeline.map((line) => `     ${plain(line, Infinity)}`),
    ...expectations(failure, register),
    ...permittedToo(failure),
    ...(failureRestsOnNotifications(failure) ? [`     ${unsigned}`] : []),
    ...howOften(failure),
    failure.recorded === true
      ? `  recorded its requests and replies are on ${dir}/report.html; others have sent them, so there is nothing to replay`
      : `  replay   ${replayCommand(dir, failure.reproduction, chosen)}`,
    ...(more === 0 ? [] : [`  more     shown by ${pluralize(more, 'more sequence')}: ${dir}/report.html`]),
  ].join('\n');
}

function headings(
  { summary }: FailureRecord,
  rows: readonly string[],
  register: Register,
): readonly string[] {
  const [main, ...also] = rows;
  if (main === undefined) return [`✗ ${plain(summary)}`];
  const row = register.requirements.find(({ id }) => id === main);
  const rest = also.length > mostRows ? [`${also.length - mostRows} more`] : [];
  return [
    row === undefined ? `✗ ${main}` : `✗ ${main}   ${row.section}`,
    ...(also.length === 0 ? [] : [`  and      ${[...also.slice(0, mostRows), ...rest].join(', ')}`]),
  ];
}

/** The other permitted answers, in one line: most of them are refusals that differ in their status alone. */
function permittedToo(failure: FailureRecord): readonly string[] {
  const others = permittedWords(failure).slice(1);
  return others.length === 0
    ? []
    : [`     permitted too: ${others.map((words) => plain(words)).join(', or ')}`];
}

/** A violation that overlapping requests show is one, however rarely it happens. */
function howOften(record: FailureRecord): readonly string[] {
  const { flaky, overlap, failed, outOf, unconfirmed, rare, beside, together, transcript } = record;
  if (unconfirmed !== undefined) return [`     doubtful ${plain(reproducibility(record))}`];
  if (flaky) return [`     flaky    ${reproducibility(record)}`];
  if (rare === true)
    return [
      `     seen     in ${failed} of ${outOf} replies to ${transcript.at(-1)?.operation ?? 'it'}, now and then`,
    ];
  if (together !== undefined)
    return [
      `     seen     only while other requests were under way: ${failed} of ${outOf} sequences failed at once, and none of them alone`,
    ];
  if (beside === true)
    return ['     seen     only beside what was made before: a target that holds nothing may pass it'];
  return overlap === undefined ? [] : [`     seen     ${failed} of ${outOf} times`];
}

/** The steps of a sequence, one a line, each with what it received. */
export function stepLines({
  transcript,
  overlap = [],
}: Pick<FailureRecord, 'transcript' | 'overlap'>): readonly string[] {
  const together = new Map(overlap.map((one) => [one.step, one]));
  const rows = transcript.map((line, index) => [
    `${String(index + 1).padStart(3)}${together.size === 0 ? '' : together.has(line.step) ? ' ‖' : '  '}`,
    line.operation,
    [usesText(line, transcript), line.kind, timesText(together.get(line.step))]
      .filter((part) => part !== '')
      .join('  '),
    plain(line.received, 160),
  ]);
  const widths = [0, 1, 2].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)));
  return rows.flatMap(([number = '', operation = '', what = '', received = ''], index) => {
    const line = transcript[index];
    return [
      `${number}  ${operation.padEnd(widths[1] ?? 0)}  ${what.padEnd(widths[2] ?? 0)}  → ${received}`.trimEnd(),
      ...(line === undefined ? [] : oddValues(line)).map(({ at, shown }) => `       with ${at} ${shown}`),
    ];
  });
}

function reasons(failure: FailureRecord): readonly string[] {
  const words = reasoning(failure);
  return words === undefined ? [] : [`     ${plain(words)}`];
}

/** The nearest sequence that passes, in one line: the difference shows where to look. */
function neighbour(failure: FailureRecord): readonly string[] {
  const { transcript } = failure;
  const passed = tellingNeighbour(failure);
  const last = passed.at(-1);
  if (last === undefined) return [];
  const isSame = namesIn(passed) === namesIn(transcript);
  // Two sequences in the same words do not show where to look.
  if (isSame && last.received === transcript.at(-1)?.received) return [];
  const how = isSame ? ', with other data' : '';
  return [`     nearest that passes${how}: ${namesIn(passed)} → ${plain(last.received, 160)}`];
}

function namesIn(lines: FailureRecord['transcript']): string {
  return lines
    .map((line) => [line.operation, usesText(line, lines), line.kind].filter((part) => part !== '').join(' '))
    .join(', ');
}

/** When a step that overlapped others started and ended: `0–3 ms`. */
function timesText(times: OverlapRecord | undefined): string {
  return times?.from === undefined ? '' : `${times.from}–${times.to} ms`;
}

/** What was expected and received, each once, with its rules: one reply may break several rules, and one rule in several places. */
function expectations({ breaches }: FailureRecord, register: Register): readonly string[] {
  const byText = grouped(breaches, breachText);
  const byRules = grouped([...byText], ([, same]) =>
    [...new Set(same.map(({ rule }) => rule))].map((rule) => textOf(rule, register)).join(' '),
  );
  return [...byRules].map(
    ([rules, texts]) => `     ${texts.map(([text]) => text).join('; ')}${rules === '' ? '' : `: ${rules}`}`,
  );
}

function breachText({ expected, received }: Breach): string {
  return `expected ${plain(expected)}, received ${plain(received)}`;
}

function textOf(rule: string, register: Register): string {
  return register.requirements.find(({ id }) => id === rule)?.text ?? '';
}

/** How often a violation was seen that does not accuse the target, in words for people. */
export function reproducibility({
  unconfirmed,
  failed,
  outOf,
}: Pick<FailureRecord, 'unconfirmed' | 'failed' | 'outOf'>): string {
  return unconfirmed === undefined
    ? `failed ${failed} of ${outOf} times`
    : `seen once and could not be confirmed: ${unconfirmed}`;
}

/** No document shows a signature of notifications, so that anyone who knows the receiver's URL can forge one. */
export const unsigned =
  'rests on notifications, which nothing signs: as sure as the path of the webhook URL is secret';

/** Whether checks of a row read what the receiver was sent. */
export function rowRestsOnNotifications({ needs = [] }: Requirement): boolean {
  return needs.includes('webhooks');
}

/** Whether a violation showed in what the receiver was sent, or in what it was not. */
export function failureRestsOnNotifications(record: Pick<FailureRecord, 'interface' | 'signature'>): boolean {
  return record.interface === 'webhooks' || record.signature.at === 'notifications';
}

/** What is odd about a notification, beside what it says. */
type Strayed = 'came to another path' | 'names no payment';

const longestExample = 160;

/** Counts what came to paths or in forms that a run does not know, with the path or the beginning of the first as an example. */
export class StrayCounter {
  readonly #strays = new Map<Strayed, { readonly example: string; times: number }>();

  add({ path, body: text }: NotificationRecord): void {
    if (path !== undefined) this.#note('came to another path', path);
    else if (idsOf({ ...parsedJson(text), text }).length === 0) this.#note('names no payment', text);
  }

  /** The same as troubles of a run, one for each sort. */
  get troubles(): readonly Trouble[] {
    return [...this.#strays].map(([what, { example, times }]) => {
      return { kind: 'network', cause: causeOf(what, example), times };
    });
  }

  #note(what: Strayed, text: string): void {
    const known = this.#strays.get(what);
    if (known === undefined)
      this.#strays.set(what, { example: withoutConsumers(text).slice(0, longestExample), times: 1 });
    else known.times += 1;
  }
}

function causeOf(what: Strayed, example: string): string {
  switch (what) {
    case 'came to another path':
      return (
        `a notification came to another path than the webhook URL's, such as ${example}. Where a tunnel or a proxy changes it, give ` +
        'webhooks.public_url a path of its own, and webhooks.path the one that arrives'
      );
    case 'names no payment':
      return `a notification named no payment, and could not be judged, such as ${example === '' ? 'an empty body' : example}`;
  }
}
