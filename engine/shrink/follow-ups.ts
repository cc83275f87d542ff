import { withReads } from '../candidates.ts';
import type { Execution } from '../judge/execute.ts';
import type { Reported } from '../judge/known-failures.ts';
import type { Machine, Sequence } from '../model.ts';
import type { Shrunk } from './shrink.ts';

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
