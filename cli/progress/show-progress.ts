import { journalIn, unpacked } from '../../harness/journal/journal-bytes.ts';
import { reduceJournal } from '../../harness/journal/read-journal.ts';
import { Progress, type SeenViolation } from '../../reports/journal/progress.ts';
import { register } from '../../reports/register.ts';
import type { RunLength } from './run-length.ts';
import { ReplyRate, stateOf, type Display, type RunState } from './run-state.ts';
import { clearScreenDown, cursorTo, moveCursor } from 'node:readline';
import stringWidth from 'string-width';
import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { pluralize, plain } from '../../reports/words/plain.ts';
import cliTruncate from 'cli-truncate';
import { terminalText } from '../command/terminal.ts';
import { steadyNow } from '../../harness/time.ts';

/** Interval of reading the journal, ms: short enough for a terminal, long enough to cost the run nothing. */
const lookMs = 500;

/** A display of a run's progress. */
export interface ShownProgress {
  /** Shows nothing while this goes on, such as a question. */
  pausedFor<T>(work: () => Promise<T>): Promise<T>;
  /** The suites are through: what is left are the reports. */
  reports(): void;
  end(): Promise<void>;
}

/** For who wants none. */
export const noDisplay: ShownProgress = {
  pausedFor: (work) => work(),
  reports: () => undefined,
  end: async () => undefined,
};

/** Shows a run's progress on standard error while it writes its journal: each violation when it is found, and how far the run has come. */
export function showProgress(dir: string, length: RunLength): ShownProgress {
  const display = process.stderr.isTTY ? liveLine(process.stderr) : plainLines(process.stderr);
  const started = performance.now();
  const progress = new Progress(register);
  const replies = new ReplyRate(started);
  let paused = false;
  let told = 0;
  let least = 0;
  let isReporting = false;

  const over = new AbortController();
  const bytes = unpacked(growing(journalIn(dir) ?? dir, over.signal));
  // What can't be read must not fail the run.
  const following = reduceJournal(bytes, progress.reducers).catch(() => undefined);
  const look = (): void => {
    const now = performance.now();
    const rate = replies.note(now, progress.requestsSinceStart);
    if (paused) return;
    for (const violation of progress.violations.slice(told)) display.violation(violation);
    told = progress.violations.length;
    const at = { elapsedMs: now - started, rate, least, ...(isReporting && { stage: 'reports' as const }) };
    const state = stateOf(progress, length, at);
    least = state.share;
    display.show(state);
  };
  const timer = setInterval(look, lookMs);
  return {
    async pausedFor(work) {
      paused = true;
      display.clear();
      try {
        return await work();
      } finally {
        paused = false;
      }
    },
    reports() {
      isReporting = true;
    },
    async end() {
      clearInterval(timer);
      over.abort();
      await following;
      look();
      display.end();
    },
  };
}

/** Interval of lines where there is no terminal, ms. */
const lineMs = 5000;

/** Lines for a log, each with its time: every violation at once, and the state now and then. */
export function plainLines(stream: { write(text: string): unknown }, now = steadyNow): Display {
  let next = now() + lineMs;
  const line = (text: string): void => {
    stream.write(
      `${new Date(now()).toISOString().replace(/\.\d+Z$/, 'Z')} ${terminalText(plain(text, Infinity))}\n`,
    );
  };
  return {
    violation: (violation) => line(violationLine(violation)),
    show(state) {
      if (now() < next) return;
      next += lineMs;
      line(stateText(state));
    },
    clear: () => undefined,
    end: () => undefined,
  };
}

/** What this needs of a terminal. */
type Terminal = Pick<NodeJS.WriteStream, 'write' | 'columns' | 'on' | 'off'>;

const hideCursor = '\u{1b}[?25l';
const showCursor = '\u{1b}[?25h';

/** A terminal that does not say how wide it is. */
const usualColumns = 80;

/** One line that is drawn again and again, below the violations that were found. It is never wider than the terminal. */
export function liveLine(terminal: Terminal): Display {
  let drawn = '';
  let state: RunState | undefined;
  // The last column stays free: some terminals wrap as soon as it is written.
  const columns = (): number => (terminal.columns || usualColumns) - 1;

  /** Also what a terminal that has become narrower has wrapped. */
  const erase = (): void => {
    if (drawn === '') return;
    const rows = Math.ceil(stringWidth(drawn) / (columns() + 1));
    moveCursor(terminal as NodeJS.WriteStream, 0, -rows);
    cursorTo(terminal as NodeJS.WriteStream, 0);
    clearScreenDown(terminal as NodeJS.WriteStream);
    drawn = '';
  };
  const draw = (): void => {
    erase();
    if (state === undefined) return;
    drawn = stateLine(state, columns());
    // The cursor stands below: some terminals do not wrap the line that it is in.
    terminal.write(`${hideCursor}${drawn}\n`);
  };
  const stop = (): void => {
    erase();
    state = undefined;
    terminal.write(showCursor);
  };
  terminal.on('resize', draw);
  return {
    violation(violation) {
      erase();
      terminal.write(`${violationLine(violation, columns())}\n`);
      draw();
    },
    show(now) {
      state = now;
      draw();
    },
    clear: stop,
    end() {
      stop();
      terminal.off('resize', draw);
    },
  };
}

