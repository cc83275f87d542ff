import type { Random } from 'fast-check';
import { drawing, simulateStep } from './simulate-step.ts';
import { audit } from './audit.ts';
import { confirmedBy } from './confirmed.ts';
import { stageOf, transitionGoal } from '../goals.ts';
import { operationNamed, operationOf } from '../operations.ts';
import type { Attempt, Machine, Operation, RefusesForm } from '../machine.ts';
import type { Sequence, Step, StepId, Uses } from '../model.ts';
import { weightedChoice, type Drawn } from './weighted-choice.ts';
import { addAll, Histories, noWindows } from './windows.ts';

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
  /** Share of the covering sequences in which bystanders are made, and read after some of the changes of what they stand beside. */
  readonly bystanderShare: number;
  /**
   * Whether a covering sequence ends, with its audit, where it meets what no audit has confirmed: a window, or a transition of which the documents permit no other
   * outcome. It then counts as met only what its audit confirms, and other sequences count nothing. Default false.
   */
  readonly endsWhereNew?: boolean;
  /** The operations that the walks are about: no sequence leaves them out, half of the others are left out, and only these are to be refused. Default: all alike. */
  readonly focus?: readonly string[];
}

export const defaultWalk: WalkOptions = {
  minSteps: 8,
  maxSteps: 28,
  negativeShare: 0.3,
  refusalShare: 0.28,
  swarmShare: 0.33,
  readBackShare: 0.4,
  coveringShare: 0.6,
  bystanderShare: 0.5,
};

/** Of nights, which have time: what one has confirmed, the next ones need not. */
export const nightlyWalk = { endsWhereNew: true, coveringShare: 0.8 } as const satisfies Partial<WalkOptions>;

const mostly = 0.75;

/** Share of changes after which what stands beside is read. */
const besideShare = 0.4;

/** What a covering sequence has of the rest: each refusal and each read takes the place of a change, and its audit adds to its length and reads in the end. */
const coveringRest = { negativeShare: 0.1, readBackShare: 0.2, lengthShare: 0.8 };

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
  return new Walk(machine, random, drawn, options).steps();
}

/** One sequence while it is drawn. */
class Walk<S, C, R, N> {
  readonly #machine: Machine<S, C, R, N>;
  readonly #random: Random;
  readonly #drawn: Drawn;
  readonly #options: WalkOptions;
  readonly #histories: Histories<S, C, R, N>;
  readonly #steps: Step[] = [];
  /** Bystanders by what they stand beside, and the reverse, with the read of each. */
  readonly #besides = new Map<StepId, { readonly role: string; readonly read: Omit<Step, 'id'> }>();
  #state: S;
  /** Whether it ends where a step meets what no audit has confirmed, and whether one has. */
  #endsWhereNew = false;
  #isNew = false;

  constructor(machine: Machine<S, C, R, N>, random: Random, drawn: Drawn, options: WalkOptions) {
    this.#machine = machine;
    this.#random = random;
    this.#drawn = drawn;
    this.#options = options;
    this.#histories = new Histories(machine);
    this.#state = machine.initial;
  }

