import { type Learned, departuresOf, nothingLearned } from '../learned.ts';
import type { ExpectedNotification, Outcome, Step, Check } from '../model.ts';
import { checksOf, isWithin } from './miss.ts';

/** One explanation of everything seen so far: a state, the notifications that it expects, and the open points that it settled. */
export interface Hypothesis<S, N> {
  readonly state: S;
  readonly expected: readonly ExpectedNotification<N>[];
  /** The open points that it settled. Two uses of one latitude may be answered differently, which breaks no rule. */
  readonly assumed: Assumption | undefined;
  /** How many of its choices differ from those learned of the target: the fewer, the likelier it is. */
  readonly deviations: number;
  /** An answer was lost before: what seems to be a choice may be due to that, so none is assumed from then on. Default false. */
  readonly afterLoss?: true;
  /** Requests whose answers were lost and that were not applied yet: each may be at any later moment. Absent: none. */
  readonly pending?: readonly Pending<S, N>[];
}

/** A request that may still be applied. */
export interface Pending<S, N> {
  readonly step: string;
  /** What may have become of a hypothesis once it is applied. */
  applied(hypothesis: Hypothesis<S, N>): readonly Hypothesis<S, N>[];
}

/** A choice made at a step, linked to those made before: hypotheses share their past, so that a fork copies nothing. */
export interface Assumption {
  readonly step: string;
  readonly latitude: string;
  readonly choice: string;
  readonly before: Assumption | undefined;
}

export type Belief<S, N> = readonly Hypothesis<S, N>[];

/** With more than so many hypotheses, those that depart from what was learned are left out for the time being. */
export const mostUnpruned = 8;

/** How a reply is judged. */
export interface Judging<R = unknown> {
  /** What is known of the target. Default: nothing. */
  readonly learned?: Learned;
  /** Whether notifications are judged afterwards. If not, states that only notifications distinguish become one. Default true. */
  readonly notifications?: boolean;
  /** Whether a request without an answer may still be applied after later ones. Default false. */
  readonly late?: boolean;
  /** The fields that were wrong before in this sequence: they are not judged any more. Default: none. */
  readonly wrongFields?: ReadonlySet<string>;
  /** As the machine's. Default: nothing is known to refuse. */
  refuses?(reply: R): boolean;
}

/** The belief before anything was sent. */
export function initialBelief<S, N>(state: S): Belief<S, N> {
  return [{ state, expected: [], assumed: undefined, deviations: 0 }];
}

/** The state that intents are resolved against. Throws an Error for an empty belief. */
export function likeliest<S, N>(belief: Belief<S, N>): S {
  const [hypothesis] = belief;
  if (hypothesis === undefined) throw new Error('an empty belief has no state');
  return hypothesis.state;
}

/** The hypothesis after an outcome of a step. `reply`: undefined when it was lost. */
export function applyOutcome<S, R, N>(
  hypothesis: Hypothesis<S, N>,
  step: Step,
  outcome: Outcome<S, R, N>,
  reply: R | undefined,
  { learned = nothingLearned, notifications = true }: Pick<Judging, 'learned' | 'notifications'>,
): Hypothesis<S, N> {
  const added = notifications ? (outcome.expects?.(reply) ?? []) : [];
  let { assumed } = hypothesis;
  const choices = hypothesis.afterLoss ? [] : Object.entries(outcome.assumes ?? {});
  for (const [latitude, choice] of choices) {
    assumed = { step: step.id, latitude, choice, before: assumed };
  }
  return {
    state: outcome.next(reply),
    expected: added.length === 0 ? hypothesis.expected : [...hypothesis.expected, ...added],
    assumed,
    deviations: hypothesis.deviations + departuresOf(learned, outcome.assumes),
    ...(hypothesis.afterLoss && { afterLoss: true }),
    ...(hypothesis.pending && { pending: hypothesis.pending }),
  };
}

/** A belief that keeps of its choices only what is settled now, since an answer is lost. */
export function withoutChoices<S, N>(belief: Belief<S, N>): Belief<S, N> {
  const kept = agreedByAll(belief);
  return belief.map((hypothesis) => ({ ...hypothesis, assumed: kept, afterLoss: true }));
}

/** Sorts a belief by what was learned, and leaves out the unlikely hypotheses where there are many. */
function likeliestFirst<S, N>(belief: Belief<S, N>) {
  if (belief.length < 2 || belief.every(({ deviations }) => deviations === 0))
    return { belief, pruned: false };
  const ordered = belief.toSorted((one, other) => one.deviations - other.deviations);
  const least = ordered[0]?.deviations;
  const likely = ordered.filter(({ deviations }) => deviations === least);
  if (ordered.length <= mostUnpruned || likely.length === ordered.length)
    return { belief: ordered, pruned: false };
  return { belief: likely, pruned: true };
}

