import { defaultWalk } from '../../engine/walk/walk.ts';
import type { Claim } from '../run/claim.ts';
import { mostRequests, type RunConfig } from '../run/run-config.ts';
import { claimsOfShard } from '../shards/division.ts';
import { shareOf } from '../shards/part-of.ts';
import { planSuites, type SuitePlan } from './coverage-goals.ts';

/** What a run will do to a target, as far as that is known before its first request. */
export interface Forecast {
  /** Requests: about so many, without those that confirm what is found, and at most so many; without `most` nothing bounds them. */
  readonly requests: { readonly about?: number; readonly most?: number };
  /** Requests that the plan takes, which is what the run begins with. */
  readonly planned: number;
  /** About so many, by what is planned; undefined: unknown. */
  readonly payments?: number;
  /** About so many, refused ones included; undefined: unknown. */
  readonly refunds?: number;
  /** At most; undefined: as many as it takes. */
  readonly wrongKeys?: number;
  /** At least, by the rate that is allowed; undefined where there is none. */
  readonly leastMs?: number;
}

const makers: ReadonlySet<string> = new Set(['authorize', 'create', 'issue-payment']);
const refunds: ReadonlySet<string> = new Set(['refund']);

/** Of what takes requests where nothing is planned, such as notifications alone. */
const usualShare = 0.3;

/** Computes the forecast from the plan of a run; what is random is expected to be like what is planned. `forMs`: of a night. Sends nothing. */
export function forecastOf(
  config: RunConfig,
  claims: readonly Claim[],
  { forMs }: { readonly forMs?: number } = {},
): Forecast {
  const suites = planSuites(config, claimsOfShard(config, claims));
  const whole = suites.reduce((sum, suite) => sum + suite.plan.requests, 0);
  const planned = Math.round(
    suites.reduce((sum, suite) => sum + suite.plan.requests * shareOf(config, suite.claim), 0),
  );
  const { requestsPerSecond, wrongKeys } = config.target.limits;
  const most = mostRequests(config);
  const walked = suites.reduce((sum, { claim }) => sum + shareOf(config, claim), 0);
  const walks = walked * config.runs * ((defaultWalk.minSteps + defaultWalk.maxSteps) / 2);
  // Suites without a plan take requests too.
  const expected = forMs === undefined ? planned + walks || Infinity : whileOf(config, forMs);
  const about = Math.round(Math.min(most, expected));
  const isKnown = about !== Infinity;
  const share = (of: ReadonlySet<string>) => (planned === 0 ? usualShare : stepsOf(suites, of) / whole);
  const ms = requestsPerSecond === undefined || !isKnown ? undefined : (1000 * about) / requestsPerSecond;
  return {
    requests: { ...(isKnown && { about }), ...(most !== Infinity && { most }) },
    planned,
    ...(isKnown && {
      payments: Math.round(share(makers) * about),
      refunds: Math.round(share(refunds) * about),
    }),
    ...(wrongKeys !== undefined && { wrongKeys }),
    ...(ms !== undefined && { leastMs: Math.min(ms, forMs ?? Infinity) }),
  };
}

/** Requests that a night has time for; as fast as the target answers where nothing else bounds it. */
function whileOf({ target }: RunConfig, forMs: number): number {
  const { requestsPerSecond } = target.limits;
  return requestsPerSecond === undefined ? Infinity : (forMs / 1000) * requestsPerSecond;
}

function stepsOf(suites: readonly SuitePlan[], operations: ReadonlySet<string>): number {
  const steps = suites.flatMap(({ plan }) => plan.sequences.flatMap((sequence) => sequence.steps));
  return steps.filter(({ operation }) => operations.has(operation)).length;
}
