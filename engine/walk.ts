import type { Arbitrary, Random } from 'fast-check';
import { operationsOf } from './operations.ts';
import type { Attempt, Draw, Machine, Operation, Sequence, Step, Uses } from './model.ts';

/**
 * How often each argument class was chosen, by abstract state, operation and kind; pooled over a run, so that rare ones come up.
 * Nested, since it is asked for every attempt of every step: joining the three into one key costs more than all the rest.
 */
export type Visits = Map<string, Map<string, Map<string, number>>>;

export interface WalkOptions {
  readonly minSteps: number;
  readonly maxSteps: number;
  /** Share of steps that expect a refusal, where one can be tried. */
  readonly negativeShare: number;
  /** Share of sequences in which most steps expect a refusal: there are more ways to be wrong than to be right. */
  readonly refusalShare: number;
  /** Share of sequences that use a subset of the operations only, which reaches states that the full mix dilutes. */
  readonly swarmShare: number;
  /** Share of changing steps that are read back at once. */
  readonly readBackShare: number;
}

export const defaultWalk: WalkOptions = {
  minSteps: 12,
  maxSteps: 36,
  negativeShare: 0.3,
  refusalShare: 0.28,
  swarmShare: 0.33,
  readBackShare: 0.4,
};

const mostly = 0.75;

interface Candidate<S, C, R, N> {
  readonly operation: Operation<S, C, R, N>;
  readonly attempt: Attempt;
  readonly weight: number;
  /** Counts by kind, where the choice is noted: in this abstract state, and in any. */
  readonly visited: Map<string, number>;
  readonly tried: Map<string, number>;
}

/**
 * Walks a machine offline, presuming each step's ordinary outcome, and gives the sequence that was walked.
 * Each choice is weighted by 1/(1 + visits) over abstract state × operation × argument class.
 */
export function walk<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  random: Random,
  visits: Visits,
  options: WalkOptions,
): Sequence {
  const draw: Draw = (arbitrary: Arbitrary<unknown>) => arbitrary.generate(random, undefined).value as never;
  const byName = operationsOf(machine);
  const operations = swarm(machine.operations, random, options);
  const length = random.nextInt(options.minSteps, options.maxSteps);
  const negativeShare = random.nextDouble() < options.refusalShare ? mostly : options.negativeShare;
  const steps: Step[] = [];
  let state = machine.initial;

  const take = (step: Step): void => {
    const next = presume(machine, byName, state, step);
    if (next === undefined) return;
    state = next.state;
    steps.push(step);
  };
  const nextId = () => `s${steps.length + 1}`;

  while (steps.length < length) {
    const negative = random.nextDouble() < negativeShare;
    const candidate = pick(machine, operations, state, visits, negative, random);
    if (candidate === undefined) break;
    const { operation, attempt, visited, tried } = candidate;
    for (const counts of [visited, tried]) counts.set(attempt.kind, (counts.get(attempt.kind) ?? 0) + 1);
    const data = operation.draw?.(attempt, state, draw);
    const before = steps.length;
    const step = { id: nextId(), operation: operation.name, kind: attempt.kind, uses: attempt.uses };
    take(data === undefined ? step : { ...step, data });
    if (steps.length === before) break;
    const readBack = byName.get(operation.name)?.readBack?.(steps[before] ?? step);
    if (readBack === undefined || operation.reads) continue;
    if (attempt.negative === true || random.nextDouble() < options.readBackShare)
      take({ ...readBack, id: nextId() });
  }
  return steps;
}

/** Leaves out about half of the operations, never those that nothing else could replace: the first, and the controls. */
function swarm<S, C, R, N>(
  operations: readonly Operation<S, C, R, N>[],
  random: Random,
  options: WalkOptions,
): readonly Operation<S, C, R, N>[] {
  if (random.nextDouble() >= options.swarmShare) return operations;
  return operations.filter(
    (operation, index) => index === 0 || operation.control || random.nextDouble() < 0.5,
  );
}

/**
 * An attempt of the wanted sort, of one operation: taken by the operations' own weights, so that one with many classes of arguments does not
 * crowd out the others. Of either sort, where no operation has one that is wanted.
 */
