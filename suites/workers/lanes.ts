import { isSelected } from '../../harness/means/scope.ts';
import { holdsAlone, scopesOf, type Claim } from '../run/claim.ts';
import { mostRequests, type RunConfig } from '../run/run-config.ts';

/** The claims that one run object checks, in their order. What one lane has found and learned says nothing to another. */
export interface Lane {
  readonly claims: readonly Claim[];
  /** Lanes with the same name are checked in one thread, which compiles and plans once what they have in common. */
  readonly thread: string;
  /** What it may have of the target beside the other lanes. Absent: it is the only one. */
  readonly share?: NonNullable<RunConfig['share']>;
}

/** A part of a run: its lanes are checked side by side, and the next part begins when all have ended. */
export type Stage = readonly { readonly lane: number; readonly claims: readonly Claim[] }[];

/**
 * The lanes of a run, the interfaces apart: nothing of one is judged by the other. With servers of their own there are two more, which mostly
 * wait: the claims about notifications, since at one server they would get those of the others, and what moves the clock.
 */
export function lanesOf(
  config: Pick<RunConfig, 'target' | 'maxRequests' | 'only'>,
  claims: readonly Claim[],
  ownServers = false,
): readonly Lane[] {
  const alone = [{ claims, thread: 'all' }];
  if (singleLaneReason(config) !== undefined) return alone;
  const { concurrency } = config.target.limits;
  const isChosen = (claim: Claim): boolean => isSelected(scopesOf(claim), config.only);
  const isBusy = (part: Part): boolean =>
    part.claims.some((claim) => claim.kind !== 'reproductions' && isChosen(claim));
  const all = partsOf(claims, ownServers);
  const parts = all.filter(isBusy);
  if (parts.length < 2) return alone;
  const idle = all.filter((part) => !isBusy(part)).flatMap((part) => part.claims);
  // A server of its own does not send what is not judged.
  const receives = ({ claims: own }: Part): boolean =>
    own.some(ownServers ? judgesNotifications : ({ scope }) => scope !== 'resource');
  const receivers = parts.filter(receives).length;
  // What waits for notifications does so while the lanes beside it keep the cores busy, and not alone at the end.
  const inOrder = (part: readonly Claim[]): readonly Claim[] =>
    ownServers ? part.toSorted((one, other) => turnOf(one) - turnOf(other)) : part;
  return parts.map((part, index) => ({
    claims: inOrder(
      index === 0
        ? claims.filter((claim) => part.claims.includes(claim) || idle.includes(claim))
        : part.claims,
    ),
    thread: part.thread,
    share: {
      receives: receives(part),
      receivers,
      concurrency: ownServers
        ? concurrency
        : Math.floor((concurrency + parts.length - 1 - index) / parts.length),
      elsewhere: parts
        .filter((other) => other !== part)
        .flatMap((other) => other.claims)
        .filter(isChosen)
        .flatMap(({ machine }) => machine ?? []),
    },
  }));
}

type Part = Pick<Lane, 'claims' | 'thread'>;

/** What may go side by side. The first part has what was kept too. */
function partsOf(claims: readonly Claim[], ownServers: boolean): readonly Part[] {
  const resource = claims.filter(({ scope }) => scope === 'resource');
  const others = claims.filter(({ scope }) => scope !== 'resource');
  if (!ownServers)
    return [
      { claims: others, thread: 'others' },
      { claims: resource, thread: 'resource' },
    ];
  const about = others.filter(({ scope, kind }) => scope === 'webhooks' || kind === 'reproductions');
  const clock = others.filter((claim) => !about.includes(claim) && claim.machine?.exclusive === true);
  const legacy = others.filter((claim) => !about.includes(claim) && !clock.includes(claim));
  return [
    { claims: about, thread: 'notifications' },
    { claims: resource, thread: 'resource' },
    { claims: legacy, thread: 'legacy' },
    { claims: clock, thread: 'legacy' },
  ];
}

function judgesNotifications({ scope, machine }: Claim): boolean {
  return scope === 'webhooks' || machine?.notifications === true;
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
export function singleLaneReason({
  target,
  maxRequests,
}: Pick<RunConfig, 'target' | 'maxRequests'>): string | undefined {
  const { cautious, legacy, resource, limits } = target;
  if (cautious === true) return 'the target is not ours';
  if (legacy === undefined || resource === undefined) return 'the target has one interface';
  // These are counted over the whole run, in one place.
  if (mostRequests({ target, maxRequests }) !== Infinity) return 'its requests are limited';
  if (limits.requestsPerSecond !== undefined) return 'limits.requests_per_second is set';
  if (limits.wrongKeys !== undefined) return 'limits.wrong_keys is set';
  return limits.concurrency < 2 ? 'limits.concurrency is 1' : undefined;
}

/**
 * The parts of a run: what was kept, from which the others learn what is known; what may go on beside others; and one by one what holds the target
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
