import { meansOf } from '../../harness/means/means.ts';
import { isClaimSelected } from '../../suites/claims/selected.ts';
import { claimsOfShard } from '../../suites/shards/division.ts';
import { shareOf } from '../../suites/shards/part-of.ts';
import type { Claim } from '../../suites/run/claim.ts';
import { mostJudged, type RunConfig } from '../../suites/run/run-config.ts';

/** How long a run will be, as far as it is known before. */
export interface RunLength {
  /** What each suite that explores will check. */
  readonly suites: ReadonlyMap<string, SuiteLength>;
  /** Requests at most. Default: no limit. */
  readonly requests?: number;
  /** How long it explores, ms. Default: until its sequences are through. */
  readonly forMs?: number;
}

interface SuiteLength {
  /** Random sequences. */
  readonly random: number;
  /** Whether planned ones come beside them; how many is known once it has begun. */
  readonly isPlanned: boolean;
}

/** How long a run by this plan will be. */
export function lengthOf(config: RunConfig, claims: readonly Claim[]): RunLength {
  const means = meansOf(config.target, config.capabilities, config);
  const checked = claimsOfShard(config, claims).filter(
    (claim) => isClaimSelected(claim, config.only) && claim.needs.every((one) => means.has(one)),
  );
  return {
    suites: new Map(
      checked.map((claim) => [
        claim.suite,
        {
          random: (claim.sequences?.(config) ?? 0) * shareOf(config, claim),
          isPlanned: claim.begin !== undefined,
        },
      ]),
    ),
    requests: mostJudged(config),
  };
}
