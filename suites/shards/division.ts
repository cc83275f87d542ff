import { meansOf } from '../../harness/means/means.ts';
import { isClaimSelected } from '../claims/selected.ts';
import type { Shard } from '../../harness/records/shard-records.ts';
import { allClaims } from '../claims/all-claims.ts';
import { holdsAlone, type Claim } from '../run/claim.ts';
import type { RunConfig } from '../run/run-config.ts';
import { exclusiveShard, isDivided } from './part-of.ts';
import { type Division } from '../run/run-config.ts';

/** The division of a run among so many shards. */
export function divisionOf(config: RunConfig, { of, shared }: Pick<Shard, 'of' | 'shared'>): Division {
  const all = Array.from({ length: of }, (_, index) => index + 1);
  const means = meansOf(config.target, config.capabilities, config);
  const isHeld = (claim: Claim): boolean =>
    holdsAlone(claim) && isClaimSelected(claim, config.only) && claim.needs.every((one) => means.has(one));
  const exclusiveRunsAlone = shared && of > 1 && allClaims.some(isHeld);
  return {
    dividing: exclusiveRunsAlone ? all.filter((index) => index !== exclusiveShard) : all,
    exclusiveRunsAlone,
  };
}

/** The claims that a shard checks, in whole or in part; all of them where the plan is that of a whole run. */
export function claimsOfShard(
  { shard, division }: Pick<RunConfig, 'shard' | 'division'>,
  claims: readonly Claim[],
): readonly Claim[] {
  if (shard === undefined || division === undefined) return claims;
  return claims.filter(
    (claim) =>
      claim.kind === 'reproductions' ||
      isDivided(claim.machine, shard) ||
      wholeIn(claim, shard, division) === shard.index,
  );
}

/** The shard that has the whole of a claim that is not divided: one after another in the order of the claims, so that each has about as many. */
function wholeIn(claim: Claim, { shared }: Pick<Shard, 'shared'>, { dividing }: Division): number {
  const isHeld = ({ machine, dedicatedTo }: Claim): boolean =>
    shared && (dedicatedTo !== undefined || machine?.notifications === true);
  if (isHeld(claim)) return exclusiveShard;
  const others = allClaims.filter((one) => !isDivided(one.machine, { shared }) && !isHeld(one));
  const place = others.findIndex(({ suite }) => suite === claim.suite);
  return dividing[place % dividing.length] ?? exclusiveShard;
}
