import { getOrCreate } from '../get-or-create.ts';
import type { Goal, TransitionGoal } from '../goals.ts';

/** By transition, the sets of goals that single requests were seen to reach at once. */
export type Footprints = ReadonlyMap<TransitionGoal, ReadonlyMap<string, readonly Goal[]>>;

/**
 * A lower bound of the requests of any plan for these goals, as far as the search has seen what a request can reach.
 * A request makes one transition, so each open transition needs its own request. Rules that only one transition reaches need one request
 * each, unless a single request reaches several of them. The same holds for rules that only other transitions reach.
 * Requests that only lead to a state are not counted, so the best plan may be longer, but never shorter.
 */
export function leastRequests(footprints: Footprints, open: ReadonlySet<Goal>): number {
  const homes = new Map<Goal, Set<TransitionGoal>>();
  const together = new Map<Goal, Set<Goal>>();
  for (const [transition, prints] of footprints) {
    for (const goals of prints.values()) {
      for (const goal of goals) {
        if (!open.has(goal) || goal === transition) continue;
        getOrCreate(homes, goal, () => new Set()).add(transition);
        for (const other of goals) getOrCreate(together, goal, () => new Set()).add(other);
      }
    }
  }
  const apart: Goal[] = [];
  const needs = new Map<Goal, number>();
  for (const transition of footprints.keys()) if (open.has(transition)) needs.set(transition, 1);
  const shares = (goal: Goal, others: readonly Goal[]) =>
    others.some((other) => together.get(goal)?.has(other) === true);
  const own = new Map<Goal, Goal[]>();
  // Rules that share requests with the fewest others come first, since more of them then need their own request.
  const rules = [...homes].sort(([a], [b]) => (together.get(a)?.size ?? 0) - (together.get(b)?.size ?? 0));
  for (const [rule, transitions] of rules) {
    const [home] = transitions;
    if (transitions.size === 1 && home !== undefined && needs.has(home)) {
      const before = own.get(home) ?? [];
      if (!shares(rule, before)) own.set(home, [...before, rule]);
      continue;
    }
    if ([...transitions].some((transition) => needs.has(transition)) || shares(rule, apart)) continue;
    apart.push(rule);
  }
  for (const [home, exclusive] of own) needs.set(home, Math.max(1, exclusive.length));
  return [...needs.values()].reduce((sum, requests) => sum + requests, apart.length);
}
