import { isClaimSelected } from '../claims/selected.ts';
import { holdsAlone, type Claim } from '../run/claim.ts';
import { mostRequests, type RunConfig } from '../run/run-config.ts';
import { turnsOf, type Turn } from '../run/turns.ts';

/** The claims that one run object checks, in their order. What one lane has found and learned says nothing to another. */
export interface Lane {
  readonly claims: readonly Claim[];
  /** Lanes with the same name are checked in one thread, which compiles and plans once what they have in common. */
  readonly thread: string;
  /** What it may have of the target beside the other lanes. Absent: it is the only one. */
  readonly share?: NonNullable<RunConfig['share']>;
}

/** A part of a run: its lanes are checked side by side, and the next part begins when all have ended. */
export type Stage = readonly { readonly lane: number; readonly turns: readonly Turn[] }[];

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
  const isChosen = (claim: Claim): boolean => isClaimSelected(claim, config.only);
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
  return parts.map((part, index) => ({
    claims:
      index === 0
        ? claims.filter((claim) => part.claims.includes(claim) || idle.includes(claim))
        : part.claims,
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
 * The parts of a run: those of `turnsOf`, and of each what may go on beside others before, one by one, what holds the target alone. With servers of
 * their own, each lane keeps that order, and waits for no other once what was kept is known.
 */
export function stagesOf(
  config: Pick<RunConfig, 'target' | 'capabilities' | 'realTime'>,
  lanes: readonly Lane[],
  ownServers = false,
): readonly Stage[] {
  const ordered = lanes.map(({ claims }) => {
    const [kept = [], ...parts] = turnsOf(config, claims);
    return [kept, ...(ownServers ? [parts.flat()] : parts)];
  });
  const length = Math.max(0, ...ordered.map((parts) => parts.length));
  const isAlone = ({ claim }: Turn): boolean => !ownServers && holdsAlone(claim);
  return Array.from({ length }, (_, index) => {
    const of = (isIn: (turn: Turn) => boolean): Stage =>
      ordered
        .map((parts, lane) => ({ lane, turns: parts[index]?.filter(isIn) ?? [] }))
        .filter(({ turns }) => turns.length > 0);
    return [of((turn) => !isAlone(turn)), ...of(isAlone).map((one) => [one])];
  })
    .flat()
    .filter((stage) => stage.length > 0);
}