/** Merges hypotheses that can no longer be distinguished; an open point that they answered differently stays open. */
export function merge<S, N>(hypotheses: readonly Hypothesis<S, N>[]): Belief<S, N> {
  if (hypotheses.length < 2) return hypotheses;
  const merged: Hypothesis<S, N>[] = [];
  for (const hypothesis of hypotheses) {
    const at = merged.findIndex((one) => isAlike(one, hypothesis));
    const same = merged[at];
    if (same === undefined) merged.push(hypothesis);
    else {
      const deviations = Math.min(same.deviations, hypothesis.deviations);
      merged[at] = { ...same, assumed: agreed(same.assumed, hypothesis.assumed), deviations };
    }
  }
  return merged;
}

/** Whether two hypotheses predict the same from now on. */
function isAlike<S, N>(one: Hypothesis<S, N>, other: Hypothesis<S, N>): boolean {
  return (
    isSameExpected(one.expected, other.expected) &&
    pendingOf(one) === pendingOf(other) &&
    isSameJson(one.state, other.state)
  );
}

function isSameExpected<S, N>(
  expected: Hypothesis<S, N>['expected'],
  others: Hypothesis<S, N>['expected'],
): boolean {
  if (expected === others) return true;
  return (
    expected.length === others.length &&
    expected.every((one, at) => {
      const other = others[at];
      return (
        one === other || (one.key === other?.key && one.least === other.least && one.most === other.most)
      );
    })
  );
}

/** Whether two plain values have the same JSON. Parts that both share are not looked at, so that states with a common past are compared fast. */
function isSameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
    return one.every((value, at) => isSameJson(value, other[at]));
  }
  const [names, others] = [namesOf(one), namesOf(other)];
  return (
    names.length === others.length &&
    names.every((name, at) => name === others[at] && isSameJson(valueOf(one, name), valueOf(other, name)))
  );
}

/** The names that JSON writes, in its order. */
function namesOf(record: object): readonly string[] {
  const names = Object.keys(record);
  return names.every((name) => valueOf(record, name) !== undefined)
    ? names
    : names.filter((name) => valueOf(record, name) !== undefined);
}

function valueOf(record: object, name: string): unknown {
  return (record as Readonly<Record<string, unknown>>)[name];
}

/** What is pending, as a text that is the same for the same. */
export function pendingOf<S, N>({ pending }: Hypothesis<S, N>): string {
  return pending === undefined ? '' : pending.map(({ step }) => step).join(' ');
}

/** The open points that every hypothesis answers in the same way, one for each use. */
export function settled<S, N>(belief: Belief<S, N>): readonly Assumption[] {
  return listed(agreedByAll(belief));
}

function agreedByAll<S, N>([first, ...others]: Belief<S, N>): Assumption | undefined {
  return others.reduce((sofar, hypothesis) => agreed(sofar, hypothesis.assumed), first?.assumed);
}

/** The assumptions that two hypotheses share. */
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

/** With more hypotheses a sequence ends inconclusive: a verdict that rests on so many readings is not convincing. */
export const mostHypotheses = 64;

/** What follows from a hypothesis by one of the outcomes that it permits. */
export interface Successor<S, R, N> {
  readonly hypothesis: Hypothesis<S, N>;
  readonly outcome: Outcome<S, R, N>;
  /** The outcome's, where they were made before. */
  readonly checks?: readonly Check<R>[];
}

/** The belief that these leave, the likeliest first; undefined when they are too many. */
export function mergeSuccessors<S, R, N>(successors: readonly Successor<S, R, N>[]) {
  const next = likeliestFirst(merge(successors.map(({ hypothesis }) => hypothesis)));
  return next.belief.length > mostHypotheses ? undefined : next;
}

/** The rules that hold whichever of these is right. A field that is not judged any more proves nothing. */
export function provenBy<S, R, N>(
  successors: readonly Successor<S, R, N>[],
  reply: R,
  wrongFields: ReadonlySet<string> = new Set(),
): readonly string[] {
  const [first, ...others] = successors;
  if (first === undefined) return [];
  const judged = ({ outcome, checks = checksOf(outcome) }: Successor<S, R, N>) =>
    wrongFields.size === 0
      ? checks
      : checks.filter(
          ({ about, possibleField = about }) =>
            possibleField === undefined || !isWithin(possibleField, wrongFields),
        );
  const cited = cites(judged(first), reply);
  if (others.length === 0) return cited;
  const rest = others.map((other) => new Set(cites(judged(other), reply)));
  return cited.filter((rule) => rest.every((set) => set.has(rule)));
}

/** The requirements that a list of checks proves by holding; without a reply, by all that could hold. */
export function cites<R>(checks: readonly Check<R>[], reply?: R): readonly string[] {
  const rules: string[] = [];
  for (const check of checks)
    if (check.countsAsEvidence !== false && (reply === undefined || check.proves?.(reply) !== false))
      rules.push(...check.cites);
  return rules;
}
