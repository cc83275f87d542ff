import { parentPort } from 'node:worker_threads';
import { certifyFault } from '../suites/faults/certify-fault.ts';
import { leastShown } from '../research/minimal/minimal-search.ts';
import type { Answer, Ask } from './try-faults.ts';

/** Answers the questions of `tryFaults` on a thread of its own, several at a time. */
export function answerFaults(): void {
  parentPort?.on('message', (ask: Ask) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of Node, no window
    void tried(ask).then((answer) => parentPort?.postMessage(answer));
  });
}

/** Tries one fault, on whichever thread this is, and looks for less where more was found than its requirement needs. Never throws. */
export async function tried({ fault, runs, seed, bound }: Ask): Promise<Answer> {
  try {
    const result = await certifyFault(fault, { runs, seed });
    if (bound === undefined) return { id: fault.id, result };
    const { blamed, failure } = result;
    const least =
      blamed && failure !== undefined
        ? await leastShown(fault, failure, bound)
        : { least: bound, exact: false };
    return { id: fault.id, result, least };
  } catch (error) {
    return { id: fault.id, error: error instanceof Error ? error.message : String(error) };
  }
}
