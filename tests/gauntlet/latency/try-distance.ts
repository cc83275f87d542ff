import { certifyWays } from '../permitted/certify-rows.ts';
import { toBeShownBy } from '../permitted/try-rows.ts';
import { atDistance, type Distance } from './latency.ts';

/** The claims about notifications and time: those that compute intervals from our clock around a request. */
export const timedClaims = [
  'legacy/time',
  'resource/time',
  'webhooks/retries',
  'webhooks/notifications',
  'webhooks/registration',
] as const;

/** One claim at one distance, as plain data that a thread can be sent. */
export interface DistanceQuestion extends Distance {
  readonly id: string;
  readonly claim: (typeof timedClaims)[number];
  readonly seed: number;
}

export interface DistanceAnswer {
  readonly id: string;
  /** Requirements with evidence. */
  readonly passed: readonly string[];
  /** A line for each accusation. */
  readonly accused: readonly string[];
  /** Requirements without evidence that the claim shows whatever the draws are. */
  readonly lost: readonly string[];
  /** Why sequences came to no verdict. */
  readonly inconclusive: readonly string[];
  readonly seconds: number;
}

/** Random sequences of each claim. The plan sees to what they leave without evidence. */
const runs = 2;

/** Certifies the reference at a distance by one claim. */
export async function tryDistance({
  id,
  claim,
  seed,
  ...distance
}: DistanceQuestion): Promise<DistanceAnswer> {
  const startedAt = performance.now();
  const seen = await certifyWays([atDistance(distance, seed)], { names: [claim], runs, seed });
  const shown = toBeShownBy([claim]);
  return {
    id,
    ...seen,
    lost: seen.untested.filter((row) => shown.has(row)),
    seconds: (performance.now() - startedAt) / 1000,
  };
}
