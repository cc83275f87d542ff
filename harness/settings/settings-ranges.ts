import { durationMsOf } from './duration.ts';

/** The least and the most of a setting, as a person writes them. */
export interface Range {
  readonly least: string;
  readonly most: string;
  /** Why no less, or no more. */
  readonly since: string;
}

/** What every number of the settings is held to. */
export const ranges = {
  timeout: {
    least: '1ms',
    most: '1d',
    since: 'a timer holds 24 days, and up to twenty of these waits are added up',
  },
  away: {
    least: '1ms',
    most: '1d',
    since: 'a timer holds 24 days, and up to twenty of these waits are added up',
  },
  deadline: {
    least: '1ms',
    most: '1d',
    since: 'a timer holds 24 days, and up to twenty of these waits are added up',
  },
  settle: {
    least: '1ms',
    most: '60s',
    since: 'each read that follows a change waits so long',
  },
  validity: {
    least: '1s',
    most: '3650d',
    since: 'an expiry is shown in whole seconds, and must be an instant that a clock can be moved to',
  },
  concurrency: {
    least: '1',
    most: '1000',
    since: 'each is a connection, and a process may have about a thousand open',
  },
  requestsPerSecond: {
    least: '0.001',
    most: '100000',
    since: 'below, a run would not end within days; above, no limit is noticed',
  },
  maxRequests: {
    least: '1',
    most: '1000000000',
    since: 'a run sends at least one request, and none sends more',
  },
  wrongKeys: {
    least: '0',
    most: '1000000000',
    since: 'it is a number of requests, and no run sends more',
  },
  amount: {
    least: '1',
    most: '1000000000000',
    since: 'an order costs at least a yen, and larger sums with two decimals are not exact in JSON',
  },
  port: { least: '0', most: '65535', since: 'ports are 16 bits' },
} as const satisfies Readonly<Record<string, Range>>;

/** What is wrong with a number or a duration in ms that is outside its range; undefined: nothing. `written`: as it stands in the file. */
export function outside(range: Range, value: number, written: unknown): string | undefined {
  const { least, most, since } = range;
  const [low, high] = [least, most].map((bound) => durationMsOf(bound) ?? Number(bound));
  if (value >= (low ?? 0) && value <= (high ?? 0)) return undefined;
  return `is ${String(written).slice(0, 40)}: it must be from ${least} to ${most}, since ${since}`;
}
