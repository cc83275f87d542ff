import { AdaptiveLimit, type Trip } from '../../../harness/pace/adaptive-limit.ts';

/** What a server does with a request that is sent now, ms: when its answer arrives, or that there is none then. */
export type SimulatedServer = (request: {
  readonly now: number;
  readonly kind: string;
  readonly underWay: number;
}) => { readonly at: number; readonly isLost?: boolean };

interface Simulation {
  /** The limit that the user sets. */
  readonly most: number;
  readonly server: SimulatedServer;
  /** Until then, ms. */
  readonly forMs: number;
  /** Of request number so many. Default: all are of one kind. */
  readonly kindOf?: (nth: number) => string;
  /** How long our process is busy with each answer, ms. Default: not at all. */
  readonly ourMs?: (now: number) => number;
  /** How many requests would be under way at a time without a limit. Default: as many as may be. */
  readonly wanted?: (now: number) => number;
}

export interface Simulated {
  readonly answered: number;
  /** The limit at each answer. */
  readonly limits: readonly { readonly at: number; readonly limit: number }[];
}

/** Sends requests to a simulated server, always as many as the adaptive limit allows, in virtual time. */
export function simulate({
  most,
  server,
  forMs,
  kindOf = () => 'one',
  ourMs = () => 0,
  wanted = () => Infinity,
}: Simulation): Simulated {
  let now = 0;
  let idleMs = 0;
  let nth = 0;
  const limit = new AdaptiveLimit(most, { now: () => now, idleMs: () => idleMs });
  const underWay = new Set<{ readonly at: number; readonly end: () => void }>();
  const limits: { at: number; limit: number }[] = [];
  while (now < forMs) {
    while (underWay.size < Math.min(limit.limit, wanted(now))) {
      const kind = kindOf((nth += 1));
      const sentAt = now;
      const ended = limit.begun();
      const { at, isLost = false } = server({ now, kind, underWay: underWay.size });
      const trip = (): Trip => (isLost ? 'lost' : { kind, ms: now - sentAt });
      underWay.add({ at, end: () => ended(trip()) });
    }
    const next = [...underWay].reduce((a, b) => (b.at < a.at ? b : a));
    idleMs += Math.max(0, next.at - now);
    now = Math.max(now, next.at);
    underWay.delete(next);
    next.end();
    limits.push({ at: now, limit: limit.limit });
    now += ourMs(now);
  }
  return { answered: limits.length, limits };
}

/** The limit on average between two times. */
export function meanLimit({ limits }: Simulated, fromMs: number, toMs = Infinity): number {
  const within = limits.filter(({ at }) => at >= fromMs && at < toMs);
  return within.reduce((sum, { limit }) => sum + limit, 0) / within.length;
}

/** The least limit from some time on. */
export function leastLimit({ limits }: Simulated, fromMs: number): number {
  return limits.reduce((least, { at, limit }) => (at < fromMs ? least : Math.min(least, limit)), Infinity);
}

/** Takes so long on the way and back together, and does with so many at once what takes each `workMs`; the others wait in their order. */
export function workers(
  count: number,
  workMs: (kind: string, now: number) => number,
  wayMs = 0,
): SimulatedServer {
  const freeAt = Array.from({ length: count }, () => 0);
  return ({ now, kind }) => {
    const next = freeAt.indexOf(Math.min(...freeAt));
    const begins = Math.max(now + wayMs / 2, freeAt[next] ?? 0);
    const ends = begins + workMs(kind, now);
    freeAt[next] = ends;
    return { at: ends + wayMs / 2 };
  };
}
