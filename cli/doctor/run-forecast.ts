import type { Finding } from '../../harness/preflight/trouble.ts';
import { defaultRuns } from '../../harness/means/scope.ts';
import { duration } from '../../reports/timeline/duration.ts';
import { allClaims } from '../../suites/claims/all-claims.ts';
import { forecastOf } from '../../suites/explore/forecast.ts';
import { cacheFolder } from '../../suites/plans/plan-cache.ts';
import type { RunTime } from '../../suites/explore/run-time.ts';
import type { RunConfig } from '../../suites/run/run-config.ts';

/** What `certify` without options will take on a target. */
export interface RunForecast {
  /** About so many, without those that confirm what is found. */
  readonly requests: number;
  /** How long an answer takes, ms. */
  readonly latencyMs: number;
  /** Of the requests, on average. */
  readonly underWay: number;
  /** At most. */
  readonly limit: number;
  readonly ms: number;
  readonly by: RunTime['by'];
}

/** Forecasts a run by the latency that was measured. Undefined where it would send nothing. */
export function runForecast(config: RunConfig, latencyMs: number): RunForecast | undefined {
  const planCache = cacheFolder();
  const whole = { ...config, runs: defaultRuns, ...(planCache !== undefined && { planCache }) };
  const { requests, takes } = forecastOf(whole, allClaims, { latencyMs });
  if (takes === undefined || requests.about === undefined) return undefined;
  return { requests: requests.about, latencyMs, limit: config.target.limits.concurrency, ...takes };
}

/** The forecast as a line of `doctor`. */
export function forecastFinding({ requests, latencyMs, underWay, limit, ms, by }: RunForecast): Finding {
  const decides = {
    latency: `, and ${underWay.toFixed(1)} of ${limit} requests at once will be under way on average`,
    processor: ', so that our own processor decides',
    rate: ', and limits.requests_per_second decides',
  };
  return {
    part: 'run',
    verdict: 'well',
    text: `certify will send about ${rounded(requests)} requests and take about ${duration(rounded(ms))}: an answer takes ${duration(rounded(latencyMs))}${decides[by]}`,
  };
}

/** The same in `doctor --json`. */
export function forecastJson({ requests, latencyMs, underWay, limit, ms, by }: RunForecast): object {
  return {
    requests,
    latency_ms: Number(latencyMs.toFixed(1)),
    under_way: { average: Number(underWay.toFixed(1)), limit },
    ms: Math.round(ms),
    by,
  };
}

/** To three digits: more are not known. */
const rounded = (value: number): number => Number(value.toPrecision(3));
