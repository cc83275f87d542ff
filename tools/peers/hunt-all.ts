import { startThread, type Broken } from '../../cli/threads/threads.ts';
import type { Answer, Question } from './hunt.ts';

const script = new URL('./hunt-thread.mjs', import.meta.url);

/** Hunts on so many threads, on each one after another, since a hunt keeps its core busy. An abort breaks off what is under way. */
export async function huntAll(
  questions: readonly Question[],
  {
    parallel,
    signal,
    onHunted,
  }: {
    readonly parallel: number;
    readonly signal: AbortSignal;
    /** Called after each hunt with its place among the questions. */
    readonly onHunted: (at: number, answer: Answer | Broken) => void;
  },
): Promise<void> {
  let next = 0;
  const huntOnThread = async (): Promise<void> => {
    const thread = startThread<Question, Answer>(script);
    const aborted = new Promise<undefined>((resolve) => {
      if (signal.aborted) resolve(undefined);
      signal.addEventListener('abort', () => resolve(undefined), { once: true });
    });
    try {
      for (let at = next++; at < questions.length; at = next++) {
        const question = questions[at];
        const answer = question && (await Promise.race([thread.ask(question), aborted]));
        if (answer === undefined) return;
        onHunted(at, answer);
      }
    } finally {
      await thread.end();
    }
  };
  await Promise.all(Array.from({ length: Math.min(parallel, questions.length) }, huntOnThread));
}
