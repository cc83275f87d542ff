import { join } from 'node:path';
import { Presets, SingleBar } from 'cli-progress';
import { counted } from '../../reports/counted.ts';
import { journalName } from '../../reports/journal/fold.ts';
import { foldProgress, noProgress, type Progress } from '../../reports/journal/progress.ts';
import { register } from '../../reports/register.ts';
import { JournalTail } from './journal-tail.ts';

/** Interval of reading the journal, ms: short enough for a terminal, long enough to cost the run nothing. */
const lookMs = 500;
/** Interval of lines where there is no terminal, ms. */
const lineMs = 5000;

interface Display {
  show(progress: Progress, requestsPerSecond: number): void;
  /** Leaves the terminal to somebody who types, until `show` is called again. */
  clear(): void;
  end(): void;
}

/** A display of a run's progress. */
export interface ShownProgress {
  /** Shows nothing while this goes on, such as a question. */
  pausedFor<T>(work: () => Promise<T>): Promise<T>;
  end(): Promise<void>;
}

/** For who wants none. */
export const noDisplay: ShownProgress = { pausedFor: (work) => work(), end: async () => undefined };

/** Shows a run's progress on standard error while it writes its journal. */
export function showProgress(dir: string): ShownProgress {
  const tail = new JournalTail(join(dir, journalName));
  const display = process.stderr.isTTY ? liveLine() : plainLines();
  let progress = noProgress;
  let lookedAt = performance.now();
  let paused = false;

  const look = async (): Promise<void> => {
    const before = progress.requests;
    for await (const line of tail.lines()) progress = foldProgress(progress, line, register);
    const now = performance.now();
    if (!paused) display.show(progress, Math.round((progress.requests - before) / ((now - lookedAt) / 1000)));
    lookedAt = now;
  };
  // One look after the other. A look that fails must not fail the run.
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(look).catch(() => undefined);
  }, lookMs);
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
      await looking;
      display.end();
      await tail.close();
    },
  };
}

function liveLine(): Display {
  const bar = new SingleBar(
    {
      format:
        '{suite} |{bar}| {value}/{total} requirements · {sequences} sequences · {rate} requests/s · {violations} violations',
      stream: process.stderr,
      barsize: 20,
      hideCursor: true,
      clearOnComplete: true,
      stopOnComplete: false,
      // We handle Ctrl-C: the run still has to write what it did.
      gracefulExit: false,
    },
    Presets.shades_classic,
  );
  const start = (): void =>
    bar.start(register.requirements.length, 0, { suite: 'starting', sequences: 0, rate: 0, violations: 0 });
  start();
  return {
    show(progress, rate) {
      if (!bar.isActive) start();
      bar.setTotal(progress.testable.size);
      bar.update(progress.proven.size, {
        suite: suitesText(progress),
        sequences: progress.sequences,
        rate,
        violations: progress.violations,
      });
    },
    clear: () => bar.stop(),
    end: () => bar.stop(),
  };
}

function plainLines(): Display {
  let next = performance.now() + lineMs;
  return {
    show(progress, rate) {
      if (performance.now() < next) return;
      next += lineMs;
      const { sequences, proven, testable, violations } = progress;
      process.stderr.write(
        `${suitesText(progress)}: ${counted(sequences, 'sequence')}, ${rate} requests/s, ${proven.size} of ${testable.size} requirements, ${counted(violations, 'violation')}\n`,
      );
    },
    clear: () => undefined,
    end: () => undefined,
  };
}

function suitesText({ suites }: Progress): string {
  const names = [...suites].map(([name, note]) => (note === undefined ? name : `${name} (${note})`));
  return names.length === 0 ? 'starting' : names.join(', ');
}
