import type { Answer, Question, RecordQuestion } from './judge-mutant.ts';
import { countUnder, loading, turnOn } from './switch.ts';

/** Answers a question, and loads the server with the mutant on where that was not done before: some mutants are met only then. */
export async function judgeLoaded(question: Question | RecordQuestion): Promise<Answer> {
  if ('mutant' in question) turnOn(question.mutant, question.hitLimit);
  countUnder(loading);
  try {
    await import('./judge-mutant.ts');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { id: question.id, warned: [], shown: {}, trouble: [], met: {}, ended: { where: 'before', why } };
  }
  const { judgeMutant, recordCourse } = await import('./judge-mutant.ts');
  return 'suites' in question ? recordCourse(question) : judgeMutant(question);
}
