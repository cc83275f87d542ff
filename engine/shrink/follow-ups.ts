import { withReads } from '../candidates.ts';
import type { Execution } from '../judge/execute.ts';
import type { Reported } from '../judge/known-failures.ts';
import type { Machine, Sequence } from '../model.ts';
import type { Shrunk } from './shrink.ts';

/**
 * What is to be tried once a failure was shrunk and reported. What a notification tells wrongly, or does not, may be wrong in the target
 * itself: then a reply shows it too. And what was told by a failure that is like it has its own still to be told, unless it was the same.
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
