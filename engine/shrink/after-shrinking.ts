import { withReads } from '../candidates.ts';
import { isSteady, type Failure } from '../exploration.ts';
import type { Execution, Violation } from '../judge/execution.ts';
import { sightingOf, type Reported } from '../judge/known-failures.ts';
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

/**
 * The flaky failures that were seen in several sequences, each with how often it was: of all replies of its operation in the run. They are of fields
 * that depend on nothing else, or contradict an earlier answer. The caller reports them; here they are known from then on.
 */
export function rareFailures<S, C, R, N>(
  failures: readonly Failure<S, C, R, N>[],
  { certainFields }: Pick<Machine<S, C, R, N>, 'certainFields'>,
  known: Reported,
): readonly Failure<S, C, R, N>[] {
  const reported = new Set<string>();
  return failures.flatMap((failure) => {
    const { violation } = failure.execution;
    if (isSteady(failure) || violation === undefined || failure.rightAfterMs !== undefined) return [];
    const seen = violation.breaches.map((breach) =>
      breach.constant === true || certainFields?.has(breach.about ?? '') === true
        ? sightingOf(breach)
        : undefined,
    );
    const often = seen.includes(undefined) ? undefined : known.rarely(violation);
    // Several rules may say what one field must be.
    const fields = JSON.stringify([violation.operation, ...seen]);
    if (often === undefined || reported.has(fields)) return [];
    reported.add(fields);
    known.add(violation, true);
    const { unconfirmed: _, ...rest } = failure;
    return [{ ...rest, ...often, rare: true }];
  });
}
