import type { FailureRecord } from '../../harness/journal-records.ts';

/** Whether a failure is of a procedure with a receiver of its own, such as the retries, and not of a sequence. */
export function isProcedure({ signature }: Pick<FailureRecord, 'signature'>): boolean {
  return signature.at === 'procedure';
}

/** Whether the failure of a sequence showed in the notifications that followed it. */
export function isAboutArrivals({ signature }: Pick<FailureRecord, 'signature'>): boolean {
  return signature.at === 'notifications';
}
