import type { Case } from '../case.ts';
import { notifiedElsewhere } from './notified-elsewhere.ts';
import { rateLimits } from './rate-limits.ts';
import { staleReads } from './stale-reads.ts';
import { waysToTargets } from './ways.ts';

/** What lies between us and a target that is right, or that has a fault: proxies, authorities, limits, tunnels, copies that lag behind. */
export const wireCases: readonly Case[] = [
  ...waysToTargets,
  ...rateLimits,
  ...notifiedElsewhere,
  ...staleReads,
];
