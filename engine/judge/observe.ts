import type { Breach, Check, Observation, Operation, Outcome, Step } from '../model.ts';
import { withLate } from './late.ts';
import {
  follow,
  likeliestFirst,
  merge,
  withoutChoices,
  type Belief,
  type Hypothesis,
  type Judging,
} from './belief.ts';

/** With more hypotheses a sequence ends inconclusive: a judge with so many readings convinces nobody. */
export const mostHypotheses = 64;

export type StepVerdict<S, N> =
  | {
      readonly kind: 'explained';
      readonly belief: Belief<S, N>;
      /** Hypotheses were left out because of what was learned: what follows proves nothing by itself and accuses nobody. */
      readonly pruned: boolean;
      /** Requirements proven under every hypothesis that is left. */
      readonly evidence: readonly string[];
      readonly outcome: string;
    }
  | {
      readonly kind: 'violated';
      readonly breaches: readonly Breach[];
      /** The nearest outcome, and how far the reply is from it. */
      readonly outcome: string;
      readonly distance: number;
    }
  | { readonly kind: 'lost'; readonly belief: Belief<S, N> }
  | { readonly kind: 'inconclusive'; readonly why: string };

interface Successor<S, R, N> {
  readonly hypothesis: Hypothesis<S, N>;
  readonly outcome: Outcome<S, R, N>;
}

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
  judging: Judging = {},
): StepVerdict<S, N> {
  if ('lost' in observation) return lost(operation, step, call, belief, observation.lost, judging);
  const { reply } = observation;
  const now = withLate(belief);
  if (now === undefined) return tooManyLost;
  const successors: Successor<S, R, N>[] = [];
  let nearest: Miss | undefined;
  for (const hypothesis of now) {
    for (const outcome of operation.predict(hypothesis.state, call, step)) {
      const miss = missOf(outcome, reply);
      if (miss === undefined)
        successors.push({ hypothesis: follow(hypothesis, step, outcome, reply, judging), outcome });
      else if (nearest === undefined || miss.distance < nearest.distance) nearest = miss;
    }
  }
  const [first] = successors;
  if (first === undefined) {
    if (nearest === undefined)
      return { kind: 'inconclusive', why: `no outcome predicted for ${step.operation}` };
    return { kind: 'violated', ...nearest };
  }
  const { belief: next, pruned } = likeliestFirst(merge(successors.map(({ hypothesis }) => hypothesis)));
  if (next.length > mostHypotheses) {
    return {
      kind: 'inconclusive',
      why: `more than ${mostHypotheses} readings of the documents explain what was seen`,
    };
  }
  const evidence = provenBy(successors);
  return { kind: 'explained', belief: next, pruned, evidence, outcome: first.outcome.name };
}

interface Miss {
  readonly distance: number;
  readonly breaches: readonly Breach[];
  readonly outcome: string;
}

/** How far a reply is from an outcome; undefined when it matches. Gives only the heaviest breaches: the others follow from them. */
function missOf<S, R, N>(outcome: Outcome<S, R, N>, reply: R): Miss | undefined {
  let distance = 0;
  let heaviest = 0;
  let breaches: Breach[] | undefined;
  for (const check of outcome.checks) {
    const broken = check.test(reply);
    if (broken.length === 0) continue;
    const weight = check.weight ?? 1;
    distance += weight * broken.length;
    if (breaches === undefined || weight > heaviest) {
      heaviest = weight;
      breaches = [...broken];
    } else if (weight === heaviest) {
      breaches.push(...broken);
    }
  }
  return breaches && { distance, breaches, outcome: outcome.name };
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
  { notifications = true, late = false }: Judging,
): StepVerdict<S, N> {
  if (operation.control)
    return { kind: 'inconclusive', why: `no answer to the control request ${step.operation}: ${cause}` };
  if (operation.reads) return { kind: 'lost', belief };
  const now = withLate(belief);
  if (now === undefined) return tooManyLost;
  const applied = (hypothesis: Hypothesis<S, N>): readonly Hypothesis<S, N>[] =>
    operation
      .predict(hypothesis.state, call, step)
      .map((outcome) =>
        allowing(follow(hypothesis, step, outcome, undefined, { notifications }), hypothesis),
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

function provenBy<S, R, N>(successors: readonly Successor<S, R, N>[]): readonly string[] {
  const [first, ...others] = successors;
  if (first === undefined) return [];
  const cited = cites(first.outcome.checks);
  if (others.length === 0) return cited;
  const rest = others.map(({ outcome }) => new Set(cites(outcome.checks)));
  return cited.filter((rule) => rest.every((set) => set.has(rule)));
}

/** The requirements that a list of checks proves by holding. */
export function cites<R>(checks: readonly Check<R>[]): readonly string[] {
  const rules: string[] = [];
  for (const check of checks) if (check.earns !== false) rules.push(...check.cites);
  return rules;
}
