import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import type { Fault } from '../reference/faults/fault.ts';
import type { FaultResult } from '../suites/certify-fault.ts';
import type { LeastShown } from '../suites/least-shown.ts';
import type { Tried } from './faults-table.ts';

interface How {
  readonly runs: number;
  readonly seed: number;
}

/** What a thread is asked, and what it answers. */
export interface Ask extends How {
  readonly fault: Pick<Fault, 'id' | 'requirement' | 'concurrent'>;
  /** The fewest requests after which its requirement is judged, where that is known. */
  readonly bound?: number;
}
export type Answer = { readonly id: string } & (
  { readonly result: FaultResult; readonly least?: LeastShown } | { readonly error: string }
);

/**
 * Tries faults, so many at once, on a thread for each core, since one keeps its core busy but for the waits for notifications.
 * A few are tried here: a thread takes longer to start than they take.
 */
export async function tryFaults(
  faults: readonly Fault[],
  options: How & {
    readonly parallel: number;
    readonly signal: AbortSignal;
    /** By fault the fewest requests after which its requirement is judged. */
    readonly bounds: ReadonlyMap<string, number>;
    readonly onTried: (tried: Tried) => void;
  },
): Promise<void> {
  const { runs, seed, parallel, signal, bounds, onTried } = options;
  const size = faults.length > parallel ? Math.min(availableParallelism(), parallel) : 0;
  const threads = size > 0 ? Array.from({ length: size }, startThread) : [await thisThread()];
  const limit = pLimit(parallel);
  const all = faults.map((fault) =>
    limit(async () => {
      if (signal.aborted) return;
      const thread = threads.reduce((a, b) => (b.waiting() < a.waiting() ? b : a));
      const { id, requirement, concurrent = false } = fault;
      const asked = { id, requirement, ...(concurrent && { concurrent }) };
      const bound = bounds.get(id);
      const answer = await thread.ask({ fault: asked, runs, seed, ...(bound !== undefined && { bound }) });
      if (!signal.aborted) onTried({ fault, ...triedOf(answer) });
    }),
  );
  await Promise.race([Promise.all(all), aborted(signal)]);
  await Promise.all(threads.map((thread) => thread.end()));
}

/** One fault that can't be tried must not end the others. */
function triedOf(answer: Answer): Omit<Tried, 'fault'> {
  if ('result' in answer)
    return { result: answer.result, ...(answer.least !== undefined && { least: answer.least }) };
  return { result: { caught: false, blamed: false, accused: [] }, error: answer.error };
}

interface Thread {
  /** How many faults it has under way. */
  waiting(): number;
  ask(ask: Ask): Promise<Answer>;
  end(): Promise<void>;
}

/** The other verbs need no machines: they are loaded only now. */
async function thisThread(): Promise<Thread> {
  const { tried } = await import('./fault-thread.ts');
  return { waiting: () => 0, ask: tried, end: () => Promise.resolve() };
}

function startThread(): Thread {
  const worker = new Worker(new URL('../bin/fault-thread.mjs', import.meta.url));
  const open = new Map<string, (answer: Answer) => void>();
  const settle = (answer: Answer): void => {
    open.get(answer.id)?.(answer);
    open.delete(answer.id);
  };
  worker.on('message', settle);
  // A thread that breaks takes all that it was asked with it.
  worker.on('error', (error) => {
    for (const id of open.keys())
      settle({ id, error: error instanceof Error ? error.message : String(error) });
  });
  return {
    waiting: () => open.size,
    ask: (ask: Ask) =>
      new Promise<Answer>((resolve) => {
        open.set(ask.fault.id, resolve);
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of Node, no window
        worker.postMessage(ask);
      }),
    end: async () => void (await worker.terminate()),
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
