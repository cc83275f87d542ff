import { liveSigns } from '../../harness/preflight/live.ts';
import { pluralize, plain } from '../../reports/words/plain.ts';
import { duration } from '../../reports/timeline/duration.ts';
import type { Target } from '../../harness/settings/settings.ts';
import type { Claim } from '../../suites/run/claim.ts';
import { type Forecast, forecastOf } from '../../suites/explore/forecast.ts';
import type { RunConfig } from '../../suites/run/run-config.ts';
import { stderr } from '../command/terminal.ts';

/** Says on standard error what a run will do to its target. */
export function printForecast(
  config: RunConfig,
  claims: readonly Claim[],
  options: { readonly forMs?: number } = {},
): void {
  stderr.text(forecastText(config, forecastOf(config, claims, options)));
}

/** A run that takes longer is announced, ms. */
const longMs = 600_000;
/** About so many requests a default run has: whether it is long is reckoned with these, since a plan takes seconds. */
const usualRequests = 20_000;

/** Says on standard error how long a run will take that takes long, by how long an answer took and the rate that is allowed. */
export function printLongRun(config: RunConfig, claims: readonly Claim[]): void {
  const { answerMs: latencyMs, target } = config;
  if (latencyMs === undefined) return;
  const { concurrency, requestsPerSecond = Infinity } = target.limits;
  if (usualRequests * Math.max(latencyMs / concurrency, 1000 / requestsPerSecond) < longMs) return;
  const { requests, takes } = forecastOf(config, claims, { latencyMs });
  if (takes === undefined || takes.ms < longMs || requests.about === undefined) return;
  const why =
    takes.by === 'rate'
      ? `at most ${requestsPerSecond} a second`
      : `an answer takes ${duration(latencyMs)}, and at most ${concurrency} requests go at once`;
  stderr.text(
    `${plain(target.name)}: about ${requests.about} requests, which will take about ${duration(takes.ms)}: ${why}. With --max-requests it takes less.`,
  );
}

/** The forecast as text for people. */
export function forecastText(
  { target }: Pick<RunConfig, 'target'>,
  { requests, planned, payments, refunds, wrongKeys, leastMs }: Forecast,
): string {
  const { limits } = target;
  const signs = liveSigns(target);
  const what =
    signs.length > 0 ? `is REAL MONEY (${signs.join(', ')})` : 'is not ours, and is treated with caution';
  const often =
    limits.requestsPerSecond === undefined ? '' : `, at most ${limits.requestsPerSecond} a second`;
  // How long an answer takes is not known before the first request.
  const time =
    leastMs === undefined
      ? '; payproof doctor says how long that takes'
      : `: about ${duration(leastMs)} or longer`;
  const lines = [
    ['requests', requestsText(requests, planned)],
    ['at once', `${limits.concurrency}${often}${time}`],
    ['payments', aboutText(payments)],
    ['refunds', `${aboutText(refunds)}, refused ones included`],
    ['tokens', tokensText(target)],
    [
      'wrong keys',
      wrongKeys === undefined ? 'as many as it takes' : `at most ${pluralize(wrongKeys, 'attempt')}`,
    ],
    ...(target.cleanup === true ? [['at the end', 'what is open is closed, and captures are refunded']] : []),
  ];
  return [
    `${plain(target.name)} ${what}. This run will send it:`,
    ...lines.map(([name = '', text = '']) => `  ${name.padEnd(11)} ${text}`),
  ].join('\n');
}

function aboutText(count: number | undefined): string {
  return count === undefined ? 'as many as it takes' : `about ${count}`;
}

function requestsText({ about, most }: Forecast['requests'], planned: number): string {
  if (most === undefined)
    return `${aboutText(about)}, and more to confirm what is found; limits.max_requests would bound them`;
  if (about !== undefined && about < most) return `about ${about}, at most ${most}`;
  return `at most ${most}${planned > most ? `; the plan alone takes ${planned}, so that requirements stay untested` : ''}`;
}

function tokensText({ resource, control }: Target): string {
  if (resource === undefined) return 'none';
  const { tokens, spendable = [] } = resource;
  const given = tokens.length + spendable.length;
  const spent = spendable.length === 0 ? '' : `, ${spendable.length} of which may be deleted`;
  const issued = control === undefined ? '' : ', and those that its control issues';
  return `${given} of the settings${spent}${issued}`;
}
