import type { Random } from 'fast-check';
import { drawing, drawn, simulateStep, type SimulatedStep, type Presumption } from '../walk/simulate-step.ts';
import { classGoal, readGoal, stageOf, transitionGoal, type ClassGoal, type Goal } from '../goals.ts';
import type { Attempt, Draw, Machine, Operation, Step, StepId, DataClass } from '../model.ts';
import { operationsOf } from '../operations.ts';
import type { PlannedSequence } from './order.ts';

/** Sequences in a row that meet no new class, after which none is expected any more. */
const mostBarren = 20;
/** Far more than any machine so far has needed. */
const mostSequences = 200;
/** Changes in a row of classes that were met before, on the way to one that was not. */
const mostDetours = 2;

/** Sequences that meet each class of data, and the transitions that are made by the way: each class takes a request of its own. */
export interface CategoryCoverage {
  readonly sequences: readonly PlannedSequence[];
  readonly transitions: ReadonlySet<Goal>;
}

interface CategoryOptions extends Presumption {
  /** Goals that are met already. */
  readonly reached: ReadonlySet<Goal>;
  /** Steps of a sequence at most. */
  readonly mostSteps: number;
}

interface Choice<S, C, R, N> {
  readonly operation: Operation<S, C, R, N>;
  readonly attempt: Attempt;
  readonly role: DataClass['role'];
  readonly goal: ClassGoal;
}

/**
 * Walks a machine offline so that every class of data that it tells apart is met by some step: what begins an entity, what changes it,
 * a read of each change, and then what probes the change from outside. One entity a sequence, so that what one breaks hides no other.
 * Deterministic under `random`; costs no request.
 */
export function coverCategories<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  random: Random,
  { reached, mostSteps, ...presumption }: CategoryOptions,
): CategoryCoverage {
  const walker = new CategoryWalker(machine, random, presumption, mostSteps);
  for (const goal of reached) walker.met.set(goal, 1);
  if (machine.dataClasses === undefined) return { sequences: [], transitions: new Set() };
  const sequences: PlannedSequence[] = [];
  for (let barren = 0; barren < mostBarren && sequences.length < mostSequences;) {
    const sequence = walker.sequence();
    barren = sequence === undefined ? barren + 1 : 0;
    if (sequence !== undefined) sequences.push(sequence);
  }
  return { sequences, transitions: walker.transitions };
}

class CategoryWalker<S, C, R, N> {
  readonly transitions = new Set<Goal>();
  /** How often each class was met, in all sequences. */
  readonly met = new Map<Goal, number>();
  readonly #machine: Machine<S, C, R, N>;
  readonly #operations: ReadonlyMap<string, Operation<S, C, R, N>>;
  readonly #random: Random;
  readonly #draw: Draw;
  readonly #presumption: Presumption;
  readonly #mostSteps: number;

  constructor(machine: Machine<S, C, R, N>, random: Random, presumption: Presumption, mostSteps: number) {
    this.#machine = machine;
    this.#operations = operationsOf(machine);
    this.#random = random;
    this.#draw = drawing(random);
    this.#presumption = presumption;
    this.#mostSteps = mostSteps;
  }

  /** The next sequence, up to its last step of a new class; undefined where it met none. */
  sequence(): PlannedSequence | undefined {
    const steps: Step[] = [];
    const makers = new Map<StepId, ClassGoal>();
    const goals: Goal[] = [];
    let { initial: state } = this.#machine;
    let useful = 0;
    let detours = 0;
    let phase: DataClass['role'] = 'begin';
    const take = (operation: Operation<S, C, R, N>, step: Step, goal: ClassGoal): boolean => {
      const foreseen = simulateStep(this.#machine, operation, state, step, this.#presumption);
      if (foreseen === undefined) return false;
      const isNew = this.#note(state, operation, step, foreseen, goal);
      steps.push(step);
      makers.set(step.id, goal);
      if (isNew) {
        goals.push(goal);
        useful = steps.length;
      }
      ({ state } = foreseen);
      return isNew;
    };
    const nextId = () => `s${steps.length + 1}`;
    while (steps.length < this.#mostSteps && detours <= mostDetours) {
      const choice = this.#choose(state, makers, phase);
      if (choice === undefined) break;
      const { operation, attempt, role, goal } = choice;
      const step = drawn(operation, state, { id: nextId(), ...bare(attempt) }, this.#draw);
      const before = steps.length;
      const isNew = take(operation, step, goal);
      if (steps.length === before) break;
      if (role === 'change' || role === 'unspecified' || (role === 'probe' && attempt.negative !== true))
        phase = role;
      if (role !== 'begin') detours = isNew ? 0 : detours + 1;
      const read = role === 'change' && isNew ? operation.readBack?.(step) : undefined;
      const reading = read && this.#operations.get(read.operation);
      if (read !== undefined && reading !== undefined)
        take(reading, { ...read, id: nextId() }, readGoal(goal));
    }
    if (useful === 0) return undefined;
    const kept = steps.slice(0, useful);
    const requests = kept.filter(({ operation }) => this.#operations.get(operation)?.control !== true).length;
    return { steps: kept, goals, requests };
  }

  /**
   * Of the classes not met yet first a probe that must be refused, since it changes nothing, then a change, then any probe, then what is odd;
   * where there is none, the change that was met least, since it may lead to one. Nothing is begun once something was changed, nor changed
   * once it was probed, and nothing but what is odd follows it.
   */
  #choose(
    state: S,
    makers: ReadonlyMap<StepId, ClassGoal>,
    phase: DataClass['role'],
  ): Choice<S, C, R, N> | undefined {
    const offered = this.#offered(state, makers);
    const of = (role: DataClass['role']) => offered.filter((choice) => choice.role === role);
    const unmet = (choices: readonly Choice<S, C, R, N>[]) =>
      choices.filter(({ goal }) => !this.met.has(goal));
    const changes = phase === 'begin' || phase === 'change' ? of('change') : [];
    const probes = phase === 'unspecified' ? [] : unmet(of('probe'));
    const refused = probes.filter(({ attempt }) => attempt.negative === true);
    const unspecified = phase === 'begin' ? [] : unmet(of('unspecified'));
    for (const some of [refused, unmet(changes), probes, unspecified])
      if (some.length > 0) return this.#any(some);
    return this.#least(changes.length > 0 ? changes : phase === 'begin' ? of('begin') : []);
  }

  #offered(state: S, makers: ReadonlyMap<StepId, ClassGoal>): readonly Choice<S, C, R, N>[] {
    const found: Choice<S, C, R, N>[] = [];
    for (const operation of this.#machine.operations) {
      const classOf = this.#machine.dataClasses?.[operation.name];
      if (classOf === undefined) continue;
      for (const attempt of operation.attempts(state)) {
        if (attempt.stateless === true) continue;
        const dataClass = classOf(state, attempt);
        if (dataClass === undefined) continue;
        const { role } = dataClass;
        const made = dataClass.of === undefined ? undefined : makers.get(dataClass.of);
        found.push({
          operation,
          attempt,
          role,
          goal: classGoal(operation.name, dataClass.class, made),
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

  /** True where the class was not met before. */
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
    return times === 0;
  }
}

const bare = ({ kind, uses }: Attempt) => ({ kind, uses });
