import type { Operation } from '../machine.ts';
import type { Observation, Step } from '../model.ts';
import {
  applyOutcome,
  merge,
  withoutChoices,
  type Belief,
  type Hypothesis,
  type Judging,
  mostHypotheses,
  provenBy,
  mergeSuccessors,
  type Successor,
} from './belief.ts';
import { applyPending } from './await-notifications.ts';
import { checksMetBy, missOf } from './miss.ts';
import { violated, type Missed, type Violated } from './violated.ts';

export type StepVerdict<S, N> =
  | {
      readonly kind: 'explained';
      readonly belief: Belief<S, N>;
      /** Hypotheses were left out because of what was learned: what follows proves nothing by itself and does not accuse the target. */
      readonly pruned: boolean;
      /** Requirements proven under every hypothesis that is left. */
      readonly evidence: readonly string[];
      readonly outcome: string;
    }
  | Violated<S, N>
  | { readonly kind: 'lost'; readonly belief: Belief<S, N> }
  | { readonly kind: 'inconclusive'; readonly why: string };

/**
 * Maps a belief through a step: every hypothesis whose prediction permits the reply is kept, the likeliest by what was learned first.
 * When none is left, the documents permit no such reply; the nearest outcome names the rules that were broken.
 */
export function observe<S, C, R, N>(
  operation: Operation<S, C, R, N>,
  step: Step,
  call: C,
  belief: Belief<S, N>,
  observation: Observation<R>,
  judging: Judging<R> = {},
): StepVerdict<S, N> {
  if ('lost' in observation) return lost(operation, step, call, belief, observation.lost, judging);
  const { reply } = observation;
  const now = applyPending(belief);
  if (now === undefined) return tooManyLost;
  const successors: Successor<S, R, N>[] = [];
  // What a wrong field rules out is not ruled out where that field is not judged.
  const sought = isAnyWrong(judging) ? undefined : observation;
  for (const hypothesis of now) {
    for (const outcome of operation.predict(hypothesis.state, call, step, sought)) {
      const checks = checksMetBy(outcome, reply, judging.wrongFields);
      if (checks !== undefined)
        successors.push({
          hypothesis: applyOutcome(hypothesis, step, outcome, reply, judging),
          outcome,
          checks,
        });
    }
  }
  const [first] = successors;
  if (first === undefined) {
    const predicted = now.flatMap((hypothesis) =>
      operation.predict(hypothesis.state, call, step).map((outcome) => ({ hypothesis, outcome })),
    );
    return (
      violated(step, missedOf(predicted, reply, judging), reply, judging) ?? {
        kind: 'inconclusive',
        why: `no outcome predicted for ${step.operation}`,
      }
    );
  }
  const next = mergeSuccessors(successors);
  if (next === undefined) {
    return {
      kind: 'inconclusive',
      why: `more than ${mostHypotheses} readings of the documents explain what was seen`,
    };
  }
  return {
    kind: 'explained',
    ...next,
    evidence: provenBy(successors, reply, judging.wrongFields),
    outcome: first.outcome.name,
  };
}

const isAnyWrong = ({ wrongFields }: Pick<Judging, 'wrongFields'>): boolean =>
  wrongFields !== undefined && wrongFields.size > 0;

/** How far a reply is from each of what was predicted, of which it fits none. */
function missedOf<S, R, N>(
  predicted: readonly Successor<S, R, N>[],
  reply: R,
  { wrongFields }: Judging<R>,
): readonly Missed<S, R, N>[] {
  return predicted.map(({ hypothesis, outcome }) => {
    const miss = missOf(outcome, reply, wrongFields);
    if (miss === undefined)
      throw new Error(`"${outcome.name}" ruled out a reply that breaks none of its checks`);
    return { hypothesis, outcome, miss };
  });
}

/** The verdict when too many answers were lost. */
export const tooManyLost = { kind: 'inconclusive', why: 'too many lost answers to follow' } as const;

/** A lost answer forks every hypothesis: the call was not applied, or not yet, or it had one of the permitted outcomes. */
function lost<S, C, R, N>(
  operation: Operation<S, C, R, N>,
  step: Step,
  call: C,
  belief: Belief<S, N>,
  cause: string,
  { notifications = true, late = false }: Judging<R>,
): StepVerdict<S, N> {
  if (operation.control)
    return { kind: 'inconclusive', why: `no answer to the control request ${step.operation}: ${cause}` };
  if (operation.reads) {
    const { unanswered } = operation;
    if (unanswered === undefined) return { kind: 'lost', belief };
    const after = belief.map((hypothesis) => ({ ...hypothesis, state: unanswered(hypothesis.state, step) }));
    return { kind: 'lost', belief: merge(after) };
  }
  const now = applyPending(belief);
  if (now === undefined) return tooManyLost;
  const applied = (hypothesis: Hypothesis<S, N>): readonly Hypothesis<S, N>[] =>
    operation
      .predict(hypothesis.state, call, step)
      .map((outcome) =>
        allowing(applyOutcome(hypothesis, step, outcome, undefined, { notifications }), hypothesis),
      );
  const forks = withoutChoices(now).flatMap((hypothesis) => [
    late
      ? { ...hypothesis, pending: [...(hypothesis.pending ?? []), { step: step.id, applied }] }
      : hypothesis,
    ...applied(hypothesis),
  ]);
  const next = merge(forks);
  return next.length > mostHypotheses ? tooManyLost : { kind: 'lost', belief: next };
}

/** Nothing is expected for certain of what may not have happened; what was expected before stays so. */
function allowing<S, N>(
  hypothesis: Hypothesis<S, N>,
  { expected: before }: Hypothesis<S, N>,
): Hypothesis<S, N> {
  const added = hypothesis.expected.slice(before.length).map((one) => ({ ...one, least: 0 }));
  return { ...hypothesis, expected: [...before, ...added] };
}
