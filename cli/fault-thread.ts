import { parentPort } from 'node:worker_threads';
import { certifyFault } from '../suites/certify-fault.ts';
import type { Answer, Ask } from './try-faults.ts';

/** Answers the questions of `tryFaults` on a thread of its own, several at a time. */
export function answerFaults(): void {
  parentPort?.on('message', (ask: Ask) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of Node, no window
    void tried(ask).then((answer) => parentPort?.postMessage(answer));
  });
}

/** Tries one fault, on whichever thread this is. Never throws. */
export async function tried({ fault, runs, seed }: Ask): Promise<Answer> {
  try {
    return { id: fault.id, result: await certifyFault(fault, { runs, seed }) };
  } catch (error) {
    return { id: fault.id, error: error instanceof Error ? error.message : String(error) };
  }
}
