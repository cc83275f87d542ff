import type { Arbitrary, Random } from 'fast-check';
import { operationsOf } from './execute.ts';
import type { Attempt, Draw, Machine, Operation, Sequence, Step } from './model.ts';

/** How often each `abstract state | operation | kind` was chosen; pooled over a run, so that rare ones come up. */
export type Visits = Map<string, number>;

export interface WalkOptions {
  readonly minSteps: number;
  readonly maxSteps: number;
  /** Share of steps that expect a refusal, where one can be tried. */
  readonly negativeShare: number;
  /** Share of sequences that use a subset of the operations only, which reaches states that the full mix dilutes. */
  readonly swarmShare: number;
  /** Share of changing steps that are read back at once. */
  readonly readBackShare: number;
}

export const defaultWalk: WalkOptions = {
  minSteps: 12,
  maxSteps: 36,
  negativeShare: 0.3,
  swarmShare: 0.33,
  readBackShare: 0.4,
};

interface Candidate<S, C, R, N> {
  readonly operation: Operation<S, C, R, N>;
  readonly attempt: Attempt;
  readonly key: string;
  readonly weight: number;
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
    const candidate = choose(candidates(machine, operations, state, visits), random, options);
    if (candidate === undefined) break;
    const { operation, attempt, key } = candidate;
    visits.set(key, (visits.get(key) ?? 0) + 1);
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

function candidates<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  operations: readonly Operation<S, C, R, N>[],
  state: S,
  visits: Visits,
): readonly Candidate<S, C, R, N>[] {
  const abstracts = new Map<string, string>();
  const found: Candidate<S, C, R, N>[] = [];
  for (const operation of operations) {
    for (const attempt of operation.attempts(state)) {
      const entities = Object.values(attempt.uses).join();
      let abstract = abstracts.get(entities);
      if (abstract === undefined) abstracts.set(entities, (abstract = machine.abstract(state, attempt.uses)));
      const key = `${abstract}|${operation.name}|${attempt.kind}`;
      const weight = (attempt.weight ?? 1) / (1 + (visits.get(key) ?? 0));
      found.push({ operation, attempt, key, weight });
    }
  }
  return found;
}

function choose<S, C, R, N>(
  all: readonly Candidate<S, C, R, N>[],
  random: Random,
  options: WalkOptions,
): Candidate<S, C, R, N> | undefined {
  const negative = random.nextDouble() < options.negativeShare;
  const wanted = all.filter(({ attempt }) => (attempt.negative === true) === negative);
  const pool = wanted.length > 0 ? wanted : all;
  const total = pool.reduce((sum, { weight }) => sum + weight, 0);
  let mark = random.nextDouble() * total;
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
