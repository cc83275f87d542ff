import { startThread } from '../../cli/try-faults.ts';
import type { Answer, Ask } from './hunt.ts';

const script = new URL('./hunt-thread.mjs', import.meta.url);

/** Hunts on so many threads, each one after another, since a hunt keeps its core busy. An abort ends it with what is under way. */
export async function huntAll(
  asks: readonly Ask[],
  {
    parallel,
    signal,
    onHunted,
  }: {
    readonly parallel: number;
    readonly signal: AbortSignal;
    /** Told of each when it is done, by its place among the asks. */
    readonly onHunted: (at: number, answer: Answer) => void;
  },
): Promise<void> {
  let next = 0;
  const thread = async (): Promise<void> => {
    const started = startThread<Ask, Answer>(script, ({ id }) => id);
    const ended = new Promise<'aborted'>((resolve) => {
      if (signal.aborted) resolve('aborted');
      signal.addEventListener('abort', () => resolve('aborted'), { once: true });
    });
    try {
      for (let at = next++; at < asks.length; at = next++) {
        const ask = asks[at];
        const answer = ask && (await Promise.race([started.ask(ask), ended]));
        if (answer === undefined || answer === 'aborted') return;
        onHunted(at, answer);
      }
    } finally {
      await started.end();
    }
  };
  await Promise.all(Array.from({ length: Math.min(parallel, asks.length) }, thread));
}
