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
import { isWithin, missOf, type Miss } from './miss.ts';

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
  | Violated<S, N>
  | { readonly kind: 'lost'; readonly belief: Belief<S, N> }
  | { readonly kind: 'inconclusive'; readonly why: string };

/** No prediction permits the reply. */
export interface Violated<S, N> {
  readonly kind: 'violated';
  readonly breaches: readonly Breach[];
  /** The nearest outcome, and how far the reply is from it. */
  readonly outcome: string;
  readonly distance: number;
  /** How judging may go on behind it; absent where it leaves the state open. */
  readonly onward?: Onward<S, N>;
}

/** What is known behind a reply that broke a rule and yet left no doubt about the state. */
export interface Onward<S, N> {
  readonly belief: Belief<S, N>;
  readonly pruned: boolean;
  /** Requirements that the rest of the reply has proven. */
  readonly evidence: readonly string[];
  /** The wrong fields, which are not judged any more in the sequence. */
  readonly fields: readonly string[];
}

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
  judging: Judging<R> = {},
): StepVerdict<S, N> {
  if ('lost' in observation) return lost(operation, step, call, belief, observation.lost, judging);
  const { reply } = observation;
  const now = withLate(belief);
  if (now === undefined) return tooManyLost;
  const successors: Successor<S, R, N>[] = [];
  const missed: Missed<S, R, N>[] = [];
  for (const hypothesis of now) {
    for (const outcome of operation.predict(hypothesis.state, call, step)) {
      const miss = missOf(outcome, reply, judging.wrongFields);
      if (miss === undefined)
        successors.push({ hypothesis: follow(hypothesis, step, outcome, reply, judging), outcome });
      else if (successors.length === 0) missed.push({ hypothesis, outcome, miss });
    }
  }
  const [first] = successors;
  if (first === undefined) return violated(step, missed, reply, judging);
  const next = readings(successors);
  if (next === undefined) {
    return {
      kind: 'inconclusive',
      why: `more than ${mostHypotheses} readings of the documents explain what was seen`,
    };
  }
  return {
    kind: 'explained',
    ...next,
    evidence: provenBy(successors, judging.wrongFields),
    outcome: first.outcome.name,
  };
}

/** A prediction that the reply does not fit. */
interface Missed<S, R, N> extends Successor<S, R, N> {
  readonly miss: Miss;
}

function violated<S, R, N>(
  step: Step,
  missed: readonly Missed<S, R, N>[],
  reply: R,
  judging: Judging<R>,
): StepVerdict<S, N> {
  const [first] = missed;
  if (first === undefined) return { kind: 'inconclusive', why: `no outcome predicted for ${step.operation}` };
  const nearest = missed.reduce((one, other) => (other.miss.distance < one.miss.distance ? other : one));
  const { breaches, fields } = nearest.miss;
  const behind =
    fields !== undefined
      ? missed.filter(({ miss }) => miss.fields !== undefined)
      : isRefusedAnyway(missed, reply, judging)
        ? missed.filter(({ miss }) => miss.distance === nearest.miss.distance)
        : [];
  const successors = behind.map(({ hypothesis, outcome }) => ({
    hypothesis: follow(hypothesis, step, outcome, reply, judging),
    outcome,
  }));
  const next = successors.length === 0 ? undefined : readings(successors);
  const broken = new Set(behind.flatMap(({ miss }) => miss.breaches.map(({ rule }) => rule)));
  return {
    kind: 'violated',
    breaches,
    outcome: nearest.outcome.name,
    distance: nearest.miss.distance,
    ...(next !== undefined && {
      onward: {
        ...next,
        evidence: provenBy(successors, judging.wrongFields).filter((rule) => !broken.has(rule)),
        fields: [...new Set(behind.flatMap(({ miss }) => miss.fields ?? []))],
      },
    }),
  };
}

/** The reply refuses, as every permitted answer does: whatever its form, nothing was changed. */
function isRefusedAnyway<S, R, N>(
  missed: readonly Missed<S, R, N>[],
  reply: R,
  { refuses }: Judging<R>,
): boolean {
  return missed.every(({ outcome }) => outcome.refused === true) && refuses?.(reply) === true;
}

/** The belief that these leave, the likeliest first; undefined when they are too many. */
function readings<S, R, N>(successors: readonly Successor<S, R, N>[]) {
  const next = likeliestFirst(merge(successors.map(({ hypothesis }) => hypothesis)));
  return next.belief.length > mostHypotheses ? undefined : next;
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

/** The rules that hold whichever of these is right. A field that is not judged any more proves nothing. */
function provenBy<S, R, N>(
  successors: readonly Successor<S, R, N>[],
  wrongFields: ReadonlySet<string> = new Set(),
): readonly string[] {
  const [first, ...others] = successors;
  if (first === undefined) return [];
  const judged = ({ outcome: { checks } }: Successor<S, R, N>) =>
    wrongFields.size === 0
      ? checks
      : checks.filter(({ about }) => about === undefined || !isWithin(about, wrongFields));
  const cited = cites(judged(first));
  if (others.length === 0) return cited;
  const rest = others.map((other) => new Set(cites(judged(other))));
  return cited.filter((rule) => rest.every((set) => set.has(rule)));
}

/** The requirements that a list of checks proves by holding. */
export function cites<R>(checks: readonly Check<R>[]): readonly string[] {
  const rules: string[] = [];
  for (const check of checks) if (check.earns !== false) rules.push(...check.cites);
  return rules;
}
