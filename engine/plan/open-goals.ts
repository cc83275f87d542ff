import type { Goal } from '../goals.ts';
import type { AttemptClass, View } from './simulation.ts';
import { getOrCreate, innerMap } from '../get-or-create.ts';

/** Visits to an abstract state that had not on offer what was sought there, after which it is sought no more, but on the shortest way. */
const mostMissed = 3;
/** Attempts of a class that did not reach a goal that another of its kind has reached. */
const mostFailed = 3;
/** What a step of preparation costs that is no request: something, or a tour might make no end of them. */
const controlCost = 0.05;

/** What a step costs that serves no goal. */
export const costOf = ({ control }: AttemptClass): number => (control ? controlCost : 1);

/** What a tour still seeks, and where it may be found. */
export class OpenGoals {
  readonly #goals: Set<Goal>;
  /** Of it what each class may still reach. Kept, since it is asked for every option of every step. */
  readonly #hopes = new Map<AttemptClass, Set<Goal>>();
  /** The classes that may reach a goal. */
  readonly #reachedBy = new Map<Goal, AttemptClass[]>();
  /** Whether what may spoil the rest of a sequence is sought now: at its end, and when nothing else is left. */
  daring = false;
  /** The classes that reach something sought, by abstract state: the others never will, since goals only become fewer. */
  readonly #byStage = new Map<string, AttemptClass[]>();
  /** What the cheapest step costs from one abstract state to another, once from all classes. */
  readonly #ways = new Map<string, Map<string, number>>();
  readonly #missed = new Map<AttemptClass, number>();
  readonly #failures = new Map<AttemptClass, Map<Goal, number>>();

  /** Takes from `goals` what is reached. */
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

  /** What is still sought. */
  get goals(): ReadonlySet<Goal> {
    return this.#goals;
  }

  /** Seeks a goal no more; false where it was not sought. */
  reach(goal: Goal): boolean {
    if (!this.#goals.delete(goal)) return false;
    for (const of of this.#reachedBy.get(goal) ?? []) this.#hopes.get(of)?.delete(goal);
    return true;
  }

  /** Whether it is the turn of a class. */
  dares({ risky }: AttemptClass): boolean {
    return this.daring || !risky;
  }

  /** How many goals a class may still reach; none, while it is not its turn. */
  gain(of: AttemptClass): number {
    return this.dares(of) ? (this.#hopes.get(of)?.size ?? 0) : 0;
  }

  /** Whether a class may prove a rule that is still sought, as a read right after a change does. */
  provesRule(of: AttemptClass): boolean {
    for (const goal of of.goals) if (goal.kind === 'rule' && this.#goals.has(goal)) return true;
    return false;
  }

  /** For each abstract state the overhead until one where something is sought. */
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

  /** What is sought in an abstract state and not on offer when it is left. */
  noteMissed<S, C, R, N>(view: View<S, C, R, N>): void {
    const offered = new Set(view.options.map(({ of }) => of));
    const stages = new Set(view.about.map(({ stage }) => stage));
    for (const stage of stages) {
      for (const of of this.#byStage.get(stage) ?? []) {
        if (!offered.has(of) && this.gain(of) > 0) this.#missed.set(of, (this.#missed.get(of) ?? 0) + 1);
      }
    }
  }

  /** What a class was expected to reach and did not. */
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
