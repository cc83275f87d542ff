import { join } from 'node:path';
import { journalName } from '../../harness/journal/journal-place.ts';
import { foldProgress, noProgress } from '../../reports/journal/progress.ts';
import { register } from '../../reports/register.ts';
import { JournalTail } from '../run/journal-tail.ts';
import { liveLine } from './live-line.ts';
import { plainLines } from './plain-lines.ts';
import type { RunLength } from './run-length.ts';
import { stateOf } from './run-state.ts';

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
