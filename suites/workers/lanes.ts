import { isSelected } from '../../harness/means/scope.ts';
import { holdsAlone, scopesOf, type Claim } from '../run/claim.ts';
import { mostRequests, type RunPlan } from '../run/run-plan.ts';

/** The claims that one run object checks, in their order. What one lane has found and learned says nothing to another. */
export interface Lane {
  readonly claims: readonly Claim[];
  /** What it may have of the target beside the other lanes. Absent: it is the only one. */
  readonly share?: NonNullable<RunPlan['share']>;
}

/** A part of a run: its lanes are checked side by side, and the next part begins when all have ended. */
export type Stage = readonly { readonly lane: number; readonly claims: readonly Claim[] }[];

/**
 * The lanes of a run, the interfaces apart: nothing of one is judged by the other. With servers of their own the claims about notifications are
 * a lane too, which mostly waits: at one server it would get the notifications of the others.
 */
export function lanesOf(
  plan: Pick<RunPlan, 'target' | 'maxRequests' | 'only'>,
  claims: readonly Claim[],
  ownServers = false,
): readonly Lane[] {
  if (whyOneLane(plan) !== undefined) return [{ claims }];
  const { concurrency } = plan.target.limits;
  const isBusy = (part: readonly Claim[]): boolean =>
    part.some((claim) => claim.kind !== 'reproductions' && isSelected(scopesOf(claim), plan.only));
  const others = claims.filter(({ scope, kind }) =>
    ownServers ? scope === 'webhooks' || kind === 'reproductions' : scope !== 'resource',
  );
  const resource = claims.filter(({ scope }) => scope === 'resource');
  const legacy = claims.filter((claim) => !others.includes(claim) && !resource.includes(claim));
  // What waits for notifications does so while the lanes beside it keep the cores busy, and not alone at the end.
  const inOrder = (part: readonly Claim[]): readonly Claim[] =>
    ownServers ? part.toSorted((one, other) => turnOf(one) - turnOf(other)) : part;
  const all = [others, resource, legacy];
  const parts = all.filter(isBusy);
  if (parts.length < 2) return [{ claims }];
  const idle = all.filter((part) => !isBusy(part)).flat();
  const receivers = parts.filter((part) => part !== resource).length;
  return parts.map((part, index) => ({
    claims: inOrder(
      index === 0 ? claims.filter((claim) => part.includes(claim) || idle.includes(claim)) : part,
    ),
    share: {
      receives: part !== resource,
      receivers,
      concurrency: ownServers
        ? concurrency
        : Math.floor((concurrency + parts.length - 1 - index) / parts.length),
    },
  }));
}

/** What was kept goes before procedures, these before what explores, and last what never waits. */
function turnOf({ kind }: Claim): number {
  return turns[kind];
}

const turns: Readonly<Record<Claim['kind'], number>> = {
  reproductions: 0,
  procedure: 1,
  machine: 2,
  races: 3,
};

/** Why one lane has all claims, in words; undefined where several may go side by side. */
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
 * alone. With servers of their own, the lanes go on beside each other to the end.
 */
export function stagesOf(lanes: readonly Lane[], ownServers = false): readonly Stage[] {
  const of = (isIn: (claim: Claim) => boolean): Stage =>
    lanes
      .map(({ claims }, lane) => ({ lane, claims: claims.filter(isIn) }))
      .filter(({ claims }) => claims.length > 0);
  const isKept = ({ kind }: Claim): boolean => kind === 'reproductions';
  const isAlone = (claim: Claim): boolean => !ownServers && holdsAlone(claim);
  return [
    of(isKept),
    of((claim) => !isKept(claim) && !isAlone(claim)),
    ...of(isAlone).map((part) => [part]),
  ].filter((stage) => stage.length > 0);
}
