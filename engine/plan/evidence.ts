import type { Execution } from '../judge/execute.ts';
import { ruleGoal, type Goal, type TransitionGoal } from '../goals.ts';
import { getOrCreate } from '../get-or-create.ts';
import { nothingLearned, type Learned } from '../learned.ts';
import type { Machine, Sequence } from '../model.ts';
import { plan } from './plan.ts';
import type { Places } from './state-graph.ts';
import type { Shortest } from './shortest.ts';
import type { ShrinkOptions } from '../shrink/shrink.ts';

/** What an exploration is to give evidence of. */
export interface CoverageGoals {
  readonly rules: readonly string[];
  /** Whether every transition is to be taken as well. */
  readonly transitions: boolean;
  /** What has its evidence, by this exploration or others of the run: it is added to. */
  readonly reached: Set<Goal>;
  readonly notifications: boolean;
  readonly seed: number;
}

/** Plans in all for one exploration: a reply may not be the ordinary one, and a chance refusal may spoil a sequence. */
export const mostPlans = 6;
/** Of these, those that look for transitions too: what two plans did not meet the target does not show. */
const plansOfTransitions = 2;
/** Plans in a row that brought nothing new, after which the target is taken at its word. */
const mostBarren = 2;

/** Keeps account of the evidence that is wanted, and plans for what is missing. */
export class Evidence<S, C, R, N> {
  readonly #machine: Machine<S, C, R, N>;
  readonly #goals: CoverageGoals;
  #plans = 0;
  #barren = 0;
  #before = Infinity;
  /** Of the first plan, which looks at everything. */
  #shortest: Shortest | undefined;
  /** Transitions that were planned. */
  readonly #aimed = new Set<TransitionGoal>();

  constructor(machine: Machine<S, C, R, N>, goals: CoverageGoals) {
    this.#machine = machine;
    this.#goals = goals;
  }

  /** Notes what an execution has shown. */
  note({ evidence, transitions }: Execution<S, C, R, N>): void {
    const { reached } = this.#goals;
    for (const rule of evidence.keys()) reached.add(ruleGoal(rule));
    for (const transition of transitions) reached.add(transition);
  }

  /** The next sequences to run; none when nothing is missing, or no plan brings more. What was learned is presumed, but for the first plan. */
  next(learned: Learned): readonly Sequence[] {
    const { rules, reached, ...how } = this.#goals;
    const transitions = how.transitions && this.#plans < plansOfTransitions;
    const missing = rules.filter((rule) => !reached.has(ruleGoal(rule))).length;
    this.#barren = this.#plans < plansOfTransitions || missing < this.#before ? 0 : this.#barren + 1;
    this.#before = missing;
    if ((missing === 0 && !transitions) || this.#plans >= mostPlans || this.#barren >= mostBarren) return [];
    const { sequences, shortest } = plan(this.#machine, {
      ...how,
      rules,
      transitions,
      reached,
      seed: how.seed + this.#plans,
      learned: this.#plans === 0 ? nothingLearned : learned,
      // With every rule proven only what was missed is looked for again.
      places: this.#plans === 0 || missing > 0 ? undefined : this.#places(),
    });
    for (const { goals } of sequences)
      for (const goal of goals) {
        // A class proves nothing: to have tried it is all.
        if (goal.kind === 'class') reached.add(goal);
        else if (goal.kind === 'transition') this.#aimed.add(goal);
      }
    this.#shortest ??= shortest;
    this.#plans += 1;
    return sequences.map(({ steps }) => steps);
  }

  /** Sequences from the plan that may well fail as this one does, the likeliest first: at its operation, and elsewhere. None where nothing was planned. */
  others({
    violation,
    performed,
  }: Execution<S, C, R, N>): Pick<ShrinkOptions<S, C, R, N>, 'instead' | 'elsewhere'> {
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
