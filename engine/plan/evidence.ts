import type { Execution } from '../judge/execution.ts';
import { ruleGoal, type Goal, type TransitionGoal } from '../goals.ts';
import { getOrCreate } from '../collections.ts';
import { nothingLearned, type Learned } from '../learned.ts';
import type { Sequence } from '../model.ts';
import { sequenceName, type Part, type PlannedSequence } from './order.ts';
import type { Planner } from './kept-plan.ts';
import type { Plan, PlanOptions } from './plan.ts';
import type { Places } from './state-graph.ts';
import type { Shortest } from './shortest.ts';
import type { ShrinkOptions } from '../shrink/shrink.ts';

/** The evidence that an exploration has to collect. */
export interface CoverageGoals extends Pick<PlanOptions, 'audits' | 'classesOf'> {
  readonly rules: readonly string[];
  /** Whether every transition is covered too. */
  readonly transitions: boolean;
  /** Goals with evidence, from any exploration of the run. This exploration adds its own. */
  readonly reached: Set<Goal>;
  readonly notifications: boolean;
  readonly seed: number;
  /** What of the goals is reached here. Default: all. */
  readonly part?: Part;
  /** So many plans cover transitions. Default: two. */
  readonly plansOfTransitions?: number;
}

/** The options of the first plan of an exploration, as long as it has reached nothing: equal options are planned once. */
export function firstPlanOf(goals: Omit<CoverageGoals, 'part' | 'plansOfTransitions'>): PlanOptions {
  const { rules, transitions, audits = transitions, classesOf, reached, notifications, seed } = goals;
  return { rules, transitions, audits, classesOf, reached, notifications, seed, learned: nothingLearned };
}

/** The most plans of one exploration. More than one is needed when replies were not the ordinary ones, or a refusal ended a sequence. */
export const mostPlans = 6;
/** Only the first plans cover transitions: a transition that two plans have missed is not one of this target. */
const plansOfTransitions = 2;
/** Planning ends after this many plans in a row without new evidence. */
const mostBarren = 2;

/** Records the evidence of an exploration, and plans for what is missing. */
export class Evidence<S, C, R, N> {
  readonly #goals: CoverageGoals;
  readonly #planner: Planner;
  #plans = 0;
  #barren = 0;
  #before = Infinity;
  /** From the first plan, since only that one covers everything. */
  #shortest: Shortest | undefined;
  /** Transitions that were planned. */
  readonly #aimed = new Set<TransitionGoal>();
  /** Planned sequences that use up what can't be made again: they are run last. */
  readonly #kept: PlannedSequence[] = [];
  /** Of a part, the goals of its sequences of the first plan. */
  readonly #own = new Set<Goal>();
  /** The plan that was begun before it is asked for. */
  #begun: Promise<readonly PlannedSequence[]> | undefined;

  constructor(goals: CoverageGoals, planner: Planner) {
    this.#goals = goals;
    this.#planner = planner;
  }

  /** Notes the rules that a sequence proved, and the transitions that it made. */
  note(rules: Iterable<string>, transitions: Iterable<TransitionGoal>): void {
    const { reached } = this.#goals;
    for (const rule of rules) reached.add(ruleGoal(rule));
    for (const transition of transitions) reached.add(transition);
  }

  /** Begins the next plan: its sequences are those of `next`, whatever is noted meanwhile. */
  begin(learned: Learned): void {
    this.#begun = this.#next(learned);
    // The error is thrown where the sequences are asked for.
    this.#begun.catch(() => undefined);
  }

  /** The next sequences to run; empty when nothing is missing, or no plan finds more. All plans but the first presume what was learned. */
  async next(learned: Learned): Promise<readonly PlannedSequence[]> {
    const begun = this.#begun ?? this.#next(learned);
    this.#begun = undefined;
    return begun;
  }

