import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { packageRoot } from '../harness/package-root.ts';
import type { RunPlan } from '../suites/run/run-plan.ts';
import type { Told } from './run/suites-thread.ts';

export interface SuitesOutcome {
  /** What went wrong on our side: errors that accuse nobody. */
  readonly faults: readonly string[];
  /** Why the run's folder can't be written any more. */
  readonly unwritable?: string;
}

/**
 * Runs the suites in a thread of their own: an embedded server keeps this one busy. What they found stands in the journal. The signal ends them
 * early. Never rejects. `script` is what the thread runs.
 */
export async function runSuites(
  plan: RunPlan,
  signal: AbortSignal,
  script = join(packageRoot, 'bin', 'suites-thread.mjs'),
): Promise<SuitesOutcome> {
  const faults: string[] = [];
  let unwritable: string | undefined;
  const thread = new Worker(script, { workerData: plan });
  thread.on('message', (told: Told) => {
    if ('unwritable' in told) unwritable = told.unwritable;
    else faults.push(told.fault);
  });
  thread.on('error', (error) => faults.push(`the suites broke off: ${error.message}`));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of Node, no window
  const end = (): void => thread.postMessage('end');
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  const code = await new Promise<number>((resolve) => thread.once('exit', resolve));
  signal.removeEventListener('abort', end);
  if (unwritable !== undefined) return { faults: [], unwritable };
  // Whatever ended it, claims may be left that nobody tried.
  if (code !== 0 && faults.length === 0) faults.push(`the suites ended early, with status ${code}`);
  return { faults: signal.aborted ? [] : faults };
}
