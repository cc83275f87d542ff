import type { Random } from 'fast-check';
import type { Attempt, Machine, Operation, StepId, Uses } from '../model.ts';
import { innerMap } from '../collections.ts';

/**
 * How often each argument class was chosen, by abstract state, operation and kind; shared by a run, so that rare ones are chosen too.
 * Nested, since it is read for every attempt of every step: building one key of the three is slower than all the rest.
 */
export type Visits = Map<string, Map<string, Map<string, number>>>;

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
}

/**
 * Chooses an attempt, negative or not. First an operation is chosen by its weight, so that one with many classes of arguments does not crowd
 * out the others. If no operation has such an attempt, one of the other sort is chosen.
 */
export function weightedChoice<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  operations: readonly Operation<S, C, R, N>[],
  here: Here<S>,
  negative: boolean,
  random: Random,
): Candidate<S, C, R, N> | undefined {
  const abstractOf = abstraction((state: S, uses) => machine.abstract(state, uses), here.state);
  const ordered = shuffled(operations, random, negative);
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
  return from(negative) ?? from();
}

/** A read changes nothing: it is worth little except after other steps. */
const readWeight = 0.3;

/** The least weight of an operation when a refusal is to be tried: a rare operation has as many refusals as any other. */
const leastOfRefusals = 1.5;

/** The operations in a random order, the heavier ones earlier on average. */
function shuffled<S, C, R, N>(
  operations: readonly Operation<S, C, R, N>[],
  random: Random,
  negative: boolean,
): readonly Operation<S, C, R, N>[] {
  const weightOf = ({ weight, reads }: Operation<S, C, R, N>) =>
    negative ? Math.max(leastOfRefusals, weight ?? 1) : (weight ?? (reads === true ? readWeight : 1));
  // Efraimidis and Spirakis: the order of u^(1/w) is that of drawing by weight without putting back.
  return operations
    .map((operation) => ({ operation, key: random.nextDouble() ** (1 / weightOf(operation)) }))
    .sort((one, other) => other.key - one.key)
    .map(({ operation }) => operation);
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

/** Whether an attempt uses what the step before used or created. */
function isNear(uses: Uses, before: readonly StepId[]): boolean {
  for (const role in uses) if (before.includes(uses[role] ?? '')) return true;
  return false;
}

/** The state of a walk, the choices of the run so far, and what the last step used. */
export interface Here<S> {
  readonly state: S;
  readonly visits: Visits;
  readonly last: Uses;
}

function poolOf<S, C, R, N>(
  operation: Operation<S, C, R, N>,
  { state, visits, last }: Here<S>,
  abstractOf: (uses: Uses) => string,
  negative: boolean | undefined,
): Pool<S, C, R, N> {
  const attempts: Attempt[] = [];
  const weights: number[] = [];
  let total = 0;
  const tried = innerMap(innerMap(visits, anywhere), operation.name);
  const before = Object.values(last);
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
    const weight = (near * novel * (attempt.weight ?? 1)) / (1 + (visited.get(attempt.kind) ?? 0));
    attempts.push(attempt);
    weights.push(weight);
    total += weight;
  }
  return { operation, attempts, weights, total };
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
  { visits }: Here<S>,
  abstractOf: (uses: Uses) => string,
  random: Random,
): Candidate<S, C, R, N> | undefined {
  const { operation, attempts, weights, total } = pool ?? { attempts: [], weights: [], total: 0 };
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
