import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { jsonIn } from '../../harness/files/bounded-json.ts';
import { type FolderLock, lockFolder } from '../../harness/files/folder-lock.ts';
import { SettingsError } from '../../harness/settings/settings-error.ts';
import { writeAtomically } from '../files/write-atomically.ts';
import { type HistoryRow, historyRowSchema } from './history-schema.ts';
import type { NightFigures } from '../../harness/records/night-records.ts';
import { plain } from '../words/plain.ts';
import type { Nightly } from './nightly-schema.ts';
import { steadyNow } from '../../harness/time.ts';

/** The file beside the folders of runs with a line for each night. */
export const historyName = 'history.ndjson';
const lockName = 'history.lock';

/** Lines at most: the oldest are dropped. Years of one night a day. */
const mostLines = 1000;
/** Of one line, and of the whole file, in bytes: what is longer is not read, and dropped with the next night. */
const longestLine = 64 * 1024;
const mostBytes = 8 * 1024 * 1024;
/** More than a line has. */
const mostLevels = 16;

/** How long another night may hold the history, ms: it takes a few to write it. */
const patienceMs = 10_000;
const againMs = 20;

/** The nights in the history of a folder, the oldest first. Lines that are damaged or of another schema are left out; a file that can't be read has none. */
export function readHistory(dir: string): readonly HistoryRow[] {
  return readableLines(dir)
    .flatMap((line) => {
      const row = historyRowSchema.safeParse(objectIn(line));
      return row.success ? [row.data] : [];
    })
    .toSorted((a, b) => Date.parse(a.started_at) - Date.parse(b.started_at));
}

/**
 * Notes a night in the history of a folder, in place of an earlier line of the same run. The file is replaced as a whole, by one process at a time:
 * a reader sees all lines or those of before, and a killed process leaves no half of one. Throws an Error where it can't be written.
 */
export async function appendHistory(dir: string, row: HistoryRow): Promise<void> {
  const lock = await locked(dir);
  try {
    // Those of newer versions stay too; what is no object was torn.
    const others = linesIn(dir).filter((line) => {
      const one = objectIn(line);
      return one !== undefined && !isSameRun(one, row);
    });
    await writeAtomically(join(dir, historyName), bounded([...others, JSON.stringify(row)]));
  } finally {
    lock.release();
  }
}

/** The newest lines that fit. */
function bounded(lines: readonly string[]): string {
  const kept: string[] = [];
  let bytes = 0;
  for (const line of lines.slice(-mostLines).toReversed()) {
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > mostBytes) break;
    kept.unshift(line);
  }
  return kept.map((line) => `${line}\n`).join('');
}

function isSameRun(one: object, { target, run, started_at: startedAt }: HistoryRow): boolean {
  const other = one as Readonly<Record<string, unknown>>;
  return other['target'] === target && other['run'] === run && other['started_at'] === startedAt;
}

function objectIn(line: string): object | undefined {
  const found = jsonIn(line, mostLevels);
  const value = 'value' in found ? found.value : undefined;
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
}

/** No history may stop a night. */
function readableLines(dir: string): readonly string[] {
  try {
    return linesIn(dir);
  } catch {
    return [];
  }
}

/** The lines of the history, of a file that is far too large the last ones. Throws an Error where it can't be read: then it must not be replaced. */
function linesIn(dir: string): readonly string[] {
  const file = join(dir, historyName);
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return [];
  if (!stat.isFile()) throw new Error(`${file} is no file`);
  const descriptor = openSync(file, 'r');
  try {
    const { size } = fstatSync(descriptor);
    const from = Math.max(0, size - mostBytes);
    const bytes = Buffer.alloc(size - from);
    const read = readSync(descriptor, bytes, 0, bytes.length, from);
    const lines = bytes.toString('utf8', 0, read).split('\n');
    return (from === 0 ? lines : lines.slice(1)).filter(
      (line) => line !== '' && Buffer.byteLength(line) <= longestLine,
    );
  } finally {
    closeSync(descriptor);
  }
}

/** Takes the history for this process, once no other process has it. */
async function locked(dir: string): Promise<FolderLock> {
  for (const until = steadyNow() + patienceMs; ; await sleep(againMs)) {
    try {
      return lockFolder(dir, lockName);
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      if (steadyNow() >= until)
        throw new Error(`another night holds ${join(dir, lockName)}: remove it if none runs`, {
          cause: error,
        });
    }
  }
}

/** Most reasons and violations in a line, and most characters of a text in it, so that no night makes the history huge. */
const mostReasons = 5;
const mostSeen = 50;
const longestText = 120;

/** The line of a night in the history. */
export function historyRow(night: Nightly): HistoryRow | undefined {
  const { violations, sightings = [] } = night;
  const figures = night.trend.at(-1);
  if (figures === undefined) return undefined;
  const steady = [...violations.new, ...violations.again].map((one) => ({ ...one, flaky: false }));
  const flaky = violations.flaky.map((one) => ({ ...one, flaky: true }));
  const seen = [...steady, ...flaky].flatMap(({ requirement, flaky: isFlaky, summary }) =>
    rulesOf(requirement).map((rule) => ({
      requirement: rule,
      flaky: isFlaky,
      summary: plain(summary, longestText),
    })),
  );
  return {
    schema: 1,
    target: night.target,
    ...figures,
    verdict: night.verdict,
    reasons: night.reasons.slice(0, mostReasons).map((reason) => plain(reason, longestText)),
    compared_with: night.compared_with,
    new: violations.new.length,
    again: violations.again.length,
    gone: violations.gone.length,
    flaky: violations.flaky.length,
    stale: night.known_deviations.filter(({ state }) => state === 'stale').length,
    drifted: night.drifted.length,
    lost_evidence: night.lost_evidence.length,
    // The first of each requirement: those that happen each time come first.
    seen: [...new Map(seen.toReversed().map((one) => [one.requirement, one])).values()]
      .toReversed()
      .slice(0, mostSeen),
    held: sightings
      .flatMap(({ requirement, tonight }) => (tonight === 'held' ? [requirement] : []))
      .slice(0, mostSeen),
  };
}

/** The figures of a night in the history, for the trend. */
export function figuresIn(row: HistoryRow): NightFigures {
  const { run, started_at: startedAt, latency_ms: latency, tested, reachable } = row;
  const { duration_ms: ms = null, requests = null, sequences = null } = row;
  const { passed = null, violations = null, exit = null } = row;
  return {
    run,
    started_at: startedAt,
    duration_ms: ms,
    requests,
    sequences,
    latency_ms: latency ?? null,
    passed,
    violations,
    ...(tested !== undefined && { tested }),
    ...(reachable !== undefined && { reachable }),
    exit,
  };
}

/** A violation that names no row counts as one of the row with an empty id. */
export function rulesOf(requirement: readonly string[]): readonly string[] {
  return requirement.length === 0 ? [''] : requirement;
}
