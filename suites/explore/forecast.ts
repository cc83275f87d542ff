import { meansOf } from '../../harness/means/means.ts';
import { isClaimSelected } from '../claims/selected.ts';
import type { Claim } from '../run/claim.ts';
import { mostRequests, type RunConfig } from '../run/run-config.ts';
import { claimsOfShard } from '../shards/division.ts';
import { shareOf } from '../shards/part-of.ts';
import { requestsOf, runTime, type ClaimRequests, type RunTime } from './run-time.ts';
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
  /** About so long, where it is known how long an answer takes. */
  readonly takes?: RunTime;
}

const makers: ReadonlySet<string> = new Set(['authorize', 'create', 'issue-payment']);
const refunds: ReadonlySet<string> = new Set(['refund']);

/** Of what takes requests where nothing is planned, such as notifications alone. */
const usualShare = 0.3;

/**
 * What a machine takes beside its plan, about: for each random sequence, with the reads that follow it, and once for what these leave untried and what
 * stands in tables. Measured on the built-in server.
 */
const beyondPlan: Readonly<
  Record<string, { readonly perSequence: number; readonly once: number; readonly onceAlone: number }>
> = {
  legacy: { perSequence: 23.8, once: 1070, onceAlone: 680 },
  'resource-payments': { perSequence: 18.9, once: 610, onceAlone: 415 },
  'resource-tokens': { perSequence: 14.6, once: 570, onceAlone: 0 },
};
/** Sequences that hold the target alone try no refusals, which makes them short. */
const aloneShare = 0.53;
/** With fewer requests for a run, nothing is tried that stands in tables. */
const leastForTables = 6000;
/** Of a race, with the requests before and after it. */
const perRace = 4.7;
/** Of a procedure. */
const perProcedure = 10;

/**
 * Computes the forecast from the plan of a run; what is random is expected to be like on the built-in server. `forMs`: of a night. `latencyMs`: how long an
 * answer takes, for the time that the run will take. Sends nothing.
 */
export function forecastOf(
  config: RunConfig,
  claims: readonly Claim[],
  { forMs, latencyMs }: { readonly forMs?: number; readonly latencyMs?: number | undefined } = {},
): Forecast {
  const ofShard = claimsOfShard(config, claims);
  const suites = planSuites(config, ofShard);
  const all = requestsByClaim(config, ofShard, suites);
  const whole = suites.reduce((sum, suite) => sum + suite.plan.requests, 0);
  const planned = Math.round(all.reduce((sum, one) => sum + one.planned, 0));
  const { requestsPerSecond, wrongKeys } = config.target.limits;
  const most = mostRequests(config);
  const expected = all.reduce((sum, one) => sum + requestsOf(one), 0);
  // Suites without a plan take requests too.
  const unbounded = forMs === undefined ? expected || Infinity : whileOf(config, forMs);
  const about = Math.round(Math.min(most, unbounded));
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
    ...(latencyMs !== undefined &&
      isKnown && { takes: runTime(config, all.map(scaledBy(Math.min(1, about / expected))), latencyMs) }),
  };
}

/** About how many requests each claim takes, of those that the target has the means for. */
function requestsByClaim(
  config: RunConfig,
  claims: readonly Claim[],
  suites: readonly SuitePlan[],
): readonly ClaimRequests[] {
  const { target, capabilities, only, runs } = config;
  const means = meansOf(target, capabilities, config);
  const hasTables = runs > 0 && mostRequests(config) >= leastForTables;
  const isChecked = (claim: Claim): boolean =>
    isClaimSelected(claim, only) && claim.needs.every((one) => means.has(one));
  return claims.filter(isChecked).map((claim) => {
    const share = shareOf(config, claim);
    const planned = share * (suites.find((suite) => suite.claim === claim)?.plan.requests ?? 0);
    const { kind, machine, sequences } = claim;
    const beyond = machine && beyondPlan[machine.machine];
    if (machine === undefined || beyond === undefined) {
      const each = kind === 'races' ? perRace : perProcedure;
      return {
        claim,
        planned,
        others: kind === 'reproductions' ? 0 : share * each * (sequences?.(config) ?? 1),
      };
    }
    const { exclusive, notifications } = machine;
    const random = beyond.perSequence * (exclusive ? aloneShare : 1) * (sequences?.(config) ?? 0);
    const once = exclusive ? beyond.onceAlone : notifications ? 0 : beyond.once;
    return { claim, planned, others: share * (random + (hasTables ? once : 0)) };
  });
}

const scaledBy =
  (part: number) =>
  ({ claim, planned, others }: ClaimRequests): ClaimRequests => ({
    claim,
    planned: part * planned,
    others: part * others,
  });

/** Requests that a night has time for; as fast as the target answers where nothing else bounds it. */
function whileOf({ target }: RunConfig, forMs: number): number {
  const { requestsPerSecond } = target.limits;
  return requestsPerSecond === undefined ? Infinity : (forMs / 1000) * requestsPerSecond;
}

function stepsOf(suites: readonly SuitePlan[], operations: ReadonlySet<string>): number {
  const steps = suites.flatMap(({ plan }) => plan.sequences.flatMap((sequence) => sequence.steps));
  return steps.filter(({ operation }) => operations.has(operation)).length;
}