  async #next(learned: Learned): Promise<readonly PlannedSequence[]> {
    const { rules, ...how } = this.#goals;
    const kept = this.#kept.flatMap(({ goals }) => goals);
    const reached = kept.length === 0 ? how.reached : new Set([...how.reached, ...kept]);
    const transitions = how.transitions && this.#plans < (how.plansOfTransitions ?? plansOfTransitions);
    const missing = rules.filter((rule) => !reached.has(ruleGoal(rule))).length;
    this.#barren = this.#plans < plansOfTransitions || missing < this.#before ? 0 : this.#barren + 1;
    this.#before = missing;
    const isTried = this.#plans > 0 || how.classesOf === undefined;
    if ((missing === 0 && !transitions && isTried) || this.#plans >= mostPlans || this.#barren >= mostBarren)
      return [];
    const made = await this.#planner({
      ...firstPlanOf({ ...this.#goals, transitions, reached, seed: how.seed + this.#plans }),
      ...(this.#plans > 0 && { learned }),
      // When every rule is proven, only missed transitions are planned again.
      places: this.#plans === 0 || missing > 0 ? undefined : this.#places(),
    });
    const { shortest } = made;
    const sequences = this.#ownOf(made, rules);
    for (const { goals } of sequences)
      for (const goal of goals) {
        // A class proves nothing: it only has to be tried.
        if (goal.kind === 'class') how.reached.add(goal);
        else if (goal.kind === 'transition') this.#aimed.add(goal);
      }
    this.#shortest ??= shortest;
    this.#plans += 1;
    this.#kept.push(...sequences.filter(({ spends }) => spends !== undefined));
    return sequences.filter(({ spends }) => spends === undefined);
  }

  /**
   * The sequences of a plan that are run here. The first plan is the same in all parts: each of its sequences belongs to one part, with all its
   * goals. What the first plan does not reach belongs to a part by its name. All that belongs elsewhere is reached, as far as this part is concerned.
   */
  #ownOf({ sequences }: Pick<Plan, 'sequences'>, rules: readonly string[]): readonly PlannedSequence[] {
    const { part, reached } = this.#goals;
    if (part === undefined) return sequences;
    const isFirst = this.#plans === 0;
    const isOwn = ({ steps, goals }: PlannedSequence): boolean =>
      isFirst
        ? part.isOwn(sequenceName(steps))
        : goals.some((goal) => this.#own.has(goal) || part.isOwn(goal.key));
    const own = sequences.filter(isOwn);
    for (const { goals } of own) for (const goal of goals) this.#own.add(goal);
    for (const { goals } of sequences) for (const goal of goals) if (!this.#own.has(goal)) reached.add(goal);
    const planned = new Set(sequences.flatMap(({ goals }) => goals));
    if (isFirst)
      for (const goal of rules.map(ruleGoal))
        if (!planned.has(goal) && !part.isOwn(goal.key)) reached.add(goal);
    return own;
  }

  /** The planned sequences that use up what can't be made again, once: to be run when all others have been. */
  last(): readonly Sequence[] {
    return this.#kept.splice(0).map(({ steps }) => steps);
  }

  /** Sequences of the plan that may fail in the same way, at the same operation and at others, the likeliest first. Empty without a plan. */
  async others({
    violation,
    performed,
  }: Execution<S, C, R, N>): Promise<Pick<ShrinkOptions<S, C, R, N>, 'instead' | 'elsewhere'>> {
    await this.#begun;
    const failing = performed.at(-1)?.step;
    if (violation === undefined || failing === undefined || this.#shortest === undefined) return {};
    return {
      instead: this.#shortest.instead(violation, failing),
      elsewhere: this.#shortest.elsewhere(violation, failing),
    };
  }

  #places(): Places {
    const places = new Map<string, Set<string>>();
    for (const goal of this.#aimed)
      if (!this.#goals.reached.has(goal))
        getOrCreate(places, goal.stage, () => new Set()).add(goal.operation);
    return places;
  }
}
