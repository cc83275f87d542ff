import { join } from 'node:path';
import { journalName } from '../../harness/journal/journal-damage.ts';
import { foldProgress, noProgress, type SeenViolation } from '../../reports/journal/progress.ts';
import { register } from '../../reports/register.ts';
import type { RunLength } from './run-length.ts';
import { stateOf, type Display, type RunState } from './run-state.ts';
import { clearScreenDown, cursorTo, moveCursor } from 'node:readline';
import stringWidth from 'string-width';
import { type FileHandle, open } from 'node:fs/promises';
import { pluralize, plain } from '../../reports/words/plain.ts';
import cliTruncate from 'cli-truncate';

/** Interval of reading the journal, ms: short enough for a terminal, long enough to cost the run nothing. */
const lookMs = 500;

/** A display of a run's progress. */
export interface ShownProgress {
  /** Shows nothing while this goes on, such as a question. */
  pausedFor<T>(work: () => Promise<T>): Promise<T>;
  end(): Promise<void>;
}

/** For who wants none. */
export const noDisplay: ShownProgress = { pausedFor: (work) => work(), end: async () => undefined };

/** Shows a run's progress on standard error while it writes its journal: each violation when it is found, and how far the run has come. */
export function showProgress(dir: string, length: RunLength): ShownProgress {
  const tail = new JournalTail(join(dir, journalName));
  const display = process.stderr.isTTY ? liveLine(process.stderr) : plainLines(process.stderr);
  const started = performance.now();
  let progress = noProgress;
  let lookedAt = started;
  let paused = false;
  let told = 0;

  const look = async (): Promise<void> => {
    const before = progress.requests;
    for await (const line of tail.lines()) progress = foldProgress(progress, line, register);
    const now = performance.now();
    const rate = (progress.requests - before) / ((now - lookedAt) / 1000);
    lookedAt = now;
    if (paused) return;
    for (const violation of progress.violations.slice(told)) display.violation(violation);
    told = progress.violations.length;
    display.show(stateOf(progress, length, { elapsedMs: now - started, rate }));
  };
  // One look after the other. A look that fails must not fail the run.
  let looking = Promise.resolve();
  const lookAgain = (): Promise<void> => (looking = looking.then(look).catch(() => undefined));
  const timer = setInterval(() => void lookAgain(), lookMs);
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
    async end() {
      clearInterval(timer);
      await lookAgain();
      display.end();
      await tail.close();
    },
  };
}

/** Interval of lines where there is no terminal, ms. */
const lineMs = 5000;

/** Lines for a log, each with its time: every violation at once, and the state now and then. */
export function plainLines(stream: { write(text: string): unknown }, now = () => Date.now()): Display {
  let next = now() + lineMs;
  const line = (text: string): void => {
    stream.write(`${new Date(now()).toISOString().replace(/\.\d+Z$/, 'Z')} ${text}\n`);
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

const newline = 0x0a;
const chunkBytes = 1 << 20;

/** Reads the lines that were added to a growing file since the last look. */
export class JournalTail {
  readonly #file: string;
  #handle: FileHandle | undefined;
  #offset = 0;
  #rest: Buffer = Buffer.alloc(0);

  constructor(file: string) {
    this.#file = file;
  }

  /** The whole lines that were not read yet; a line that is still being written is read next time. */
  async *lines(): AsyncGenerator<string> {
    this.#handle ??= await open(this.#file, 'r');
    const chunk = Buffer.alloc(chunkBytes);
    for (;;) {
      const { bytesRead } = await this.#handle.read(chunk, 0, chunkBytes, this.#offset);
      if (bytesRead === 0) return;
      this.#offset += bytesRead;
      const bytes = Buffer.concat([this.#rest, chunk.subarray(0, bytesRead)]);
      const end = bytes.lastIndexOf(newline) + 1;
      this.#rest = Buffer.from(bytes.subarray(end));
      if (end > 0) yield* bytes.toString('utf8', 0, end - 1).split('\n');
    }
  }

  async close(): Promise<void> {
    await this.#handle?.close();
    this.#handle = undefined;
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
    ...(state.leftMs === undefined ? [] : [`about ${clock(state.leftMs)} left`]),
    `${state.requestsPerSecond}/s`,
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
    ...(state.leftMs === undefined ? [] : [`about ${clock(state.leftMs)} left`]),
    `${state.requestsPerSecond} requests/s`,
    pluralize(state.sequences, 'sequence'),
    `${state.proven} of ${state.testable} requirements`,
    suitesText(state),
  ].join(', ');
}

/** A violation that was just found, in one line of at most so many columns. Default: in full. */
function violationLine({ requirement, summary, flaky }: SeenViolation, columns = Infinity): string {
  const how = flaky ? ' (not each time, so it accuses nobody)' : '';
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

function percent({ share }: RunState): string {
  return `${Math.floor(share * 100)} %`;
}

function suitesText({ suites }: RunState): string {
  return suites.length === 0 ? 'starting' : suites.join(', ');
}

/** Cuts a line to so many columns; wide characters take two. */
function fitted(text: string, columns: number): string {
  return columns === Infinity ? text : cliTruncate(text, columns);
}
