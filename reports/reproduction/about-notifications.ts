import type { FailureRecord } from '../../harness/journal-records.ts';

/** Whether a failure is of a procedure with a receiver of its own, such as the retries, and not of a sequence. */
export function isProcedure({ machine }: Pick<FailureRecord, 'machine'>): boolean {
  return machine.startsWith('webhooks-');
}

/** Whether the failure of a sequence showed in the notifications that followed it. */
export function isAboutArrivals(failure: Pick<FailureRecord, 'signature' | 'machine'>): boolean {
  return failure.signature.startsWith('arrivals ') && !isProcedure(failure);
}
