import type { Random } from 'fast-check';
import { drawing, simulateStep } from './simulate-step.ts';
import { operationNamed, operationOf } from '../operations.ts';
import type { Attempt, Machine, Operation, Sequence, Step, Uses, RefusesForm } from '../model.ts';
import { weightedChoice, type Drawn } from './weighted-choice.ts';
import { Histories } from './windows.ts';

export interface WalkOptions {
  readonly minSteps: number;
  readonly maxSteps: number;
  /** Share of steps that expect a refusal, where one can be tried. */
  readonly negativeShare: number;
  /** Share of sequences in which most steps expect a refusal: more requests are wrong than right. */
  readonly refusalShare: number;
  /** Share of sequences that use only some operations: they reach states that are rare with all of them. */
  readonly swarmShare: number;
  /** Share of changing steps that are read back at once. */
  readonly readBackShare: number;
  /** Share of sequences that seek windows of changes that no sequence has met, with few refusals, and end with the machine's audit. */
  readonly coveringShare: number;
}

export const defaultWalk: WalkOptions = {
  minSteps: 8,
  maxSteps: 28,
  negativeShare: 0.3,
  refusalShare: 0.28,
  swarmShare: 0.33,
  readBackShare: 0.4,
  coveringShare: 0.6,
};

const mostly = 0.75;

/** What a covering sequence has of the rest: each refusal and each read takes the place of a change, and its audit reads in the end. */
const coveringRest = { negativeShare: 0.1, readBackShare: 0.2 };

/**
 * Walks a machine at random, presuming each step's ordinary outcome, and gives the sequence.
 * Each choice is weighted by 1/(1 + visits) over abstract state × operation × argument class, and in a covering sequence far more where it
 * completes a window that no sequence has met. `drawn` is what the run has drawn so far, and grows.
 */
export function walk<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  random: Random,
  drawn: Drawn,
  options: WalkOptions,
): Sequence {
  const draw = drawing(random);
  const operations = swarm(machine.operations, random, options);
  const length = random.nextInt(options.minSteps, options.maxSteps);
  const isCovering = random.nextDouble() < options.coveringShare;
  const isRefused = random.nextDouble() < options.refusalShare;
  const { negativeShare, readBackShare } =
    isCovering && machine.changes !== undefined
      ? coveringRest
      : { ...options, ...(isRefused && { negativeShare: mostly }) };
  const steps: Step[] = [];
  let state = machine.initial;
  let last: Uses = {};
  const histories = new Histories(machine);

  const take = (step: Step): void => {
    const next = presume(machine, state, step);
    if (next === undefined) return;
    state = next.state;
    if (!next.refused) histories.note(step, drawn.windows);
    steps.push(step);
  };
  const nextId = () => `s${steps.length + 1}`;

  while (steps.length < length) {
    const negative = random.nextDouble() < negativeShare;
    const here = { state, drawn, last, ...(isCovering && machine.changes !== undefined && { histories }) };
    const candidate = weightedChoice(machine, operations, here, negative, random);
    if (candidate === undefined) break;
    const { operation, attempt, visited, tried } = candidate;
    for (const counts of [visited, tried]) counts.set(attempt.kind, (counts.get(attempt.kind) ?? 0) + 1);
    const data = operation.draw?.(attempt, state, draw);
    const before = steps.length;
    const step = { id: nextId(), operation: operation.name, kind: attempt.kind, uses: attempt.uses };
    take(data === undefined ? step : { ...step, data });
    if (steps.length === before) break;
    last = { ...attempt.uses, made: step.id };
    const readBack = operationNamed(machine, operation.name)?.readBack?.(steps[before] ?? step);
    if (readBack === undefined || operation.reads) continue;
    if (attempt.negative === true || random.nextDouble() < readBackShare) take({ ...readBack, id: nextId() });
  }
  if (machine.audit === undefined || !isCovering) return steps;
  for (const { operation, kind, negative = false } of machine.audit) {
    const taking = operationNamed(machine, operation);
    const isMeant = (attempt: Attempt) => attempt.kind === kind && (attempt.negative === true) === negative;
    const offered = () => taking?.attempts(state).filter(isMeant) ?? [];
    for (const attempt of offered()) {
      // What the step before has changed may have made it impossible.
      if (!offered().some(({ uses }) => isSameUses(uses, attempt.uses))) continue;
      if (taking?.spends?.(state, attempt) !== undefined) continue;
      const data = taking?.draw?.(attempt, state, draw);
      const step = { id: nextId(), operation, kind, uses: attempt.uses };
      take(data === undefined ? step : { ...step, data });
    }
  }
  return steps;
}

const isSameUses = (one: Uses, other: Uses): boolean =>
  Object.entries({ ...one, ...other }).every(([role, id]) => one[role] === id && other[role] === id);

/** Leaves out about half of the operations, but never the first nor the controls, which no other can replace. */
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

/** The state after a step's ordinary outcome; undefined when the step can't be made. Throws an Error when the machine predicts nothing. */
export function presume<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  state: S,
  step: Step,
): { readonly state: S; readonly refused: boolean } | undefined {
  const operation = operationOf(machine, step);
  const call = operation.resolve(state, step);
  if (call === undefined) return undefined;
  const [ordinary] = operation.predict(state, call, step, 'ordinary');
  if (ordinary === undefined)
    throw new Error(`${machine.name} predicts nothing for ${step.operation} ${step.kind}`);
  return { state: ordinary.next(), refused: ordinary.refused === true };
}

/** Whether every step of a sequence can be made if each earlier one has its ordinary outcome. Costs no request. */
export function possible<S, C, R, N>(machine: Machine<S, C, R, N>, sequence: Sequence): boolean {
  let state = machine.initial;
  for (const step of sequence) {
    const next = presume(machine, state, step);
    if (next === undefined) return false;
    state = next.state;
  }
  return true;
}

/** Whether a sequence may use up what can't be made again, if each step has its ordinary outcome. */
export function isSpending<S, C, R, N>(machine: Machine<S, C, R, N>, sequence: Sequence): boolean {
  if (!machine.operations.some(({ spends }) => spends !== undefined)) return false;
  let state = machine.initial;
  for (const step of sequence) {
    const simulated = simulateStep(machine, operationOf(machine, step), state, step);
    if (simulated?.spends !== undefined) return true;
    state = simulated?.state ?? state;
  }
  return false;
}

/** A sequence without the forms of requests that the target is known to refuse. */
export function avoiding<S, C, R, N>(
  machine: Pick<Machine<S, C, R, N>, 'avoiding'>,
  sequence: Sequence,
  refuses: RefusesForm,
): Sequence {
  return sequence.map((step) => machine.avoiding?.(step, refuses) ?? step);
}
