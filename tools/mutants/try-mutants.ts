import { pathToFileURL } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { startThread, type Thread } from '../../cli/threads/threads.ts';
import type { Answer, Effort, Question, RecordQuestion } from './judge-mutant.ts';
import type { Mutant } from './mutant.ts';
import { isMetWhileLoading, outcomeOf, partsFor, type Outcome } from './outcome.ts';

/** What came of one mutant. */
export interface Tried {
  readonly mutant: Mutant;
  readonly outcome: Outcome;
  readonly seconds: number;
  /** False: the run ended after so many requests as were allowed, with parts of the course left. */
  readonly whole: boolean;
}

export interface Trying {
  readonly seed: number;
  /** The instrumented copy. */
  readonly folder: string;
  /** The file of the course. */
  readonly course: string;
  /** The course without a mutant. */
  readonly sound: Answer;
  /** The numbers of all mutants by their file. */
  readonly files: ReadonlyMap<string, readonly string[]>;
  /** Threads, each with one mutant after another. */
  readonly parallel: number;
  /** Requests after which no further part of the course is begun. Default: all are. */
  readonly most?: number;
  /** How long one mutant may take, ms. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly onTried: (tried: Tried) => void;
}

/** A mutant may be met this much more often than in the run without one, before its loop counts as endless. */
const timesMore = 20;
/** And at least so often, since a changed run may go another way. */
const leastHits = 100_000;

/** Runs the suites on a copy with no mutant on, and writes their course to a file. Throws an Error when that accuses the reference. */
export async function writeCourse(
  folder: string,
  course: string,
  suites: readonly string[],
  effort: Effort,
): Promise<void> {
  await askOnce(folder, { ...effort, id: 'course', course, suites });
}

/** Runs a whole course with no mutant on. Throws an Error when that accuses the reference. */
export async function soundRun(folder: string, course: string, seed: number): Promise<Answer> {
  const answer = await askOnce(folder, { id: 'none', course, seed });
  if (answer.ended !== undefined) throw new Error(`the run without a mutant ended: ${answer.ended.why}`);
  if (answer.failure !== undefined)
    throw new Error(`the run without a mutant accuses ${answer.failure.requirements.join(', ')}`);
  return answer;
}

async function askOnce(folder: string, question: Question | RecordQuestion): Promise<Answer> {
  const thread = startThread<Question | RecordQuestion, Answer>(scriptIn(folder));
  try {
    const answer = await thread.ask(question);
    if ('error' in answer) throw new Error(`the run without a mutant failed: ${answer.error}`);
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
      const question = questionAbout(mutant, trying);
      const answer = await answered(thread, question, trying);
      if (answer === 'aborted') break;
      const outcome = outcomeOf(answer, trying.sound);
      trying.onTried({
        mutant,
        outcome,
        seconds: (performance.now() - began) / 1000,
        whole:
          typeof answer === 'object' && 'shown' in answer && question.parts.every((one) => answer.shown[one]),
      });
      if (!fresh && answer !== 'timeout' && !('error' in answer) && answer.ended === undefined) continue;
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

function questionAbout(
  mutant: Mutant,
  { sound, seed, course, files, most }: Trying,
): Question & { readonly parts: readonly string[] } {
  const file = files.get(mutant.file) ?? [];
  const hits = Object.values(sound.met).reduce((sum, of) => sum + (of[mutant.number] ?? 0), 0);
  return {
    id: mutant.id,
    course,
    seed,
    mutant: mutant.number,
    parts: partsFor(mutant, sound, file),
    ...(most !== undefined && { most }),
    hitLimit: Math.max(leastHits, timesMore * hits),
  };
}

function scriptIn(folder: string): URL {
  return pathToFileURL(join(folder, 'tools/mutants/mutant-thread.mjs'));
}
