import { drawn, simulateStep, type SimulatedStep, type Presumption } from '../walk/simulate-step.ts';
import {
  ruleGoal,
  stageOf,
  transitionGoal,
  type Goal,
  type RuleGoal,
  type TransitionGoal,
} from '../goals.ts';
import type { Attempt, Draw, Machine, Operation } from '../machine.ts';
import type { Step, StepId, Uses } from '../model.ts';
import { operationNamed } from '../operations.ts';
import { abstraction } from '../walk/weighted-choice.ts';
import { innerMap } from '../collections.ts';

/** All attempts of one operation and one kind in one abstract state. */
export interface AttemptClass {
  readonly stage: string;
  readonly operation: string;
  readonly kind: string;
  readonly control: boolean;
  readonly reads: boolean;
  /** The goals that a step of the class may reach. Not each step reaches all of them. */
  readonly goals: Set<Goal>;
  /**
   * Whether the documents leave the outcome of such a negative step open: it may lead to another state than presumed, so that the steps
   * after it fail.
   */
  risky: boolean;
  /** The abstract states that its entities may be in afterwards; empty when they stay as they are. */
  readonly leadsTo: Set<string>;
}

/** What a step reaches: the transition that it makes, and the rules that it proves. */
export type StepGoals = readonly [TransitionGoal, ...RuleGoal[]];

/** An attempt that a state offers. */
export interface Option<S, C, R, N> {
  readonly of: AttemptClass;
  readonly operation: Operation<S, C, R, N>;
  readonly attempt: Attempt;
}

/** A state with the attempts that it offers. */
export interface View<S, C, R, N> {
  readonly state: S;
  readonly options: readonly Option<S, C, R, N>[];
  /** The sets of entities that the options use, and the abstract state of each; far fewer than options. */
  readonly about: readonly { readonly uses: Uses; readonly stage: string }[];
}

/** What planning needs of a machine: the attempts of each state, by classes, and their ordinary outcomes. Sends nothing. */
export class Simulation<S, C, R, N> {
  readonly machine: Machine<S, C, R, N>;
  readonly classes: AttemptClass[] = [];
  /** The outcome of each stateless attempt, by operation and kind. */
  readonly #stateless = new Map<string, Map<string, Omit<SimulatedStep<S>, 'state'>>>();
  readonly #byStage = new Map<string, Map<string, Map<string, AttemptClass>>>();
  /** The rules that count as goals. */
  readonly #rules: ReadonlySet<string>;
  readonly #presumption: Presumption;
  readonly #draw: Draw;

  constructor(
    machine: Machine<S, C, R, N>,
    rules: ReadonlySet<string>,
    draw: Draw,
    presumption: Presumption,
  ) {
    this.machine = machine;
    this.#rules = rules;
    this.#draw = draw;
    this.#presumption = presumption;
  }

  /** A state with the attempts that it offers, by their classes. */
  view(state: S): View<S, C, R, N> {
    const stageOfUses = abstraction((of: S, uses) => this.stageOf(of, uses), state);
    const options: Option<S, C, R, N>[] = [];
    const about: { readonly uses: Uses; readonly stage: string }[] = [];
    for (const operation of this.machine.operations) {
      // Consecutive attempts mostly use the same entities.
      let used: Uses | undefined;
      let stage = '';
      let kinds = new Map<string, AttemptClass>();
      for (const attempt of operation.attempts(state)) {
        const { kind, uses } = attempt;
        if (uses !== used) {
          used = uses;
          stage = stageOfUses(uses);
          kinds = innerMap(innerMap(this.#byStage, stage), operation.name);
          about.push({ uses, stage });
        }
        const of = kinds.get(kind) ?? this.classOf(operation, kind, stage);
        options.push({ of, operation, attempt });
      }
    }
    return { state, options, about };
  }

  /** A step of an option, with literals, and its outcome. Undefined when it can't be made. */
  attempt(
    state: S,
    { operation, attempt }: Option<S, C, R, N>,
    id: StepId,
  ): { readonly step: Step; readonly simulated: SimulatedStep<S> } | undefined {
    const step = drawn(operation, state, { id, kind: attempt.kind, uses: attempt.uses }, this.#draw);
    const simulated = simulateStep(this.machine, operation, state, step, this.#presumption);
    if (simulated === undefined) return undefined;
    const { outcome, proves, certain, refused, surelyRefused } = simulated;
    if (attempt.stateless === true)
      innerMap(this.#stateless, operation.name).set(attempt.kind, {
        outcome,
        proves,
        certain,
        refused,
        surelyRefused,
      });
    return { step, simulated };
  }

  /**
   * The goals of a stateless attempt that was tried in any state; undefined for others. Saves time: most attempts are stateless, and their
   * predictions are the slowest.
   */
  known({
    of,
    operation,
    attempt,
  }: Option<S, C, R, N>): { readonly goals: StepGoals; readonly certain: boolean } | undefined {
    if (attempt.stateless !== true) return undefined;
    const before = this.#stateless.get(operation.name)?.get(attempt.kind);
    return before && { goals: this.#goals(of.stage, operation.name, before), certain: before.certain };
  }

  /** The outcome of a given step; undefined when it can't be made. */
  step(state: S, step: Step): SimulatedStep<S> | undefined {
    const operation = operationNamed(this.machine, step.operation);
    return operation && simulateStep(this.machine, operation, state, step, this.#presumption);
  }

  /** The step that reads the entity of a changing step; undefined when there is none. */
  readBack(step: Step, id: StepId): Step | undefined {
    const read = operationNamed(this.machine, step.operation)?.readBack?.(step);
    return read && { ...read, id };
  }

  /** The goals of a step. */
  goalsOf(state: S, step: Step, simulated: SimulatedStep<S>): StepGoals {
    return this.#goals(this.stageOf(state, step.uses), step.operation, simulated);
  }

  #goals(stage: string, operation: string, { outcome, proves }: Omit<SimulatedStep<S>, 'state'>): StepGoals {
    const proven = [...new Set(proves)].filter((rule) => this.#rules.has(rule));
    return [transitionGoal(stage, operation, outcome), ...proven.map(ruleGoal)];
  }

  /** The abstract state that an attempt on these entities meets. */
  stageOf(state: S, uses: Uses): string {
    return stageOf(this.machine, state, uses);
  }

  /** The class of an attempt; the same record for the same arguments. */
  classOf(operation: Operation<S, C, R, N>, kind: string, stage: string): AttemptClass {
    const byOperation = innerMap(this.#byStage, stage);
    const byKind = innerMap(byOperation, operation.name);
    let found = byKind.get(kind);
    if (found === undefined) {
      found = {
        stage,
        operation: operation.name,
        kind,
        control: operation.control === true,
        reads: operation.reads === true,
        goals: new Set(),
        risky: false,
        leadsTo: new Set(),
      };
      byKind.set(kind, found);
      this.classes.push(found);
    }
    return found;
  }
}

/** The abstract states of the attempts that use no entity, or one that a step used or created. */
export function stagesAround<S, C, R, N>(view: View<S, C, R, N>, step: Step): ReadonlySet<string> {
  const about = new Set([step.id, ...Object.values(step.uses)]);
  const found = new Set<string>();
  for (const { uses, stage } of view.about) {
    const used = Object.values(uses);
    if (used.length === 0 || used.some((one) => about.has(one))) found.add(stage);
  }
  return found;
}