const chunkBytes = 1 << 18;

/** The bytes of a file that grows, until it is over and all of them are read. `everyMs`: how often it is looked at. */
export async function* growing(
  file: string,
  over: AbortSignal,
  everyMs = lookMs,
): AsyncGenerator<Buffer, void> {
  const handle = await open(file, 'r');
  const buffer = Buffer.alloc(chunkBytes);
  try {
    for (let at = 0; ;) {
      const isOver = over.aborted;
      const { bytesRead } = await handle.read(buffer, 0, chunkBytes, at);
      at += bytesRead;
      if (bytesRead > 0) yield Buffer.from(buffer.subarray(0, bytesRead));
      else if (isOver) return;
      else await sleep(everyMs, undefined, { signal: over }).catch(() => undefined);
    }
  } finally {
    await handle.close();
  }
}

const barWidth = 16;

/** The state of a run in one line of at most so many columns: violations first. What does not fit is left out from its end. */
function stateLine(state: RunState, columns: number): string {
  const done = Math.round(state.share * barWidth);
  const parts = [
    pluralize(state.violations, 'violation'),
    `${'█'.repeat(done)}${'░'.repeat(barWidth - done)} ${percent(state)}`,
    clock(state.elapsedMs),
    ...leftTexts(state),
    ...awayTexts(state),
    `${rateText(state)}/s`,
    ...waitingTexts(state),
    suitesText(state),
  ];
  return fitted(parts.join('  '), columns);
}

/** The same for a log, in full. */
function stateText(state: RunState): string {
  return [
    pluralize(state.violations, 'violation'),
    percent(state),
    `${clock(state.elapsedMs)} elapsed`,
    ...leftTexts(state),
    ...awayTexts(state),
    `${rateText(state)} requests/s`,
    ...waitingTexts(state),
    pluralize(state.sequences, 'sequence'),
    `${state.proven} of ${state.testable} requirements`,
    suitesText(state),
  ].join(', ');
}

/** A violation that was just found, in one line of at most so many columns. Default: in full. */
function violationLine({ requirement, summary, flaky }: SeenViolation, columns = Infinity): string {
  const how = flaky ? ' (not each time, so it does not accuse the target)' : '';
  return fitted(`✗ ${plain(requirement.join(', '))}${how}: ${plain(summary, Infinity)}`, columns);
}

/** A time as people read it on a clock: `0:07`, `12:30`, `1:02:03`. */
export function clock(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const two = (part: number): string => String(part).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  const rest = two(seconds % 60);
  return minutes < 60 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${rest}`;
}

/** A second at least: nothing that goes on takes no time. */
function leftTexts({ leftMs }: RunState): readonly string[] {
  return leftMs === undefined ? [] : [`about ${clock(Math.max(1000, leftMs))} left`];
}

function awayTexts({ away }: RunState): readonly string[] {
  return away === undefined
    ? []
    : [`target away for ${clock(away.forMs)}, giving up at ${clock(away.mostMs)}`];
}

function waitingTexts({ waiting }: RunState): readonly string[] {
  return waiting.map(({ method, path, ms }) => `waiting for ${plain(method)} ${plain(path)}, ${clock(ms)}`);
}

/** Below ten with a place behind the point: a slow target has less than one a second. */
function rateText({ requestsPerSecond }: RunState): string {
  return requestsPerSecond < 9.95
    ? String(Math.round(requestsPerSecond * 10) / 10)
    : String(Math.round(requestsPerSecond));
}

function percent({ share }: RunState): string {
  return `${Math.floor(share * 100)} %`;
}

const stageTexts = {
  begin: 'starting',
  'read back': 'reading back what was judged before',
  suites: 'between two suites',
  reports: 'writing the reports',
} as const satisfies Record<RunState['stage'], string>;

function suitesText({ suites, stage }: RunState): string {
  if (stage !== 'suites' || suites.length === 0) return stageTexts[stage];
  return plain(
    suites
      .map(({ name, note, isPlanning }) => {
        const what = note ?? (isPlanning ? 'planning' : undefined);
        return what === undefined ? name : `${name} (${what})`;
      })
      .join(', '),
  );
}

/** Cuts a line to so many columns; wide characters take two. */
function fitted(text: string, columns: number): string {
  return columns === Infinity ? text : cliTruncate(text, columns);
}
