import type { Random } from 'fast-check';
import type { Attempt, Machine, Operation, StepId, Uses } from '../model.ts';
import { innerMap } from '../get-or-create.ts';

/**
 * How often each argument class was chosen, by abstract state, operation and kind; shared by a run, so that rare ones are chosen too.
 * Nested, since it is read for every attempt of every step: building one key of the three is slower than all the rest.
 */
export type Visits = Map<string, Map<string, Map<string, number>>>;

interface Candidate<S, C, R, N> {
  readonly operation: Operation<S, C, R, N>;
  readonly attempt: Attempt;
  readonly weight: number;
  /** Counts by kind, to be raised when it is chosen: in this abstract state, and in any. */
  readonly visited: Map<string, number>;
  readonly tried: Map<string, number>;
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
    let worn: readonly Candidate<S, C, R, N>[] = [];
    for (const operation of ordered) {
      const pool = candidates(operation, here, abstractOf, sort);
      if (pool.length === 0) continue;
      // Refusals that were tried often give way to those of another operation.
      if (sort !== true || random.nextDouble() < totalOf(pool)) return choose(pool, random);
      if (totalOf(pool) > totalOf(worn)) worn = pool;
    }
    return choose(worn, random);
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

function candidates<S, C, R, N>(
  operation: Operation<S, C, R, N>,
  { state, visits, last }: Here<S>,
  abstractOf: (uses: Uses) => string,
  negative: boolean | undefined,
): readonly Candidate<S, C, R, N>[] {
  const found: Candidate<S, C, R, N>[] = [];
  const tried = innerMap(innerMap(visits, anywhere), operation.name);
  const before = Object.values(last);
  for (const attempt of operation.attempts(state)) {
    if (negative !== undefined && (attempt.negative === true) !== negative) continue;
    if (operation.spends?.(state, attempt) !== undefined) continue;
    const visited = innerMap(innerMap(visits, abstractOf(attempt.uses)), operation.name);
    const times = tried.get(attempt.kind) ?? 0;
    const novel = times === 0 ? untried : times < enough ? novelty : 1;
    const near = isNear(attempt.uses, before) ? locality : 1;
    const weight = (near * novel * (attempt.weight ?? 1)) / (1 + (visited.get(attempt.kind) ?? 0));
    found.push({ operation, attempt, weight, visited, tried });
  }
  return found;
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

function totalOf<S, C, R, N>(pool: readonly Candidate<S, C, R, N>[]): number {
  let total = 0;
  for (const { weight } of pool) total += weight;
  return total;
}

function choose<S, C, R, N>(
  pool: readonly Candidate<S, C, R, N>[],
  random: Random,
): Candidate<S, C, R, N> | undefined {
  let mark = random.nextDouble() * totalOf(pool);
  for (const candidate of pool) {
    mark -= candidate.weight;
    if (mark < 0) return candidate;
  }
  return pool.at(-1);
}
