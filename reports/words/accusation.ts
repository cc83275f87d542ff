import type { Breach } from '../../engine/model.ts';
import type { FailureRecord, OverlapRecord } from '../../harness/journal/journal-records.ts';
import { permittedWords } from '../../harness/records/permitted-words.ts';
import { grouped } from './grouped.ts';
import { howSteady } from './how-steady.ts';
import { plain } from './plain.ts';
import type { Register } from '../register.ts';
import { failureRestsOnNotifications, unsigned } from './rests-on.ts';
import { usesText } from './transcript.ts';

/**
 * A violation for the developer who must fix it: the rule and its section, the steps, what was expected, and how to run it
 * again. `dir`: the run's folder as the reader would type it. `timeline`: printed after the steps. Safe for a terminal.
 */
export function accusation(
  failure: FailureRecord,
  register: Register,
  dir: string,
  timeline: readonly string[] = [],
): string {
  return [
    ...headings(failure, register),
    ...steps(failure),
    ...neighbour(failure),
    ...timeline.map((line) => `     ${line}`),
    ...expectations(failure, register),
    ...permittedWords(failure)
      .slice(1)
      .map((words) => `     permitted too: ${plain(words)}`),
    ...(failureRestsOnNotifications(failure) ? [`     ${unsigned}`] : []),
    ...howOften(failure),
    failure.recorded === true
      ? `  recorded its requests and replies are on ${dir}/report.html; others have sent them, so there is nothing to replay`
      : `  replay   npx payproof replay ${dir}/reproductions/${failure.reproduction}.json`,
  ].join('\n');
}

function headings({ requirement, summary }: FailureRecord, register: Register): readonly string[] {
  if (requirement.length === 0) return [`✗ ${plain(summary)}`];
  return requirement.map((id) => {
    const row = register.requirements.find((candidate) => candidate.id === id);
    return row === undefined ? `✗ ${id}` : `✗ ${id}   ${row.section}`;
  });
}

/** A violation that overlapping requests show is one, however rarely it happens. */
function howOften(record: FailureRecord): readonly string[] {
  const { flaky, overlap, failed, outOf, unconfirmed } = record;
  if (unconfirmed !== undefined) return [`     doubtful ${plain(howSteady(record))}`];
  if (flaky) return [`     flaky    ${howSteady(record)}`];
  return overlap === undefined ? [] : [`     seen     ${failed} of ${outOf} times`];
}

function steps({ transcript, overlap = [] }: FailureRecord): readonly string[] {
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
  return rows.map(([number = '', operation = '', what = '', received = '']) =>
    `${number}  ${operation.padEnd(widths[1] ?? 0)}  ${what.padEnd(widths[2] ?? 0)}  → ${received}`.trimEnd(),
  );
}

/** The nearest sequence that passes, in one line: the difference shows where to look. */
function neighbour({ neighbour: passed = [], transcript }: FailureRecord): readonly string[] {
  const last = passed.at(-1);
  if (last === undefined) return [];
  const isSame = namesIn(passed) === namesIn(transcript);
  // Two sequences that read alike show nobody where to look.
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
