import type { Random } from 'fast-check';
import type { Attempt, Machine, Operation } from '../machine.ts';
import type { StepId, Uses } from '../model.ts';
import { innerMap } from '../collections.ts';
import type { TransitionGoal } from '../goals.ts';
import { noWindows, type Histories, type Windows } from './windows.ts';

/**
 * How often each argument class was chosen, by abstract state, operation and kind; shared by a run, so that rare ones are chosen too.
 * Nested, since it is read for every attempt of every step: building one key of the three is slower than all the rest.
 */
export type Visits = Map<string, Map<string, Map<string, number>>>;

/** What the sequences of a run have drawn so far, shared by all of them. */
export interface Drawn {
  readonly visits: Visits;
  readonly windows: Windows;
  /** Transitions whose next stage an audit shows. */
  readonly confirmed: Set<TransitionGoal>;
}

/** Nothing drawn yet. */
export const nothingDrawn = (): Drawn => ({
  visits: new Map(),
  windows: noWindows(),
  confirmed: new Set(),
});

interface Candidate<S, C, R, N> {
  readonly operation: Operation<S, C, R, N>;
  readonly attempt: Attempt;
  /** Counts by kind, to be raised when it is chosen: in this abstract state, and in any. */
  readonly visited: Map<string, number>;
  readonly tried: Map<string, number>;
}

/** The attempts of an operation to choose from, with the weight of each. Lists side by side, since a walk looks at some hundred for each step. */
interface Pool<S, C, R, N> {
  readonly operation: Operation<S, C, R, N>;
  readonly attempts: readonly Attempt[];
  readonly weights: readonly number[];
  readonly total: number;
  /** How much more it weighs for the windows that it offers. */
  readonly freshest: number;
}

/**
 * Chooses an attempt, negative or not. First an operation is chosen by its weight, so that one with many classes of arguments does not crowd
 * out the others; in a covering sequence also by the windows that it offers. If no operation has such an attempt, one of the other sort is chosen.
 */
export function weightedChoice<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  operations: readonly Operation<S, C, R, N>[],
  here: Here<S, C, R, N>,
  negative: boolean,
  random: Random,
): Candidate<S, C, R, N> | undefined {
  const abstractOf = abstraction((state: S, uses) => machine.abstract(state, uses), here.state);
  const ordered = shuffled(operations, random, (operation) => weightOf(operation, negative));
  const from = (sort?: boolean): Candidate<S, C, R, N> | undefined => {
    let worn: Pool<S, C, R, N> | undefined;
    for (const operation of ordered) {
      const pool = poolOf(operation, here, abstractOf, sort);
      if (pool.attempts.length === 0) continue;
      // Refusals that were tried often give way to those of another operation.
      if (sort !== true || random.nextDouble() < pool.total) return chosen(pool, here, abstractOf, random);
      if (pool.total > (worn?.total ?? 0)) worn = pool;
    }
    return chosen(worn, here, abstractOf, random);
  };
  if (negative || here.histories === undefined) return from(negative) ?? from();
  const pools = operations
    .map((operation) => poolOf(operation, here, abstractOf, false))
    .filter(({ attempts }) => attempts.length > 0);
  const [pool] = shuffled(pools, random, (of) => of.freshest * weightOf(of.operation, false));
  return chosen(pool, here, abstractOf, random) ?? from();
}

/** A read changes nothing: it is worth little except after other steps. */
const readWeight = 0.3;

/** The least weight of an operation when a refusal is to be tried: a rare operation has as many refusals as any other. */
const leastOfRefusals = 1.5;

const weightOf = <S, C, R, N>({ weight, reads }: Operation<S, C, R, N>, negative: boolean): number =>
  negative ? Math.max(leastOfRefusals, weight ?? 1) : (weight ?? (reads === true ? readWeight : 1));

/** All in a random order, the heavier ones earlier on average. */
function shuffled<T>(all: readonly T[], random: Random, weight: (one: T) => number): readonly T[] {
  // Efraimidis and Spirakis: the order of u^(1/w) is that of drawing by weight without putting back.
  return all
    .map((one) => ({ one, key: random.nextDouble() ** (1 / weight(one)) }))
    .sort((one, other) => other.key - one.key)
    .map(({ one }) => one);
}

/** The key under which the visits of all abstract states are counted. */
const anywhere = '*';

/** Kinds tried less often than this, in any state, weigh so much more: each is tried before any is repeated often. */
const enough = 2;
const novelty = 5;
/** The same for kinds never tried: a target may lack a check for one kind of one operation only. */
const untried = 20;