  steps(): Sequence {
    const { minSteps, maxSteps, coveringShare, refusalShare, bystanderShare } = this.#options;
    const operations = swarm(this.#machine.operations, this.#random, this.#options);
    const drawn = this.#random.nextInt(minSteps, maxSteps);
    const isCovering = this.#happens(coveringShare);
    const isRefused = this.#happens(refusalShare);
    const isBeside = isCovering && this.#happens(bystanderShare);
    const seeks = isCovering && this.#machine.changes !== undefined;
    const { negativeShare, readBackShare } = seeks
      ? coveringRest
      : { ...this.#options, ...(isRefused && { negativeShare: mostly }) };
    const length = seeks ? Math.round(drawn * coveringRest.lengthShare) : drawn;
    let last: Uses = {};
    this.#endsWhereNew = isCovering && this.#options.endsWhereNew === true;
    while (this.#steps.length < length && !this.#isNew) {
      if (isBeside) this.#makeBystanders();
      const here = {
        state: this.#state,
        drawn: this.#drawn,
        last,
        ...(seeks && { histories: this.#histories }),
      };
      const negative = this.#happens(negativeShare);
      const among = negative ? operations.filter(({ name }) => this.#isAbout(name)) : operations;
      const candidate = weightedChoice(this.#machine, among, here, negative, this.#random);
      if (candidate === undefined) break;
      const { operation, attempt, visited, tried } = candidate;
      for (const counts of [visited, tried]) counts.set(attempt.kind, (counts.get(attempt.kind) ?? 0) + 1);
      const step = this.#make(operation, attempt);
      if (step === undefined) break;
      last = { ...attempt.uses, made: step.id };
      const readBack = operation.readBack?.(step);
      if (readBack === undefined || operation.reads) continue;
      if (attempt.negative === true || this.#happens(readBackShare)) this.#take(readBack);
      if (attempt.negative !== true) this.#readBystanders(step);
    }
    if (isCovering)
      audit(
        this.#machine,
        () => this.#state,
        (operation, attempt) => this.#make(operation, attempt),
      );
    if (this.#endsWhereNew) this.#noteConfirmed();
    return this.#steps;
  }

  #noteConfirmed(): void {
    const { transitions = [], windows = noWindows() } = confirmedBy(this.#machine, this.#steps) ?? {};
    for (const goal of transitions) this.#drawn.confirmed.add(goal);
    addAll(this.#drawn.windows, windows);
  }

  #isAbout(operation: string): boolean {
    return this.#options.focus?.includes(operation) !== false;
  }

  #happens(share: number): boolean {
    return this.#random.nextDouble() < share;
  }

  /** Takes a step, if it can be made, and gives it. */
  #take(unnamed: Omit<Step, 'id'>): Step | undefined {
    const step = { id: `s${this.#steps.length + 1}`, ...unnamed };
    const next = presume(this.#machine, this.#state, step);
    if (next === undefined) return undefined;
    if (this.#endsWhereNew) this.#isNew ||= this.#isUnconfirmed(step, next);
    this.#state = next.state;
    const counted = this.#options.endsWhereNew === true ? noWindows() : this.#drawn.windows;
    if (!next.refused) this.#histories.note(step, counted);
    this.#steps.push(step);
    return step;
  }

  #isUnconfirmed(step: Step, { outcome, refused }: Omit<Presumed<S>, 'state'>): boolean {
    const operation = operationOf(this.#machine, step);
    if (operation.control === true) return false;
    const { windows, confirmed } = this.#drawn;
    if (!refused && operation.reads !== true && this.#histories.isNew(step, windows)) return true;
    const stage = stageOf(this.#machine, this.#state, step.uses);
    return (
      !confirmed.has(transitionGoal(stage, step.operation, outcome)) &&
      simulateStep(this.#machine, operation, this.#state, step)?.certain === true
    );
  }

  /** The same with the literals of an attempt. */
  #make(operation: Operation<S, C, R, N>, attempt: Attempt): Step | undefined {
    const data = operation.draw?.(attempt, this.#state, drawing(this.#random));
    const { kind, uses } = attempt;
    return this.#take({ operation: operation.name, kind, uses, ...(data !== undefined && { data }) });
  }

  #makeBystanders(): void {
    for (;;) {
      const next = this.#machine.bystander?.(this.#state);
      const operation = next && operationNamed(this.#machine, next.operation);
      if (next === undefined || operation === undefined) return;
      const made = this.#make(operation, next);
      const { role, step } = next.of;
      // Where its creation is presumed to fail, it would be asked for again.
      if (made === undefined || this.#besides.has(step)) return;
      const readOf = (id: StepId) => ({ role, read: { ...next.read, uses: { [role]: id } } });
      this.#besides.set(step, readOf(made.id)).set(made.id, readOf(step));
    }
  }

  /** After a change of one, the other shows whether it stayed as it was. */
  #readBystanders({ uses }: Step): void {
    for (const [role, id] of Object.entries(uses)) {
      const beside = this.#besides.get(id);
      const operation = beside && operationNamed(this.#machine, beside.read.operation);
      if (beside?.role !== role || operation === undefined) continue;
      if (this.#happens(besideShare)) this.#make(operation, beside.read);
    }
  }
}

/** Leaves out about half of the operations, but never the first nor the controls, which no other can replace. */
function swarm<S, C, R, N>(
  operations: readonly Operation<S, C, R, N>[],
  random: Random,
  { swarmShare, focus }: WalkOptions,
): readonly Operation<S, C, R, N>[] {
  if (random.nextDouble() >= (focus === undefined ? swarmShare : 1)) return operations;
  return operations.filter(
    ({ name, control }, index) =>
      index === 0 || control || focus?.includes(name) === true || random.nextDouble() < 0.5,
  );
}

/** What is presumed of a step. */
interface Presumed<S> {
  readonly state: S;
  readonly outcome: string;
  readonly refused: boolean;
}

/** The state after a step's ordinary outcome; undefined when the step can't be made. Throws an Error when the machine predicts nothing. */
export function presume<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  state: S,
  step: Step,
): Presumed<S> | undefined {
  const operation = operationOf(machine, step);
  const call = operation.resolve(state, step);
  if (call === undefined) return undefined;
  const [ordinary] = operation.predict(state, call, step, 'ordinary');
  if (ordinary === undefined)
    throw new Error(`${machine.name} predicts nothing for ${step.operation} ${step.kind}`);
  return { state: ordinary.next(), outcome: ordinary.name, refused: ordinary.refused === true };
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
