import { withReads } from '../candidates.ts';
import type { Failure } from '../exploration.ts';
import type { Execution, Violation } from '../judge/execution.ts';
import type { Reported } from '../judge/known-failures.ts';
import { isSameFailure } from '../judge/signature.ts';
import type { Machine } from '../machine.ts';
import type { Sequence } from '../model.ts';
import type { Judged } from '../sequence-runner.ts';
import type { Shrunk } from './shrink.ts';

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

/**
 * The sequences to try after a failure was shrunk and reported. After a wrong or missing notification, reads are added: the target's state
 * may be wrong too. If a similar failure was reported instead, the original one is tried again.
 * Nothing follows a failure that does not happen each time.
 */
export function followUps<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  { sequence, violation }: Execution<S, C, R, N>,
  { execution, failed, outOf, unconfirmed }: Shrunk<S, C, R, N>,
  known: Reported,
): readonly Sequence[] {
  if (violation === undefined || unconfirmed !== undefined || failed < outOf) return [];
  if (violation.at === 'notifications') return [withReads(machine, execution.sequence)];
  return known.has(violation) ? [] : [sequence];
}
