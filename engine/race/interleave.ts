import { pendingOf, type Belief, type Hypothesis, mostHypotheses } from '../judge/belief.ts';
import { checksOf } from '../judge/miss.ts';
import { observe } from '../judge/observe.ts';
import type { Machine, Operation } from '../machine.ts';
import type { Breach, Check, Observation, Step, StepId } from '../model.ts';
import { operationOf } from '../operations.ts';

/** A step that was under way while others were. */
export interface Overlapped<C, R> {
  readonly step: Step;
  readonly call: C;
  readonly observation: Observation<R>;
  /** When it was sent, and when its answer was complete, ms of one clock. Absent: unknown, so that it may have any place in the order. */
  readonly from?: number;
  readonly to?: number;
  /** The step of the same client that was answered before this one was sent. */
  readonly behind?: StepId;
}

/** How the replies of overlapping steps are read. */
export interface Reading<R> {
  /** Which checks of an overlapping step count. Absent: all. If given, the next state does not use the reply either. */
  counts?(check: Check<R>, step: StepId): boolean;
  /** True for a reply that may mean that nothing was done, whatever the state permits. Default: none. */
  turnedAway?(reply: R): boolean;
}

export type Interleaved<S, N> =
  /** Some order explains all replies. The belief has the states after every such order. */
  | { readonly kind: 'explained'; readonly belief: Belief<S, N> }
  /** No order does. `order`: the one that explains the most steps; `step`: the next one, which it does not explain. */
  | {
      readonly kind: 'violated';
      readonly order: readonly StepId[];
      readonly step: StepId;
      readonly breaches: readonly Breach[];
    }
  | { readonly kind: 'inconclusive'; readonly why: string };

/** Bits of a mask; far more than can be searched. */
const mostSteps = 16;

/**
 * Searches for an order in which overlapping steps may have taken effect, so that their replies are explained, starting from the belief
 * before them. A step that ended before another began stays before it, and so does one that the same client sent before. The search visits each set of finished steps with each state
 * once, however many orders lead there. Notifications are not judged. Pure. Throws an Error for too many steps.
 */
export function interleave<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  belief: Belief<S, N>,
  steps: readonly Overlapped<C, R>[],
  { counts, turnedAway = () => false }: Reading<R> = {},
): Interleaved<S, N> {
  if (steps.length > mostSteps) throw new Error(`${steps.length} overlapping steps are too many to search`);
  const all = 2 ** steps.length - 1;
  const earlier = steps.map((step) => maskOf(steps, (other) => precedes(other, step)));
  const reached = new Map<number, Reached<S, N>>([[0, { belief: distinct(belief), order: [] }]]);
  let nearest: Miss | undefined;

  // Every subset of a mask is a smaller number, so it was visited before.
  for (let done = 0; done < all; done += 1) {
    const here = reached.get(done);
    if (here === undefined) continue;
    for (const [index, { step, call, observation }] of steps.entries()) {
      const bit = 1 << index;
      if ((done & bit) !== 0 || ((earlier[index] ?? 0) & ~done) !== 0) continue;
      const operation = operationOf(machine, step);
      const read = counts === undefined ? operation : byResult(operation, (check) => counts(check, step.id));
      const verdict = observe(read, step, call, here.belief, observation);
      if (verdict.kind === 'inconclusive') return verdict;
      const away = 'reply' in observation && turnedAway(observation.reply);
      if (verdict.kind === 'violated' && !away) {
        const miss = { order: here.order, step: step.id, ...verdict };
        if (isNearer(miss, nearest)) nearest = miss;
        continue;
      }
      const next = reached.get(done | bit);
      const after = distinct([
        ...(next?.belief ?? []),
        ...('belief' in verdict ? verdict.belief : []),
        ...(away ? here.belief : []),
      ]);
      if (after.length > mostHypotheses)
        return { kind: 'inconclusive', why: 'too many orders and readings explain what was seen' };
      reached.set(done | bit, { belief: after, order: next?.order ?? [...here.order, step.id] });
    }
  }
  const end = reached.get(all);
  if (end !== undefined) return { kind: 'explained', belief: end.belief };
  if (nearest === undefined) return { kind: 'inconclusive', why: 'the times of the steps admit no order' };
  const { order, step, breaches } = nearest;
  return { kind: 'violated', order, step, breaches };
}

/** The belief after some steps, and one order of them. */
interface Reached<S, N> {
  readonly belief: Belief<S, N>;
  readonly order: readonly StepId[];
}

interface Miss {
  readonly order: readonly StepId[];
  readonly step: StepId;
  readonly breaches: readonly Breach[];
  readonly distance: number;
}

function isNearer(miss: Miss, than: Miss | undefined): boolean {
  if (than === undefined || miss.order.length !== than.order.length)
    return miss.order.length > (than?.order.length ?? -1);
  return miss.distance < than.distance;
}

function precedes<C, R>(one: Overlapped<C, R>, other: Overlapped<C, R>): boolean {
  if (one.step.id === other.behind && 'reply' in one.observation) return true;
  return one.to !== undefined && other.from !== undefined && one.to < other.from;
}

function maskOf<T>(items: readonly T[], holds: (item: T) => boolean): number {
  return items.reduce((mask, item, index) => (holds(item) ? mask | (1 << index) : mask), 0);
}

/** The operation judged by some of its checks; the rest of the reply stays unknown, as after a lost answer. */
function byResult<S, C, R, N>(
  operation: Operation<S, C, R, N>,
  counts: (check: Check<R>) => boolean,
): Operation<S, C, R, N> {
  return {
    ...operation,
    predict: (state, call, step) =>
      operation.predict(state, call, step).map(({ name, checks, assumes, next }) => ({
        name,
        checks: () => checksOf({ checks }).filter(counts),
        ...(assumes !== undefined && { assumes }),
        next: () => next(),
      })),
  };
}

/** Each state once, in whatever order its fields are; no notification is expected. */
function distinct<S, N>(belief: Belief<S, N>): Belief<S, N> {
  const byState = new Map<string, Hypothesis<S, N>>();
  for (const hypothesis of belief) {
    const key = `${JSON.stringify(hypothesis.state, sorted)}\n${pendingOf(hypothesis)}`;
    if (!byState.has(key)) byState.set(key, { ...hypothesis, expected: [] });
  }
  return [...byState.values()];
}

function sorted(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
