import { meansOf } from '../../harness/means/means.ts';
import { isSelected } from '../../harness/means/scope.ts';
import { claimsOfShard } from '../../suites/shards/division.ts';
import { shareOf } from '../../suites/shards/part-of.ts';
import { scopesOf, type Claim } from '../../suites/run/claim.ts';
import { mostJudged, type RunPlan } from '../../suites/run/run-plan.ts';

/** How long a run will be, as far as it is known before. */
export interface RunLength {
  /** Random sequences of all suites that will be checked. */
  readonly sequences: number;
  /** Requests at most. Default: no limit. */
  readonly requests?: number;
  /** How long it explores, ms. Default: until its sequences are through. */
  readonly forMs?: number;
}

/** How long a run by this plan will be. */
export function lengthOf(plan: RunPlan, claims: readonly Claim[]): RunLength {
  const means = meansOf(plan.target, plan.capabilities, plan);
  const checked = claimsOfShard(plan, claims).filter(
    (claim) => isSelected(scopesOf(claim), plan.only) && claim.needs.every((one) => means.has(one)),
  );
  return {
    sequences: checked.reduce(
      (sum, claim) => sum + (claim.sequences?.(plan.runs) ?? 0) * shareOf(plan, claim),
      0,
    ),
    requests: mostJudged(plan),
  };
}
