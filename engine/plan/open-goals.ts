import { getOrCreate, innerMap } from '../collections.ts';
import type { Goal } from '../goals.ts';
import type { AttemptClass, View } from './simulation.ts';

/** A class is tried only on the shortest way after this many visits to its abstract state that did not offer it. */
const mostMissed = 3;
/** A goal is no longer expected of a class after this many attempts that did not reach it. */
const mostFailed = 3;
/** The cost of a control step: above zero, since a tour might otherwise never stop making them. */
const controlCost = 0.05;

/** The cost of a step that reaches no goal. */
export const costOf = ({ control }: AttemptClass): number => (control ? controlCost : 1);

/** The goals that a tour has not reached, and the classes that may reach them. */
export class OpenGoals {
  readonly #goals: Set<Goal>;
  /** The open goals that each class may reach. Stored, since every option of every step needs it. */
  readonly #hopes = new Map<AttemptClass, Set<Goal>>();
  /** The classes that may reach a goal. */
  readonly #reachedBy = new Map<Goal, AttemptClass[]>();
  /** Whether risky classes may be tried now: only once nothing else is left. */
  daring = false;
  /** By abstract state, the classes that reach a goal of the tour. Others never will: what is opened again was one of these. */
  readonly #byStage = new Map<string, AttemptClass[]>();
  /** The cost of the cheapest step from one abstract state to another. */
  readonly #ways = new Map<string, Map<string, number>>();
  readonly #missed = new Map<AttemptClass, number>();
  readonly #failures = new Map<AttemptClass, Map<Goal, number>>();

  /** Removes reached goals from `goals`. */
  constructor(goals: Set<Goal>, classes: readonly AttemptClass[]) {
    this.#goals = goals;
    for (const of of classes) {
      for (const stage of of.leadsTo) {
        const from = innerMap(this.#ways, of.stage);
        from.set(stage, Math.min(costOf(of), from.get(stage) ?? Infinity));
      }
      const hopes = new Set([...of.goals].filter((goal) => goals.has(goal)));
      if (hopes.size === 0) continue;
      this.#hopes.set(of, hopes);
      for (const goal of hopes) getOrCreate(this.#reachedBy, goal, () => []).push(of);
      getOrCreate(this.#byStage, of.stage, () => []).push(of);
    }
  }

  /** The goals that are not reached yet. */
  get goals(): ReadonlySet<Goal> {
    return this.#goals;
  }

  /** Notes that a goal is reached; false when it was not open. */
  reach(goal: Goal): boolean {
    if (!this.#goals.delete(goal)) return false;
    for (const of of this.#reachedBy.get(goal) ?? []) this.#hopes.get(of)?.delete(goal);
    return true;
  }

  /** Notes that a goal which was reached is open again. */
  reopen(goal: Goal): void {
    this.#goals.add(goal);
    for (const of of this.#reachedBy.get(goal) ?? []) this.#hopes.get(of)?.add(goal);
  }

  /** Whether a class may be tried now. */
  dares({ risky }: AttemptClass): boolean {
    return this.daring || !risky;
  }

  /** How many goals a class may still reach; none while it may not be tried. */
  gain(of: AttemptClass): number {
    return this.dares(of) ? (this.#hopes.get(of)?.size ?? 0) : 0;
  }

  /** Whether a class may prove an open rule, as a read right after a change does. */
  provesRule(of: AttemptClass): boolean {
    for (const goal of of.goals) if (goal.kind === 'rule' && this.#goals.has(goal)) return true;
    return false;
  }

  /** For each abstract state, the cost of the way to one with an open goal. */
  distances(): ReadonlyMap<string, number> {
    const distance = new Map<string, number>();
    for (const [stage, classes] of this.#byStage) {
      if (classes.some((of) => (this.#missed.get(of) ?? 0) < mostMissed && this.gain(of) > 0))
        distance.set(stage, 0);
    }
    for (let changed = true; changed;) {
      changed = false;
      for (const [from, ways] of this.#ways) {
        for (const [stage, cost] of ways) {
          const through = (distance.get(stage) ?? Infinity) + cost;
          if (through < (distance.get(from) ?? Infinity)) {
            distance.set(from, through);
            changed = true;
          }
        }
      }
    }
    return distance;
  }

  /** Notes the classes with open goals that an abstract state did not offer. */
  noteMissed<S, C, R, N>(view: View<S, C, R, N>): void {
    const offered = new Set(view.options.map(({ of }) => of));
    const stages = new Set(view.about.map(({ stage }) => stage));
    for (const stage of stages) {
      for (const of of this.#byStage.get(stage) ?? []) {
        if (!offered.has(of) && this.gain(of) > 0) this.#missed.set(of, (this.#missed.get(of) ?? 0) + 1);
      }
    }
  }

  /** Notes that a class did not reach the goals that it may reach. */
  noteFailed(of: AttemptClass): void {
    const hopes = this.#hopes.get(of);
    if (hopes === undefined) return;
    const failures = innerMap(this.#failures, of);
    for (const goal of hopes) {
      const times = (failures.get(goal) ?? 0) + 1;
      failures.set(goal, times);
      if (times >= mostFailed) hopes.delete(goal);
    }
  }
}
