import { drawing } from '../../engine/walk/simulate-step.ts';
import { ruleGoal } from '../../engine/goals.ts';
import type { Machine } from '../../engine/machine.ts';
import { addDetours, wayOf } from '../../engine/plan/plan.ts';
import { replaceSetup } from '../../engine/shrink/shrink.ts';
import { StateGraph } from '../../engine/plan/state-graph.ts';
import { Simulation } from '../../engine/plan/simulation.ts';
import { proofsIn, shortened } from '../../engine/plan/shortest.ts';
import { seededRandom } from '../../engine/seeded-random.ts';

/** How often other literals are tried, since a rule may be judged sooner with them. */
const redraws = 3;

/**
 * For each rule the fewest requests after which it is judged for the first time, as far as the search found: no fault of it shows in
 * fewer. A check counts even if it would prove nothing, or belongs to an outcome that is not the ordinary one. Rules that
 * no sequence judges are left out. Deterministic under the seed; sends no request.
 */
export function leastToJudge<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  { rules, seed }: { readonly rules: readonly string[]; readonly seed: number },
): ReadonlyMap<string, number> {
  const presumption = { notifications: true, judged: true };
  const simulation = new Simulation(machine, new Set(rules), drawing(seededRandom(seed)), presumption);
  const map = new StateGraph(simulation, { rules, closely: true });
  for (let round = 0; round < redraws; round += 1) map.redraw(true);
  addDetours(map, map.lacking(), seed);
  return new Map(
    rules.flatMap((rule) => {
      const way = map.ways.get(ruleGoal(rule));
      if (way === undefined) return [];
      // A step may be needed only to offer the last one, and another operation may create what it needs.
      const own = [shortened(simulation, way.steps, rule), ...map.shortest.to(rule)];
      const others = own.flatMap((steps) => [...replaceSetup(machine, steps)]);
      const ways = [...own, ...others].flatMap((steps) => {
        const proving = proofsIn(simulation, steps, new Set([rule])).get(rule);
        return proving === undefined ? [] : [wayOf(map, proving).requests];
      });
      return ways.length === 0 ? [] : [[rule, Math.min(...ways)]];
    }),
  );
}
