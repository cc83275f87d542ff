import type { Failure } from '../exploration.ts';
import type { Violation } from '../judge/execute.ts';
import { isSameFailure } from '../judge/same-failure.ts';
import type { Judged } from '../sequence-runner.ts';

/** A failure that could not be run again, confirmed where another sequence has failed in the same way. */
export function confirmedBy<S, C, R, N>(
  { unconfirmed, ...failure }: Omit<Failure<S, C, R, N>, 'unconfirmed'> & { readonly unconfirmed?: string },
  violation: Violation,
  others: readonly Judged<S, C, R, N>[],
): Failure<S, C, R, N> {
  if (unconfirmed === undefined) return failure;
  const again = others.filter(
    ({ execution }) => execution.violation !== undefined && isSameFailure(execution.violation, violation),
  ).length;
  const times = 1 + again;
  return again === 0 ? { ...failure, unconfirmed } : { ...failure, failed: times, outOf: times };
}
