import type { Random } from 'fast-check';
import { drawing, drawn, simulateStep, type SimulatedStep, type Presumption } from '../walk/simulate-step.ts';
import { classGoal, readGoal, stageOf, transitionGoal, type ClassGoal, type Goal } from '../goals.ts';
import type { Attempt, DataClass, Draw, Machine, Operation } from '../machine.ts';
import type { Step, StepId } from '../model.ts';
import { operationNamed } from '../operations.ts';
import type { PlannedSequence } from './order.ts';

/** The search ends after this many sequences in a row without a new class. */
const mostBarren = 20;
/** A bound far above what any machine has needed so far. */
const mostSequences = 200;
/** The most changes in a row of known classes, on the way to a new one. */
const mostDetours = 2;

/** Sequences that try each data class, and the transitions that they make. Each class takes a request of its own. */
export interface CategoryCoverage {
  readonly sequences: readonly PlannedSequence[];
  readonly transitions: ReadonlySet<Goal>;
}

interface CategoryOptions extends Presumption {
  /** Goals that were reached before. */
  readonly reached: ReadonlySet<Goal>;
  /** The most steps of a sequence. */
  readonly mostSteps: number;
  /** The operations whose classes are tried. Default: all. */
  readonly classesOf?: readonly string[] | undefined;
}

interface Choice<S, C, R, N> {
  readonly operation: Operation<S, C, R, N>;
  readonly attempt: Attempt;
  readonly role: DataClass['role'];
  readonly goal: ClassGoal;
  readonly isUnusual?: true;
}

/**
 * Simulates sequences that together try each data class of the machine. A sequence creates one entity, changes it, reads it after each of
 * these, and then probes the result. It has one entity only, so that one failure hides no other. Behind them come sequences of unusual data, each
 * attempt of which is read back, and last those of the inputs. Deterministic under `random`; sends no request.
 */
export function coverCategories<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  random: Random,
  { reached, mostSteps, classesOf, ...presumption }: CategoryOptions,
): CategoryCoverage {
  const sequences: PlannedSequence[] = [];
  const transitions = new Set<Goal>();
  const add = (offers: Offers<S, C, R, N> | undefined, ...kinds: readonly ('usual' | 'unusual')[]): void => {
    if (offers === undefined) return;
    const walker = new CategoryWalker(machine, offers, random, { ...presumption, mostSteps, classesOf });
    for (const goal of reached) walker.met.set(goal, 1);
    for (const data of kinds) {
      const most = sequences.length + mostSequences;
      for (let barren = 0; barren < mostBarren && sequences.length < most;) {
        const sequence = walker.sequence(data);
        barren = sequence === undefined ? barren + 1 : 0;
        if (sequence !== undefined) sequences.push(sequence);
      }
    }
    for (const one of walker.transitions) transitions.add(one);
  };
  add(classesIn(machine), 'usual', 'unusual');
  // A run that ends early has lost no common class to the inputs.
  add(inputsIn(machine), 'usual');
  return { sequences, transitions };
}

/** An attempt with the class of its data. */
export type Classed = readonly [attempt: Attempt, dataClass: DataClass];

/** What an operation offers in a state, with the class of each attempt. */
type Offers<S, C, R, N> = (operation: Operation<S, C, R, N>, state: S) => readonly Classed[];

function classesIn<S, C, R, N>({ dataClasses }: Machine<S, C, R, N>): Offers<S, C, R, N> | undefined {
  if (dataClasses === undefined) return undefined;
  return ({ name, attempts }, state) => {
    const classOf = dataClasses[name];
    if (classOf === undefined) return [];
    return attempts(state).flatMap((attempt): readonly Classed[] => {
      const dataClass = classOf(state, attempt);
      return dataClass === undefined ? [] : [[attempt, dataClass]];
    });
  };
}

const inputsIn = <S, C, R, N>({ inputs }: Machine<S, C, R, N>): Offers<S, C, R, N> | undefined =>
  inputs && (({ name }, state) => inputs[name]?.(state) ?? []);

class CategoryWalker<S, C, R, N> {
  readonly transitions = new Set<Goal>();
  /** How often each class was tried, in all sequences. */
  readonly met = new Map<Goal, number>();
  readonly #machine: Machine<S, C, R, N>;
  readonly #offers: Offers<S, C, R, N>;
  readonly #random: Random;
  readonly #draw: Draw;
  readonly #options: Omit<CategoryOptions, 'reached'>;

  constructor(
    machine: Machine<S, C, R, N>,
    offers: Offers<S, C, R, N>,
    random: Random,
    options: Omit<CategoryOptions, 'reached'>,
  ) {
    this.#machine = machine;
    this.#offers = offers;
    this.#random = random;
    this.#draw = drawing(random);
    this.#options = options;
  }

