import type { Goal } from '../../engine/goals.ts';
import { firstPlanOf } from '../../engine/plan/evidence.ts';
import type { Plan } from '../../engine/plan/plan.ts';
import { getOrCreate } from '../../engine/get-or-create.ts';
import { meansOf, setupOf } from '../../harness/means/means.ts';
import { isSelected } from '../../harness/means/scope.ts';
import { plannerOf } from '../plans/plan-cache.ts';
import { scopesOf, type Claim } from '../run/claim.ts';
import type { RunPlan } from '../run/run-plan.ts';
import { coverageGoalsOf } from './coverage-goals.ts';
import { evidenceName, seedOf } from './machine-run.ts';

export interface SuitePlan {
  readonly claim: Claim;
  readonly plan: Plan;
  /** The rows that it is planned for. */
  readonly rules: readonly string[];
}

/** What `certify` would run first, suite by suite, if the target gave the presumed replies. Sends nothing. */
export function planSuites(runPlan: RunPlan, claims: readonly Claim[]): readonly SuitePlan[] {
  const { target, capabilities, skewMs, seed, only, planCache } = runPlan;
  const means = meansOf(target, capabilities, runPlan);
  const reachedBy = new Map<string, Set<Goal>>();
  return claims.flatMap((claim): readonly SuitePlan[] => {
    const { machine: run, needs } = claim;
    if (run === undefined || !isSelected(scopesOf(claim), only)) return [];
    if (!needs.every((one) => means.has(one))) return [];
    const setup = setupOf(target, means, { ...run, skewMs });
    const { rules, transitions } = coverageGoalsOf(run, means, only);
    const reached = getOrCreate(reachedBy, evidenceName(run), () => new Set());
    const { notifications } = run;
    const planner = plannerOf({ name: run.machine, setup }, planCache);
    const planned = planner(
      firstPlanOf({ seed: seedOf(run, seed), rules, transitions, reached, notifications }),
    );
    for (const { goals } of planned.sequences) for (const goal of goals) reached.add(goal);
    return [{ claim, plan: planned, rules }];
  });
}
