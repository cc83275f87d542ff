import type { CertifiedRequirement } from '../../certificate/certificate-schema.ts';

export type RowVerdict = CertifiedRequirement['verdict'];

/** The verdicts on rows for people. */
export const rowVerdictWords = {
  pass: 'pass',
  fail: 'fail',
  warn: 'warning',
  untested: 'untested',
  not_applicable: 'not applicable',
} as const;

/** The most important first. */
export const verdictOrder: readonly RowVerdict[] = ['fail', 'warn', 'untested', 'pass', 'not_applicable'];

/** How many rows have each verdict, without those that none has. */
export function verdictCounts(
  rows: readonly { readonly verdict: RowVerdict }[],
): readonly (readonly [verdict: RowVerdict, count: number])[] {
  return verdictOrder.flatMap((verdict) => {
    const count = rows.filter((row) => row.verdict === verdict).length;
    return count === 0 ? [] : [[verdict, count] as const];
  });
}
