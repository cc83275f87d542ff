import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import type { Fault } from '../reference/faults/fault.ts';
import type { FaultResult } from '../suites/faults/certify-fault.ts';
import type { LeastShown } from '../research/minimal/minimal-search.ts';
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
  const start = () => startThread<Ask, Answer>(script, ({ fault }) => fault.id);
  const threads = size > 0 ? Array.from({ length: size }, start) : [await thisThread()];
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

/** What answers one ask after another, or several at a time. */
export interface Thread<Q, A> {
  /** How many it has under way. */
  waiting(): number;
  ask(ask: Q): Promise<A>;
  end(): Promise<void>;
}

/** The answer of a thread that broke. */
export interface Broken {
  readonly id: string;
  readonly error: string;
}

/** The other verbs need no machines: they are loaded only now. */
async function thisThread(): Promise<Thread<Ask, Answer>> {
  const { tried } = await import('./fault-thread.ts');
  return { waiting: () => 0, ask: tried, end: () => Promise.resolve() };
}

const script = new URL('../bin/fault-thread.mjs', import.meta.url);

/** Starts a thread of a script that answers each message with one of the same id; `idOf` is that of an ask. */
export function startThread<Q, A extends { readonly id: string }>(
  file: URL,
  idOf: (ask: Q) => string,
): Thread<Q, A | Broken> {
  const worker = new Worker(file);
  const open = new Map<string, (answer: A | Broken) => void>();
  const settle = (answer: A | Broken): void => {
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
    ask: (ask: Q) =>
      new Promise<A | Broken>((resolve) => {
        open.set(idOf(ask), resolve);
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
