import { withReads } from '../../engine/candidates.ts';
import { transitionGoal } from '../../engine/goals.ts';
import type { Reported } from '../../engine/judge/known-failures.ts';
import type { Recalled } from '../../engine/judge/recalled.ts';
import { type Signature, violationOf } from '../../engine/judge/signature.ts';
import type { Machine, Sequence } from '../../engine/model.ts';
import type { FailureRecord } from '../../harness/journal/journal-records.ts';
import { digestOf } from './digest.ts';
import type { Recorded, RecordedSequence } from './recorded.ts';

/** A round of a suite that explores a machine. */
interface Of<S, C, R, N> {
  readonly suite: string;
  readonly round: number | undefined;
  readonly machine: Machine<S, C, R, N>;
  readonly known: Pick<Reported, 'has'>;
}

/**
 * Says of each sequence what a broken run has judged of it; of one that was judged twice, twice. A violation whose failure was
 * reported is left at that, and one that is like no reported failure is to be confirmed again.
 */
export function recallFrom<S, C, R, N>(
  recorded: Recorded,
  { suite, round, machine, known }: Of<S, C, R, N>,
): (sequence: Sequence) => Recalled | undefined {
  const left = new Map(
    [...(recorded.part(suite, round)?.sequences ?? [])].map(([digest, all]) => [digest, [...all]]),
  );
  const unmet = [...recorded.failuresOf(suite)];
  return (sequence) => {
    const found = left.get(digestOf(sequence))?.shift();
    if (found === undefined) return undefined;
    const { rules, observed, reached, signatures } = found;
    const toDo = signatures.map((signature) => leavesToDo(found, signature));
    const [open] = toDo.flatMap((one) => one.open ?? []);
    const next = toDo.flatMap((one) => one.next ?? []);
    return {
      rules,
      observed,
      transitions: reached.map((of) => transitionGoal(...of)),
      ...(open !== undefined && { open }),
      ...(next.length > 0 && { next }),
    };
  };

  /** What a violated sequence leaves to do. */
  function leavesToDo({ requests }: RecordedSequence, signature: Signature): Pick<Recalled, 'open' | 'next'> {
    const index = unmet.findIndex((failure) => covers(failure, signature));
    const [failure] = index === -1 ? [] : unmet.splice(index, 1);
    if (failure !== undefined) {
      const isOfNotifications = failure.signature.at === 'notifications';
      return isOfNotifications && !failure.flaky ? { next: [withReads(machine, failure.sequence)] } : {};
    }
    const violation = violationOf(signature);
    if (violation === undefined || known.has(violation)) return {};
    return { open: { violation, requestsToFind: requests } };
  }
}

/** Whether a failure was reported of such a violation: at the same operation, accusing none but its rules. */
function covers({ signature }: FailureRecord, { at, operations, rules }: Signature): boolean {
  return (
    signature.at === at &&
    signature.operations[0] === operations[0] &&
    signature.rules.every((rule) => rules.includes(rule))
  );
}
