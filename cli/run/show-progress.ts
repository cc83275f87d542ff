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
  end(): void;
}

/** Shows a run's progress on standard error while it writes its journal. The returned function ends it. */
export function showProgress(dir: string): () => Promise<void> {
  const tail = new JournalTail(join(dir, journalName));
  const display = process.stderr.isTTY ? liveLine() : plainLines();
  let progress = noProgress;
  let lookedAt = performance.now();

  const look = async (): Promise<void> => {
    const before = progress.requests;
    for await (const line of tail.lines()) progress = foldProgress(progress, line, register);
    const now = performance.now();
    display.show(progress, Math.round((progress.requests - before) / ((now - lookedAt) / 1000)));
    lookedAt = now;
  };
  // One look after the other. A look that fails must not fail the run.
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(look).catch(() => undefined);
  }, lookMs);
  return async () => {
    clearInterval(timer);
    await looking;
    display.end();
    await tail.close();
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
  bar.start(register.requirements.length, 0, { suite: 'starting', sequences: 0, rate: 0, violations: 0 });
  return {
    show(progress, rate) {
      bar.setTotal(progress.testable.size);
      bar.update(progress.proven.size, {
        suite: suitesText(progress),
        sequences: progress.sequences,
        rate,
        violations: progress.violations,
      });
    },
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
    end: () => undefined,
  };
}

function suitesText({ suites }: Progress): string {
  const names = [...suites].map(([name, note]) => (note === undefined ? name : `${name} (${note})`));
  return names.length === 0 ? 'starting' : names.join(', ');
}
