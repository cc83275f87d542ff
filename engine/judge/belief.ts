import { type Learned, departuresOf, nothingLearned } from '../learned.ts';
import type { Breach, Check, Observation, ExpectedNotification, Operation, Outcome, Step } from '../model.ts';

/** One explanation of everything seen so far: a state, what it makes the target owe, and the open points it settled. */
export interface Hypothesis<S, N> {
  readonly state: S;
  readonly expected: readonly ExpectedNotification<N>[];
  /** The open points it settled. Two uses of one latitude may be answered differently, which breaks no statement. */
  readonly assumed: Assumption | undefined;
  /** How many of its choices are others than those learned of the target: the fewer, the likelier it is. */
  readonly departures: number;
}

/** A choice made at a step, linked to those made before: hypotheses share their past, so that a fork copies nothing. */
export interface Assumption {
  readonly step: string;
  readonly latitude: string;
  readonly choice: string;
  readonly before: Assumption | undefined;
}

export type Belief<S, N> = readonly Hypothesis<S, N>[];

/** Past this many hypotheses a sequence ends inconclusive: a judge with so many readings convinces nobody. */
export const mostHypotheses = 64;

/** Past this many, those that depart from what was learned are left out for the time being. */
export const mostUnpruned = 8;

export type StepVerdict<S, N> =
  | {
      readonly kind: 'explained';
      readonly belief: Belief<S, N>;
      /** Hypotheses were left out because of what was learned: what follows convicts nobody and proves nothing by itself. */
      readonly pruned: boolean;
      /** Requirements proven under every hypothesis that is left. */
      readonly evidence: readonly string[];
      readonly outcome: string;
    }
  | {
      readonly kind: 'violated';
      readonly breaches: readonly Breach[];
      /** The outcome that came nearest, and how far the reply is from it. */
      readonly outcome: string;
      readonly distance: number;
    }
  | { readonly kind: 'lost'; readonly belief: Belief<S, N> }
  | { readonly kind: 'inconclusive'; readonly why: string };

interface Successor<S, R, N> {
  readonly hypothesis: Hypothesis<S, N>;
  readonly outcome: Outcome<S, R, N>;
}

/** The belief before anything was sent. */
export function initialBelief<S, N>(state: S): Belief<S, N> {
  return [{ state, expected: [], assumed: undefined, departures: 0 }];
}

/** How a reply is judged. */
export interface Judging {
  /** What is known of the target. Default: nothing. */
  readonly learned?: Learned;
  /** Whether notifications are judged afterwards: without it, states that only notifications tell apart become one. Default true. */
  readonly notifications?: boolean;
}

/**
 * Maps a belief through a step: every hypothesis whose prediction permits the reply lives on, the likeliest first by what was learned.
 * None left means that the documents permit no such reply; the outcome that came nearest names what was broken.
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
  const successors: Successor<S, R, N>[] = [];
  let nearest: Miss | undefined;
  for (const hypothesis of belief) {
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

/** How far a reply is from an outcome; undefined when it is the outcome. Only the heaviest breaches are told: the rest follow from them. */
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

function follow<S, R, N>(
  hypothesis: Hypothesis<S, N>,
  step: Step,
  outcome: Outcome<S, R, N>,
  reply: R | undefined,
  { learned = nothingLearned, notifications = true }: Judging,
): Hypothesis<S, N> {
  const added = notifications ? (outcome.expects?.(reply) ?? []) : [];
  let { assumed } = hypothesis;
  for (const [latitude, choice] of Object.entries(outcome.assumes ?? {})) {
    assumed = { step: step.id, latitude, choice, before: assumed };
  }
  return {
    state: outcome.next(reply),
    expected: added.length === 0 ? hypothesis.expected : [...hypothesis.expected, ...added],
    assumed,
    departures: hypothesis.departures + departuresOf(learned, outcome.assumes),
  };
}

/** Orders a belief by what was learned, and leaves the unlikely out where it has grown large. */
function likeliestFirst<S, N>(belief: Belief<S, N>) {
  if (belief.length < 2 || belief.every(({ departures }) => departures === 0))
    return { belief, pruned: false };
  const ordered = belief.toSorted((one, other) => one.departures - other.departures);
  const least = ordered[0]?.departures;
  const likely = ordered.filter(({ departures }) => departures === least);
  if (ordered.length <= mostUnpruned || likely.length === ordered.length)
    return { belief: ordered, pruned: false };
  return { belief: likely, pruned: true };
}

/** A lost answer forks every hypothesis: it was not applied, or it had one of the permitted outcomes. */
function lost<S, C, R, N>(
  operation: Operation<S, C, R, N>,
  step: Step,
  call: C,
  belief: Belief<S, N>,
  cause: string,
  { notifications = true }: Judging,
): StepVerdict<S, N> {
  if (operation.control)
    return { kind: 'inconclusive', why: `no answer to the control request ${step.operation}: ${cause}` };
  if (operation.reads) return { kind: 'lost', belief };
  const forks = belief.flatMap((hypothesis) => [
    hypothesis,
    ...operation
      .predict(hypothesis.state, call, step)
      .map((outcome) => permitted(follow(hypothesis, step, outcome, undefined, { notifications }))),
  ]);
  const next = merge(forks);
  if (next.length > mostHypotheses) return { kind: 'inconclusive', why: 'too many lost answers to follow' };
  return { kind: 'lost', belief: next };
}

/** Of what may have happened no notification is expected for certain. */
function permitted<S, N>(hypothesis: Hypothesis<S, N>): Hypothesis<S, N> {
  return { ...hypothesis, expected: hypothesis.expected.map((one) => ({ ...one, least: 0 })) };
}

/** Joins hypotheses that can no longer be told apart; an open point that they answered differently stays open. */
function merge<S, N>(hypotheses: readonly Hypothesis<S, N>[]): Belief<S, N> {
  if (hypotheses.length < 2) return hypotheses;
  const byKey = new Map<string, Hypothesis<S, N>>();
  for (const hypothesis of hypotheses) {
    const key = `${JSON.stringify(hypothesis.state)}\n${hypothesis.expected.map((one) => `${one.key} ${one.least} ${one.most}`).join('\n')}`;
    const same = byKey.get(key);
    if (same === undefined) byKey.set(key, hypothesis);
    else {
      const departures = Math.min(same.departures, hypothesis.departures);
      byKey.set(key, { ...same, assumed: agreed(same.assumed, hypothesis.assumed), departures });
    }
  }
  return [...byKey.values()];
}

/** What two hypotheses assume alike. */
function agreed(a: Assumption | undefined, b: Assumption | undefined): Assumption | undefined {
  if (a === b) return a;
  const others = new Set(listed(b).map(({ step, latitude, choice }) => `${step} ${latitude} ${choice}`));
  let common: Assumption | undefined;
  for (const { step, latitude, choice } of listed(a)) {
    if (others.has(`${step} ${latitude} ${choice}`)) common = { step, latitude, choice, before: common };
  }
  return common;
}

/** In the order in which they were made. */
function listed(assumed: Assumption | undefined): readonly Assumption[] {
  const all: Assumption[] = [];
  for (let one = assumed; one !== undefined; one = one.before) all.push(one);
  return all.reverse();
}

/** The open points that every hypothesis answers alike, one for each use. */
export function settled<S, N>(belief: Belief<S, N>): readonly Assumption[] {
  const [first, ...others] = belief;
  if (first === undefined) return [];
  return listed(others.reduce((sofar, hypothesis) => agreed(sofar, hypothesis.assumed), first.assumed));
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