function pick<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  operations: readonly Operation<S, C, R, N>[],
  state: S,
  visits: Visits,
  negative: boolean,
  random: Random,
): Candidate<S, C, R, N> | undefined {
  const abstractOf = abstraction(machine, state);
  const ordered = shuffled(operations, random);
  const from = (sort?: boolean): Candidate<S, C, R, N> | undefined => {
    let worn: readonly Candidate<S, C, R, N>[] = [];
    for (const operation of ordered) {
      const pool = candidates(operation, state, visits, abstractOf, sort);
      if (pool.length === 0) continue;
      // A refusal that was met often enough already gives way to one of another operation.
      if (sort !== true || random.nextDouble() < totalOf(pool)) return choose(pool, random);
      if (totalOf(pool) > totalOf(worn)) worn = pool;
    }
    return choose(worn, random);
  };
  return from(negative) ?? from();
}

/** A read changes nothing, so that only what comes after others is worth much. */
const readWeight = 0.3;

/** The operations in a random order, the heavier ones rather earlier. */
function shuffled<S, C, R, N>(
  operations: readonly Operation<S, C, R, N>[],
  random: Random,
): readonly Operation<S, C, R, N>[] {
  const weightOf = ({ weight, reads }: Operation<S, C, R, N>) => weight ?? (reads === true ? readWeight : 1);
  // Efraimidis and Spirakis: the order of u^(1/w) is that of drawing by weight without putting back.
  return operations
    .map((operation) => ({ operation, key: random.nextDouble() ** (1 / weightOf(operation)) }))
    .sort((one, other) => other.key - one.key)
    .map(({ operation }) => operation);
}

/** Where the visits of every abstract state are counted together. */
const anywhere = '*';

/** What was tried less often than this, in whatever state, counts for so much more: each kind comes up before any becomes a habit. */
const enough = 2;
const novelty = 5;

function candidates<S, C, R, N>(
  operation: Operation<S, C, R, N>,
  state: S,
  visits: Visits,
  abstractOf: (uses: Uses) => string,
  negative: boolean | undefined,
): readonly Candidate<S, C, R, N>[] {
  const found: Candidate<S, C, R, N>[] = [];
  const tried = within(within(visits, anywhere), operation.name);
  for (const attempt of operation.attempts(state)) {
    if (negative !== undefined && (attempt.negative === true) !== negative) continue;
    const visited = within(within(visits, abstractOf(attempt.uses)), operation.name);
    const novel = (tried.get(attempt.kind) ?? 0) < enough ? novelty : 1;
    const weight = (novel * (attempt.weight ?? 1)) / (1 + (visited.get(attempt.kind) ?? 0));
    found.push({ operation, attempt, weight, visited, tried });
  }
  return found;
}

function within<V>(counts: Map<string, Map<string, V>>, key: string): Map<string, V> {
  let inner = counts.get(key);
  if (inner === undefined) {
    inner = new Map<string, V>();
    counts.set(key, inner);
  }
  return inner;
}

/** Abstract states by the entities that are used; most attempts of a state use the same few. */
function abstraction<S, C, R, N>(machine: Machine<S, C, R, N>, state: S): (uses: Uses) => string {
  const byUses = new Map<Uses, string>();
  const byEntities = new Map<string, string>();
  return (uses) => {
    let abstract = byUses.get(uses);
    if (abstract !== undefined) return abstract;
    let entities = '';
    for (const role in uses) entities += `${role} ${uses[role]},`;
    abstract = byEntities.get(entities);
    if (abstract === undefined) byEntities.set(entities, (abstract = machine.abstract(state, uses)));
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

/** The state after a step's ordinary outcome, without asking anybody; undefined where the step can't be made. */
export function presume<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  operations: ReadonlyMap<string, Operation<S, C, R, N>>,
  state: S,
  step: Step,
): { readonly state: S } | undefined {
  const operation = operations.get(step.operation);
  if (operation === undefined) throw new Error(`${machine.name} has no operation "${step.operation}"`);
  const call = operation.resolve(state, step);
  if (call === undefined) return undefined;
  const [ordinary] = operation.predict(state, call, step);
  if (ordinary === undefined)
    throw new Error(`${machine.name} predicts nothing for ${step.operation} ${step.kind}`);
  return { state: ordinary.next() };
}

/** Whether every step of a sequence could be made if each earlier one had its ordinary outcome. Costs no request. */
export function possible<S, C, R, N>(machine: Machine<S, C, R, N>, sequence: Sequence): boolean {
  const operations = operationsOf(machine);
  let state = machine.initial;
  for (const step of sequence) {
    const next = presume(machine, operations, state, step);
    if (next === undefined) return false;
    state = next.state;
  }
  return true;
}
