import { parentPort, Worker, type ResourceLimits } from 'node:worker_threads';

/** A question for a thread, and its answer: both carry the same id. */
interface Identified {
  readonly id: string;
}

/** In place of an answer: what was thrown. */
export interface Broken extends Identified {
  readonly error: string;
}

/** Answers several questions at a time. */
export interface Thread<Q, A> {
  /** How many questions it has not answered yet. */
  waiting(): number;
  /** Never rejects. */
  ask(question: Q): Promise<A | Broken>;
  end(): Promise<void>;
}

/** The heap of a thread that checks suites or makes plans, MB: some three times what it keeps alive in a default run. */
export const threadHeap = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 12 } as const;

/** Why a thread with such limits has broken off. Where it needed more heap than it has, that is a limit of ours, or of Node where it has none. */
export function causeInThread(
  error: Error & { readonly code?: string },
  { maxOldGenerationSizeMb: most }: ResourceLimits,
): string {
  if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') return error.message;
  const bound = most === undefined ? 'the memory' : `the ${most} MB of memory`;
  return `a thread of payproof needed more than ${bound} that it may take, which says nothing of the target`;
}

/** Starts a thread of a script that calls `answerQuestions`. Its heap is bounded where a bound is given. */
export function startThread<Q extends Identified, A extends Identified>(
  script: URL,
  resourceLimits: ResourceLimits = {},
): Thread<Q, A> {
  const worker = new Worker(script, { resourceLimits });
  const open = new Map<string, (answer: A | Broken) => void>();
  const settle = (answer: A | Broken): void => {
    open.get(answer.id)?.(answer);
    open.delete(answer.id);
  };
  worker.on('message', settle);
  /** Why it answers nothing any more. */
  let broken: unknown;
  // A thread that breaks answers none of its open questions.
  const breakOff = (error: unknown): void => {
    broken ??= error;
    for (const id of open.keys()) settle(brokenBy(id, broken));
  };
  worker.on('error', (error: Error) => breakOff(causeInThread(error, resourceLimits)));
  worker.on('exit', (code) => breakOff(`the thread ended with code ${code}`));
  return {
    waiting: () => open.size,
    ask: (question) =>
      new Promise((resolve) => {
        if (broken !== undefined) return resolve(brokenBy(question.id, broken));
        open.set(question.id, resolve);
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of Node, no window
        worker.postMessage(question);
      }),
    end: async () => void (await worker.terminate()),
  };
}

/** Answers on the calling thread. */
export function callingThread<Q extends Identified, A>(answer: (question: Q) => Promise<A>): Thread<Q, A> {
  return {
    waiting: () => 0,
    ask: async (question) => {
      // It may throw before it gives a promise, which would end the whole thread.
      try {
        return await answer(question);
      } catch (error) {
        return brokenBy(question.id, error);
      }
    },
    end: () => Promise.resolve(),
  };
}

/** The other side of `startThread`: answers every question that this thread is sent. */
export function answerQuestions(answer: (question: never) => Promise<unknown>): void {
  const here = callingThread<never, unknown>(answer);
  parentPort?.on('message', (question: unknown) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of Node, no window
    void here.ask(question as never).then((answered) => parentPort?.postMessage(answered));
  });
}

function brokenBy(id: string, error: unknown): Broken {
  return { id, error: error instanceof Error ? error.message : String(error) };
}
