import { prepareRun, type PreparedRun } from '../../suites/run/prepare.ts';
import { type RunOptions } from '../../suites/run/run-config.ts';
import { duration as saidMs } from '../../reports/timeline/duration.ts';
import { endOnInterrupt, onInterrupt, type Interrupt } from '../command/interrupt.ts';
import { stderr } from '../command/terminal.ts';

/** Prepares a run. An interrupt ends the process at once while nothing is written; later there is time to write what was done. */
export async function prepareInterruptible(
  options: RunOptions & { readonly json?: boolean; readonly quiet?: boolean },
): Promise<{ readonly prepared: PreparedRun; readonly interrupt: Interrupt }> {
  const release = endOnInterrupt(options);
  try {
    const prepared = await prepareRun({
      ...options,
      ...(options.quiet !== true && options.json !== true && { onAway: noteAway }),
    });
    return { prepared, interrupt: onInterrupt() };
  } finally {
    release();
  }
}

function noteAway(cause: string, forMs: number): void {
  stderr.says((why) => `payproof: ${why} It is waited for, ${saidMs(forMs)} at most (limits.away).`, [cause]);
}
