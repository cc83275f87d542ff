import { answerQuestions } from '../threads/threads.ts';
import { tryFault } from './try-fault.ts';

/** Tries the faults that this thread is asked about. */
export function tryFaultsInThread(): void {
  answerQuestions(tryFault);
}
