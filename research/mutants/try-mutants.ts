import { pathToFileURL } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { startThread, type Thread } from '../../cli/faults/threads.ts';
import type { Answer, Effort, Question } from './judge-mutant.ts';
import type { Mutant } from './mutant.ts';
import { isMetWhileLoading, outcomeOf, suitesFor, type Outcome } from './outcome.ts';

/** What came of one mutant. */
export interface Tried {
  readonly mutant: Mutant;
  readonly outcome: Outcome;
  readonly seconds: number;
}

export interface Trying extends Effort {
  /** The instrumented copy. */
  readonly folder: string;
  /** The run without a mutant. */
  readonly sound: Answer;
  /** Threads, each with one mutant after another. */
  readonly parallel: number;
  /** How long one mutant may take, ms. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly onTried: (tried: Tried) => void;
}

/** A mutant may be met this much more often than in the run without one, before its loop counts as endless. */
const timesMore = 200;
/** And at least so often, since a changed run may go another way. */
const leastHits = 100_000;

/** Runs all suites on a copy with no mutant on. Throws an Error when that accuses the reference. */
export async function soundRun(folder: string, suites: readonly string[], effort: Effort): Promise<Answer> {
  const thread = startThread<Question, Answer>(scriptIn(folder));
  try {
    const answer = await thread.ask({ ...effort, id: 'none', suites });
    if ('error' in answer) throw new Error(`the run without a mutant failed: ${answer.error}`);
    if (answer.failure !== undefined)
      throw new Error(`the run without a mutant accuses ${answer.failure.requirements.join(', ')}`);
    return answer;
  } finally {
    await thread.end();
  }
}

/** Tries mutants in their order, on so many threads. A thread that has loaded a mutant, or did not answer, is not used again. */
export async function tryMutants(mutants: readonly Mutant[], trying: Trying): Promise<void> {
  let next = 0;
  const onThread = async (): Promise<void> => {
    let thread: Thread<Question, Answer> | undefined;
    for (let at = next++; at < mutants.length && !trying.signal.aborted; at = next++) {
      const mutant = mutants[at];
      if (mutant === undefined) break;
      const fresh = isMetWhileLoading(mutant, trying.sound.met);
      if (fresh) await thread?.end();
      thread = fresh || thread === undefined ? startThread(scriptIn(trying.folder)) : thread;
      const began = performance.now();
      const answer = await answered(thread, questionAbout(mutant, trying), trying);
      if (answer === 'aborted') break;
      const outcome = outcomeOf(mutant, answer, trying.sound);
      trying.onTried({ mutant, outcome, seconds: (performance.now() - began) / 1000 });
      if (!fresh && answer !== 'timeout' && !('error' in answer)) continue;
      await thread.end();
      thread = undefined;
    }
    await thread?.end();
  };
  await Promise.all(Array.from({ length: Math.min(trying.parallel, mutants.length) }, onThread));
}

async function answered(
  thread: Thread<Question, Answer>,
  question: Question,
  { timeoutMs, signal }: Trying,
): Promise<Awaited<ReturnType<typeof thread.ask>> | 'timeout' | 'aborted'> {
  const ending = new AbortController();
  const either = AbortSignal.any([signal, ending.signal]);
  const over = sleep(timeoutMs, 'timeout' as const, { signal: either }).catch(() => 'aborted' as const);
  const answer = await Promise.race([thread.ask(question), over]);
  ending.abort();
  return answer;
}

function questionAbout(mutant: Mutant, { sound, seed, runs, randomOnly = false }: Trying): Question {
  const hits = Math.max(...Object.values(sound.met).map((of) => of[mutant.number] ?? 0));
  return {
    id: mutant.id,
    mutant: mutant.number,
    suites: suitesFor(mutant, sound),
    hitLimit: Math.max(leastHits, timesMore * hits),
    seed,
    runs,
    randomOnly,
  };
}

function scriptIn(folder: string): URL {
  return pathToFileURL(join(folder, 'research/mutants/mutant-thread.mjs'));
}
