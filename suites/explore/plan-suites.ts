import type { Goal } from '../../engine/goals.ts';
import { plan, type Plan } from '../../engine/plan/plan.ts';
import { meansOf, setupOf } from '../../harness/means.ts';
import { isSelected } from '../../harness/scope.ts';
import { seedOf } from './certify-machine.ts';
import { scopesOf, type Claim } from '../run/claim.ts';
import { machineNamed } from './machines.ts';
import type { RunPlan } from '../run/run-plan.ts';
import { evidenceOf, wantedOf } from './coverage-goals.ts';

export interface SuitePlan {
  readonly claim: Claim;
  readonly plan: Plan;
  /** The rows that it is planned for. */
  readonly rules: readonly string[];
}

/** What `certify` would run first, suite by suite, if the target gave every reply that is presumed. Sends nothing. */
export function planSuites(run: RunPlan, claims: readonly Claim[]): readonly SuitePlan[] {
  const { target, capabilities, skewMs, seed, only } = run;
  const means = meansOf(target, capabilities, run);
  const reachedBy = new Map<string, Set<Goal>>();
  return claims.flatMap((claim): readonly SuitePlan[] => {
    const { machine: walks, needs } = claim;
    if (walks === undefined || !isSelected(scopesOf(claim), only)) return [];
    if (!needs.every((one) => means.has(one))) return [];
    const machine = machineNamed(walks.machine, setupOf(target, means, { ...walks, skewMs }));
    if (machine === undefined) throw new Error(`there is no machine "${walks.machine}"`);
    const { rules, transitions } = wantedOf(walks, means, only);
    const reached = reachedBy.get(evidenceOf(walks)) ?? new Set<Goal>();
    reachedBy.set(evidenceOf(walks), reached);
    const { notifications } = walks;
    const planned = plan(machine, {
      seed: seedOf(walks, seed),
      rules,
      transitions,
      reached,
      notifications,
    });
    for (const { goals } of planned.sequences) for (const goal of goals) reached.add(goal);
    return [{ claim, plan: planned, rules }];
  });
}
