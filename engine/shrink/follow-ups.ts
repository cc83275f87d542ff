import { withReads } from '../candidates.ts';
import type { Execution } from '../judge/execute.ts';
import type { Reported } from '../judge/known-failures.ts';
import type { Machine, Sequence } from '../model.ts';
import type { Shrunk } from './shrink.ts';

/**
 * The sequences to try after a failure was shrunk and reported. If a notification is wrong or missing, the target's state may be wrong too:
 * then a reply shows it. And if shrinking has reported a similar failure instead, the original one is tried again.
 */
export function followUps<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  { sequence, violation }: Execution<S, C, R, N>,
  { execution, failed, outOf }: Shrunk<S, C, R, N>,
  known: Reported,
): readonly Sequence[] {
  if (violation?.at === 'notifications') return [withReads(machine, execution.sequence)];
  return violation === undefined || failed < outOf || known.has(violation) ? [] : [sequence];
}
