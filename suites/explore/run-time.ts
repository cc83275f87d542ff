import { holdsAlone, type Claim } from '../run/claim.ts';
import type { RunConfig } from '../run/run-config.ts';
import { lanesOf } from '../workers/lanes.ts';

/** About so many requests a claim takes: for its plan, and for all the rest. */
export interface ClaimRequests {
  readonly claim: Claim;
  readonly planned: number;
  readonly others: number;
}

/** How long a run takes, about. */
export interface RunTime {
  readonly ms: number;
  /** Requests that are under way on average, as far as their answers are waited for. */
  readonly underWay: number;
  /** What decides: how long answers take, our own processor, or the rate that the settings allow. */
  readonly by: 'latency' | 'processor' | 'rate';
}

/**
 * What runs of the built-in server took on two cores, on loopback and behind a relay. Adjust these where a run has become faster or slower:
 * `npm run bench:distance -- --forecast` prints what was forecast beside what it took.
 */
const measured = {
  /** To start, to plan, and to write the reports, ms. */
  aroundMs: 7000,
  /** Of a processor, for each request: to send, judge and write it. On loopback nothing else takes time. */
  oursMs: 1.6,
  /** What procedures take in real time, ms: a browser in the checkout, and answers that come late on purpose, by how far the target is away. */
  checkoutMs: (latencyMs: number) => 2200 + 36 * latencyMs,
  passageMs: (latencyMs: number) => Math.min(27_000, 7000 + 660 * latencyMs),
  /** How many requests of one claim are under way on average where so many may be. */
  underWay: {
    /** Sequences that hold the target alone wait for one another each time that its clock is moved. */
    alone: (most: number) => 0.76 * most ** 0.36,
    /** What shows requirements first has few sequences at once. */
    planned: (most: number) => Math.min(most, 5),
    /** Batches end. */
    others: (most: number) => 0.92 * most,
    /** A race waits for its slowest request, and for those behind it. */
    races: (most: number) => 0.3 * most,
  },
} as const;

/**
 * How long a run takes: requests × latency ÷ requests under way, claims of a lane one after another, lanes side by side, and what holds a target alone
 * behind them. No less than our own processor needs, and than the rate allows.
 */
export function runTime(
  config: Pick<RunConfig, 'target' | 'maxRequests' | 'only'>,
  all: readonly ClaimRequests[],
  latencyMs: number,
): RunTime {
  const { limits, kind } = config.target;
  const isOurs = kind === 'embedded';
  const claims = all.map(({ claim }) => claim);
  const lanes = lanesOf(config, claims, isOurs).map((lane) => ({
    most: lane.share?.concurrency ?? limits.concurrency,
    own: all.filter(({ claim }) => lane.claims.includes(claim)),
  }));
  const isAlone = ({ claim }: ClaimRequests): boolean => !isOurs && holdsAlone(claim);
  const alone = lanes.map(({ own, most }) =>
    sum(own.filter(isAlone).map((one) => claimMs(one, most, latencyMs))),
  );
  const beside = lanes.map(({ own, most }) =>
    sum(own.filter((one) => !isAlone(one)).map((one) => claimMs(one, most, latencyMs))),
  );
  const requests = sum(all.map(requestsOf));
  const waitingMs = Math.max(0, ...beside);
  const busyMs = sum(
    all
      .filter((one) => !isAlone(one))
      .map((one) => requestsOf(one) * measured.oursMs + (isOurs ? 0 : realMs(one, latencyMs))),
  );
  const aloneMs = sum(alone);
  const rateMs = limits.requestsPerSecond === undefined ? 0 : (1000 * requests) / limits.requestsPerSecond;
  const longest = Math.max(Math.max(waitingMs, busyMs) + aloneMs, rateMs);
  const ms = longest + measured.aroundMs;
  const by = longest === rateMs ? 'rate' : busyMs > waitingMs && busyMs > aloneMs ? 'processor' : 'latency';
  return { ms, by, underWay: (requests * latencyMs) / ms };
}

/** All that a claim sends. */
export function requestsOf({ planned, others }: ClaimRequests): number {
  return planned + others;
}

function claimMs(one: ClaimRequests, most: number, latencyMs: number): number {
  const { planned, others } = one;
  const { kind, machine } = one.claim;
  const { underWay } = measured;
  const ms = (requests: number, atOnce: number): number =>
    requests * Math.max(measured.oursMs, latencyMs / Math.max(1, atOnce));
  if (kind === 'races') return ms(others, underWay.races(most));
  if (machine === undefined) return realMs(one, latencyMs) + ms(others, 1);
  if (machine.exclusive) return ms(planned + others, underWay.alone(most));
  return ms(planned, underWay.planned(most)) + ms(others, underWay.others(most));
}

/** What a claim takes in real time, however fast the target is. */
function realMs({ claim: { needs } }: ClaimRequests, latencyMs: number): number {
  if (needs.includes('passage')) return measured.passageMs(latencyMs);
  return needs.includes('checkout') ? measured.checkoutMs(latencyMs) : 0;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
