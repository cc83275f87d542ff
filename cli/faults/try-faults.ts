import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import type { Fault } from '../../reference/faults/fault.ts';
import { type FaultResult, certifyFault } from '../../suites/faults/certify-fault.ts';
import { callingThread, startThread } from '../threads/threads.ts';

/** One fault to be tried, as plain data that a thread can be sent. */
export interface FaultQuestion extends Pick<Fault, 'id' | 'requirement' | 'concurrent' | 'inBrowser'> {
  readonly runs: number;
  readonly seed: number;
  /** Any failure that could be repeated is enough. Default: one that accuses the broken requirement. */
  readonly untilCaught?: boolean;
  /** All suites are run, until any failure could be repeated. Default: those of the interface of the broken requirement. */
  readonly whole?: boolean;
  /** No failure ends the run. */
  readonly toTheEnd?: boolean;
}

/** What came of it. */
export interface FaultAnswer {
  readonly id: string;
  readonly result: FaultResult;
}

/** What came of one seeded fault. */
export interface Tried<A extends FaultAnswer = FaultAnswer> {
  readonly fault: Fault;
  readonly result: FaultResult;
  /** Absent: it could not be tried to its end. */
  readonly answer?: A;
  /** Why it could not be tried to its end: an error of our own. */
  readonly error?: string;
}

/** What is done with each fault. */
export interface Work<Q extends FaultQuestion, A extends FaultAnswer> {
  questionAbout(fault: Fault): Q;
  /** Starts a thread that answers questions with `answer`. */
  readonly script: URL;
  /** Loads the function that answers: few commands need the machines that it imports. */
  load(): Promise<(question: Q) => Promise<A>>;
}

/** The question about a fault. */
export function questionAbout(
  { id, requirement, concurrent, inBrowser }: Fault,
  run: Pick<FaultQuestion, 'runs' | 'seed' | 'untilCaught' | 'whole' | 'toTheEnd'>,
): FaultQuestion {
  return { id, requirement, ...run, ...(concurrent && { concurrent }), ...(inBrowser && { inBrowser }) };
}

/**
 * Tries faults on a thread for each core, since one keeps its core busy but for the waits for notifications. No more of them than
 * `parallel` are tried on the calling thread: a thread takes longer to start than they take. Gives the answers in the order of their
 * faults' ids; after an abort, those that were given until then.
 */
export async function tryFaults<Q extends FaultQuestion, A extends FaultAnswer>(
  faults: readonly Fault[],
  work: Work<Q, A>,
  options: {
    /** Faults under way at once. */
    readonly parallel: number;
    readonly signal: AbortSignal;
    readonly onTried: (tried: Tried<A>) => void;
  },
): Promise<readonly Tried<A>[]> {
  const { parallel, signal, onTried } = options;
  const size = faults.length > parallel ? Math.min(availableParallelism(), parallel) : 0;
  const threads =
    size > 0
      ? Array.from({ length: size }, () => startThread<Q, A>(work.script))
      : [callingThread(await work.load())];
  const tried: Tried<A>[] = [];
  const limit = pLimit(parallel);
  const all = faults.map((fault) =>
    limit(async () => {
      if (signal.aborted) return;
      const thread = threads.reduce((a, b) => (b.waiting() < a.waiting() ? b : a));
      const answer = await thread.ask(work.questionAbout(fault));
      if (signal.aborted) return;
      const one =
        'error' in answer
          ? { fault, result: nothingCaught, error: answer.error }
          : { fault, result: answer.result, answer };
      tried.push(one);
      onTried(one);
    }),
  );
  await Promise.race([Promise.all(all), aborted(signal)]);
  await Promise.all(threads.map((thread) => thread.end()));
  return tried.sort((a, b) => (a.fault.id < b.fault.id ? -1 : 1));
}

/** The result of a fault that could not be tried. */
export const nothingCaught: FaultResult = {
  caught: false,
  blamed: false,
  flaky: 0,
  shown: 0,
  accused: [],
  beside: [],
  experiments: [],
};

/** What a run has accused; where that is nothing, the open points that it has looked into. */
export function accusedText({ accused, experiments }: FaultResult): string {
  if (accused.length > 0) return accused.join(', ');
  return [...new Set(experiments.map(({ point, ended }) => `open point ${point}: ${ended}`))].join(', ');
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Certifies a server that has the fault. Apart from `tryFaults`, since it loads the machines. */
export async function tryFault({
  runs,
  seed,
  untilCaught,
  whole,
  toTheEnd,
  ...fault
}: FaultQuestion): Promise<FaultAnswer> {
  const run = {
    runs,
    seed,
    ...(untilCaught === true && { untilCaught }),
    ...(whole === true && { whole }),
    ...(toTheEnd === true && { toTheEnd }),
  };
  return { id: fault.id, result: await certifyFault(fault, run) };
}
