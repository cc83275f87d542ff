import { availableParallelism } from 'node:os';
import { isSelected } from '../../harness/scope.ts';
import { holdsAlone, scopesOf, type Claim } from '../run/claim.ts';
import { mostRequests, type RunPlan } from '../run/run-plan.ts';

/** More cores than this are left to the target and to others. */
const mostByDefault = 4;

/** The claims that one thread checks, in their order. What one lane has found and learned says nothing to another. */
export interface Lane {
  readonly claims: readonly Claim[];
  /** What it may have of the target beside the other lanes. Absent: it is the only one. */
  readonly share?: NonNullable<RunPlan['share']>;
}

/** A part of a run: its lanes are checked side by side, and the next part begins when all have ended. */
export type Stage = readonly { readonly lane: number; readonly claims: readonly Claim[] }[];

/** The lanes of a run, the interfaces apart where several threads may work: nothing of one is judged by the other. `workers`: threads at most. */
export function lanesOf(
  plan: Pick<RunPlan, 'target' | 'maxRequests' | 'only'>,
  claims: readonly Claim[],
  workers = Math.min(mostByDefault, availableParallelism()),
): readonly Lane[] {
  if (workers < 2 || whyOneLane(plan) !== undefined) return [{ claims }];
  const { concurrency } = plan.target.limits;
  const isResource = ({ scope }: Claim): boolean => scope === 'resource';
  const others = claims.filter((claim) => !isResource(claim));
  const resource = claims.filter(isResource);
  const isIdle = (lane: readonly Claim[]): boolean =>
    !lane.some((claim) => claim.kind !== 'reproductions' && isSelected(scopesOf(claim), plan.only));
  if (isIdle(others) || isIdle(resource)) return [{ claims }];
  return [
    { claims: others, share: { receives: true, concurrency: Math.ceil(concurrency / 2) } },
    { claims: resource, share: { receives: false, concurrency: Math.floor(concurrency / 2) } },
  ];
}

/** Why one thread checks all claims, in words; undefined where several may. */
export function whyOneLane({
  target,
  maxRequests,
}: Pick<RunPlan, 'target' | 'maxRequests'>): string | undefined {
  const { cautious, legacy, resource, limits } = target;
  if (cautious === true) return 'the target is not ours';
  if (legacy === undefined || resource === undefined) return 'the target has one interface';
  // These are counted over the whole run, in one place.
  if (mostRequests({ target, ...(maxRequests !== undefined && { maxRequests }) }) !== Infinity)
    return 'its requests are limited';
  if (limits.requestsPerSecond !== undefined) return 'limits.requests_per_second is set';
  if (limits.wrongKeys !== undefined) return 'limits.wrong_keys is set';
  return limits.concurrency < 2 ? 'limits.concurrency is 1' : undefined;
}

/**
 * The parts of a run: what was kept, which tells the others what is known; what may go on beside others; and one by one what holds the target
 * alone.
 */
export function stagesOf(lanes: readonly Lane[]): readonly Stage[] {
  const of = (isIn: (claim: Claim) => boolean): Stage =>
    lanes
      .map(({ claims }, lane) => ({ lane, claims: claims.filter(isIn) }))
      .filter(({ claims }) => claims.length > 0);
  const isKept = ({ kind }: Claim): boolean => kind === 'reproductions';
  return [
    of(isKept),
    of((claim) => !isKept(claim) && !holdsAlone(claim)),
    ...of(holdsAlone).map((part) => [part]),
  ].filter((stage) => stage.length > 0);
}
