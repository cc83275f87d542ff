import { answerQuestions } from '../threads/threads.ts';
import { tryFault } from './try-faults.ts';

/** Tries the faults that this thread is asked about. */
export function tryFaultsInThread(): void {
  answerQuestions(tryFault);
}