  /** The next sequence, up to its last step of a new class; undefined when it has no such step. */
  sequence(data: 'usual' | 'unusual'): PlannedSequence | undefined {
    const steps: Step[] = [];
    const classes = new Map<StepId, ClassGoal>();
    const goals: Goal[] = [];
    let { initial: state } = this.#machine;
    let useful = 0;
    let detours = 0;
    let phase: DataClass['role'] = 'begin';
    const take = (operation: Operation<S, C, R, N>, step: Step, goal: ClassGoal): boolean => {
      const simulated = simulateStep(this.#machine, operation, state, step, this.#options);
      if (simulated === undefined) return false;
      const isNew = this.#note(state, operation, step, simulated, goal);
      steps.push(step);
      classes.set(step.id, goal);
      if (isNew) {
        goals.push(goal);
        useful = steps.length;
      }
      ({ state } = simulated);
      return isNew;
    };
    const nextId = () => `s${steps.length + 1}`;
    while (steps.length < this.#options.mostSteps && detours <= mostDetours) {
      const choice: Choice<S, C, R, N> | undefined =
        data === 'usual' ? this.#choose(state, classes, phase) : this.#chooseUnusual(state, classes);
      if (choice === undefined) break;
      const { operation, attempt, role, goal }: Choice<S, C, R, N> = choice;
      const { kind, uses } = attempt;
      const step = drawn(operation, state, { id: nextId(), kind, uses }, this.#draw);
      const before = steps.length;
      const isNew = take(operation, step, goal);
      if (steps.length === before) break;
      if (role === 'change' || role === 'unspecified' || (role === 'probe' && attempt.negative !== true))
        phase = role;
      if (role !== 'begin') detours = isNew ? 0 : detours + 1;
      // Steps that only lead to unusual data were read back before.
      const isRead =
        (role === 'begin' || role === 'change') && isNew && (data === 'usual' || choice.isUnusual === true);
      const read = isRead ? operation.readBack?.(step) : undefined;
      const reading = read && operationNamed(this.#machine, read.operation);
      if (read !== undefined && reading !== undefined)
        take(reading, { ...read, id: nextId() }, readGoal(goal));
    }
    if (useful === 0) return undefined;
    const kept = steps.slice(0, useful);
    const requests = kept.filter(
      ({ operation }) => operationNamed(this.#machine, operation)?.control !== true,
    ).length;
    return { steps: kept, goals, requests };
  }

  /**
   * Chooses among the classes that were not tried yet: first a probe that must be refused, since it changes nothing, then a change, then any
   * probe, then an unspecified attempt. If there is none, it takes the change that was tried least, which may lead to a new class. The roles
   * keep their order: no creation after a change, no change after a probe, and only unspecified attempts after an unspecified one.
   */
  #choose(
    state: S,
    classes: ReadonlyMap<StepId, ClassGoal>,
    phase: DataClass['role'],
  ): Choice<S, C, R, N> | undefined {
    const offered = this.#offered(state, classes);
    const of = (role: DataClass['role']) => offered.filter((choice) => choice.role === role);
    const unmet = (choices: readonly Choice<S, C, R, N>[]) =>
      choices.filter(({ operation, goal }) => this.#isSought(operation) && !this.met.has(goal));
    const changes = phase === 'begin' || phase === 'change' ? of('change') : [];
    const probes = phase === 'unspecified' ? [] : unmet(of('probe'));
    const refused = probes.filter(({ attempt }) => attempt.negative === true);
    const unspecified = phase === 'begin' ? [] : unmet(of('unspecified'));
    for (const some of [refused, unmet(changes), probes, unspecified])
      if (some.length > 0) return this.#any(some);
    return this.#least(changes.length > 0 ? changes : phase === 'begin' ? of('begin') : []);
  }

  /** The next attempt with unusual data, of the operation that is possible in the fewest states; or a step that may lead to one. */
  #chooseUnusual(state: S, classes: ReadonlyMap<StepId, ClassGoal>): Choice<S, C, R, N> | undefined {
    // Operations stand in a machine in the order in which an entity comes to them.
    for (const operation of this.#machine.operations.filter((one) => this.#isSought(one)).toReversed())
      for (const attempt of operation.unusual?.(state) ?? []) {
        const goal = classGoal(operation.name, attempt.kind, undefined);
        if (this.met.has(goal)) continue;
        return {
          operation,
          attempt,
          role: attempt.stateless === true ? 'probe' : 'change',
          goal,
          isUnusual: true,
        };
      }
    const ways = this.#offered(state, classes).filter(({ role }) => role === 'begin' || role === 'change');
    return ways.length === 0 ? undefined : this.#any(ways);
  }

  #offered(state: S, classes: ReadonlyMap<StepId, ClassGoal>): readonly Choice<S, C, R, N>[] {
    const found: Choice<S, C, R, N>[] = [];
    for (const operation of this.#machine.operations) {
      for (const [attempt, dataClass] of this.#offers(operation, state)) {
        const { role } = dataClass;
        const on = dataClass.of === undefined ? undefined : classes.get(dataClass.of);
        found.push({
          operation,
          attempt,
          role,
          goal: classGoal(operation.name, dataClass.class, on),
        });
      }
    }
    return found;
  }

  #any(choices: readonly Choice<S, C, R, N>[]): Choice<S, C, R, N> | undefined {
    return choices[this.#random.nextInt(0, choices.length - 1)];
  }

  #least(choices: readonly Choice<S, C, R, N>[]): Choice<S, C, R, N> | undefined {
    const times = ({ goal }: Choice<S, C, R, N>) => this.met.get(goal) ?? 0;
    const fewest = Math.min(...choices.map(times));
    const least = choices.filter((choice) => times(choice) === fewest);
    return least.length === 0 ? undefined : this.#any(least);
  }

  /** Counts a step of a class; true when the class is new. */
  #note(
    state: S,
    operation: Operation<S, C, R, N>,
    step: Step,
    { outcome }: SimulatedStep<S>,
    goal: ClassGoal,
  ): boolean {
    const times = this.met.get(goal) ?? 0;
    if (operation.control === true) return false;
    this.met.set(goal, times + 1);
    if (times === 0)
      this.transitions.add(transitionGoal(stageOf(this.#machine, state, step.uses), step.operation, outcome));
    return times === 0 && this.#isSought(operation);
  }

  #isSought({ name }: { readonly name: string }): boolean {
    const { classesOf } = this.#options;
    return classesOf === undefined || classesOf.includes(name);
  }
}