/** Entities used last weigh so much more: a fault that needs several steps needs them on one entity. */
const locality = 3;

/** In a covering sequence, what completes a window which no sequence has met weighs so much more: of two changes, and of three. Tuned by `windows` in tools/. */
const newWindow = { two: 5, three: 300 };

/** Whether an attempt uses what the step before used or created. */
function isNear(uses: Uses, before: readonly StepId[]): boolean {
  for (const role in uses) if (before.includes(uses[role] ?? '')) return true;
  return false;
}

/** The state of a walk, what the run has drawn so far, and what the last step used. */
export interface Here<S, C, R, N> {
  readonly state: S;
  readonly drawn: Drawn;
  readonly last: Uses;
  /** Of a covering sequence: what the entities went through. Absent: windows weigh nothing. */
  readonly histories?: Histories<S, C, R, N>;
}

function poolOf<S, C, R, N>(
  operation: Operation<S, C, R, N>,
  { state, drawn: { visits, windows }, last, histories }: Here<S, C, R, N>,
  abstractOf: (uses: Uses) => string,
  negative: boolean | undefined,
): Pool<S, C, R, N> {
  const attempts: Attempt[] = [];
  const weights: number[] = [];
  let total = 0;
  let freshest = 1;
  const tried = innerMap(innerMap(visits, anywhere), operation.name);
  const before = Object.values(last);
  const novelWindows = ({ kind, uses: of }: Attempt): number => {
    const { two, three } = histories?.completedBy({ operation: operation.name, kind, uses: of }) ?? {};
    if (three !== undefined && !windows.three.has(three)) return newWindow.three;
    return two !== undefined && !windows.two.has(two) ? newWindow.two : 1;
  };
  // Attempts on the same entities follow one another.
  let uses: Uses | undefined;
  let visited = tried;
  let near = 1;
  for (const attempt of operation.attempts(state)) {
    if (negative !== undefined && (attempt.negative === true) !== negative) continue;
    if (operation.spends?.(state, attempt) !== undefined) continue;
    if (attempt.uses !== uses) {
      ({ uses } = attempt);
      visited = innerMap(innerMap(visits, abstractOf(uses)), operation.name);
      near = isNear(uses, before) ? locality : 1;
    }
    const times = tried.get(attempt.kind) ?? 0;
    const novel = times === 0 ? untried : times < enough ? novelty : 1;
    const fresh = attempt.negative === true || operation.reads === true ? 1 : novelWindows(attempt);
    const weight = (near * novel * fresh * (attempt.weight ?? 1)) / (1 + (visited.get(attempt.kind) ?? 0));
    freshest = Math.max(freshest, fresh);
    attempts.push(attempt);
    weights.push(weight);
    total += weight;
  }
  return { operation, attempts, weights, total, freshest };
}

/** A cache of the abstract states by the entities that are used; most attempts of a state use the same few. */
export function abstraction<S>(
  abstractOf: (state: S, uses: Uses) => string,
  state: S,
): (uses: Uses) => string {
  const byUses = new Map<Uses, string>();
  const byEntities = new Map<string, string>();
  return (uses) => {
    let abstract = byUses.get(uses);
    if (abstract !== undefined) return abstract;
    let entities = '';
    for (const role in uses) entities += `${role} ${uses[role]},`;
    abstract = byEntities.get(entities);
    if (abstract === undefined) byEntities.set(entities, (abstract = abstractOf(state, uses)));
    byUses.set(uses, abstract);
    return abstract;
  };
}

/** One of a pool at random, by its weight. */
function chosen<S, C, R, N>(
  pool: Pool<S, C, R, N> | undefined,
  { drawn: { visits } }: Here<S, C, R, N>,
  abstractOf: (uses: Uses) => string,
  random: Random,
): Candidate<S, C, R, N> | undefined {
  const { operation, attempts, weights, total } = pool ?? {
    attempts: [],
    weights: [],
    total: 0,
    freshest: 1,
  };
  let mark = random.nextDouble() * total;
  const at = weights.findIndex((weight) => (mark -= weight) < 0);
  const attempt = attempts.at(at);
  if (operation === undefined || attempt === undefined) return undefined;
  return {
    operation,
    attempt,
    visited: innerMap(innerMap(visits, abstractOf(attempt.uses)), operation.name),
    tried: innerMap(innerMap(visits, anywhere), operation.name),
  };
}
