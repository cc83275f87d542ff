import { prepareRun, type PreparedRun, type RunOptions } from '../../suites/run/prepare.ts';
import { endOnInterrupt, onInterrupt, type Interrupt } from '../command/interrupt.ts';

/** Prepares a run. An interrupt ends the process at once while nothing is written; later there is time to write what was done. */
export async function prepareInterruptible(
  options: RunOptions & { readonly json?: boolean },
): Promise<{ readonly prepared: PreparedRun; readonly interrupt: Interrupt }> {
  const release = endOnInterrupt(options);
  try {
    const prepared = await prepareRun(options);
    return { prepared, interrupt: onInterrupt() };
  } finally {
    release();
  }
}
