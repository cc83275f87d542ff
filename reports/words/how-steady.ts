import type { FailureRecord } from '../../harness/journal/journal-records.ts';

/** How often a violation was seen that accuses nobody, in words for people. */
export function howSteady({
  unconfirmed,
  failed,
  outOf,
}: Pick<FailureRecord, 'unconfirmed' | 'failed' | 'outOf'>): string {
  return unconfirmed === undefined
    ? `failed ${failed} of ${outOf} times`
    : `seen once and could not be confirmed: ${unconfirmed}`;
}
