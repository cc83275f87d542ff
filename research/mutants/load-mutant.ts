import type { Answer, Question } from './judge-mutant.ts';
import { countUnder, loading, turnOn } from './switch.ts';

/** Answers a question, and loads the server with the mutant on where that was not done before: some mutants are met only then. */
export async function judgeLoaded(question: Question): Promise<Answer> {
  turnOn(question.mutant, question.hitLimit);
  countUnder(loading);
  return (await import('./judge-mutant.ts')).judgeMutant(question);
}
