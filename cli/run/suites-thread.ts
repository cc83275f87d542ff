import { parentPort, workerData } from 'node:worker_threads';
import { Unwritable } from '../../harness/trouble.ts';
import { claimsOfRun } from '../../suites/replay/kept.ts';
import { openCheckedRun } from '../../suites/run/check-claims.ts';
import type { RunPlan } from '../../suites/run/run-plan.ts';

/** What the thread of the suites tells of what went wrong on our side. */
export type Told = { readonly fault: string } | { readonly unwritable: string };

/** Checks the claims of the run that the thread was started with, one after another. A message ends it early. */
export async function checkInThread(): Promise<void> {
  const ending = new AbortController();
  const end = (): void => ending.abort();
  parentPort?.once('message', end);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of Node, no window
  const tell = (what: Told): void => parentPort?.postMessage(what);
  try {
    const { run, check } = await openCheckedRun(workerData as RunPlan);
    try {
      for (const claim of claimsOfRun) {
        if (ending.signal.aborted) break;
        await check(claim, claimsOfRun, ending.signal).catch((error: unknown) => {
          if (error instanceof Unwritable) throw error;
          tell({ fault: messageOf(error) });
        });
      }
    } finally {
      await run.close();
    }
  } catch (error) {
    tell(error instanceof Unwritable ? { unwritable: error.message } : { fault: messageOf(error) });
  } finally {
    // An open port would keep the thread alive.
    parentPort?.off('message', end);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
