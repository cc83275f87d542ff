import { z } from 'zod';
import { suggestion, SettingsError } from './settings-error.ts';
import { SHORTEST_SECRET } from '../secrets/secret-forms.ts';
import type { Needed } from './settings-text.ts';
import { withoutEnd } from '../../spec/forms.ts';

/** An object with its known keys only; the error about an unknown key suggests the nearest known one. */
export function strict<T extends z.ZodRawShape>(shape: T) {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `is not a known key. ${suggestion(String(issue['keys']?.[0]), Object.keys(shape))}`.trim()
        : missingOr(issue.input, 'a mapping'),
  });
}

export const text = z
  .string({
    error: (issue) =>
      typeof issue.input === 'number' ? 'must be text: write it in quotes' : missingOr(issue.input, 'text'),
  })
  .min(1, 'must not be empty');

/** What goes into a header or a path as it is. */
export const ascii = (value: string | undefined): boolean =>
  value === undefined || /^[\x20-\x7e]+$/.test(value);
export const asciiOnly = 'must be ASCII text without line breaks, since it goes into an HTTP header';
export const headerText = text.refine(ascii, asciiOnly);

/** Headers that every request has of its own. */
const ownHeaders =
  /^(?:authorization|content-type|content-length|host|connection|transfer-encoding|user-agent|proxy-authorization)$/i;

/** The name of a further header. */
export const headerName = text
  .regex(/^[\w!#$%&'*+.^`|~-]+$/, 'must be the name of an HTTP header, as in Service-Version')
  .refine((name) => !ownHeaders.test(name), 'must be the name of a header of its own');

/** A word of ours may be as long. */
const longestWord = 20;

/** A key or a secret. One that occurs in other text by chance can't be kept out of files. */
export const secret = text
  .min(SHORTEST_SECRET, {
    error: `must have at least ${SHORTEST_SECRET} characters: a shorter one occurs in other text by chance and can't be kept out of reports`,
    abort: true,
  })
  .refine(
    (value) => value.length > longestWord || !/^(?:[A-Z]?[a-z]+|[A-Z]+)$/.test(value),
    "must not be a plain word: it occurs in other text and can't be kept out of reports",
  );
export const headerSecret = secret.refine(ascii, asciiOnly);

export const optionalText = z
  .string({ error: (issue) => missingOr(issue.input, 'text') })
  .transform((value) => (value === '' ? undefined : value))
  .optional();

export const dayMs = 86_400_000;

/** '250ms', '30s', '10m', '2h', '30d' to milliseconds, within a range. */
export const duration = (range: Range) =>
  z
    .union([text, z.number().transform(String)], {
      error: (issue) => missingOr(issue.input, 'a duration, as in 30s, 10m or 2h'),
    })
    .transform((value, context) => {
      const ms = durationMsOf(value);
      const message =
        ms === undefined ? `is not a duration: '${value}'. ${durationForm}` : outside(range, ms, value);
      if (ms !== undefined && message === undefined) return ms;
      context.addIssue({ code: 'custom', message: message ?? '' });
      return z.NEVER;
    });

export const address = text
  .refine((value) => /^https?:$/.test(urlOf(value)?.protocol ?? ''), 'must be an http:// or https:// address')
  .refine((value) => (urlOf(value)?.username ?? '') === '', 'must not hold a user name or password')
  .transform((value) => withoutEnd(value, '/'));

/** An address that paths are put behind. */
export const baseUrl = address.refine((value) => {
  const { search = '', hash = '' } = urlOf(value) ?? {};
  return search === '' && hash === '';
}, 'must not have a query or a fragment: paths are put behind it');

// A number may come from a variable, and then it is text.
export const number = z.union(
  [
    z.number(),
    z
      .string()
      .regex(/^\d+(\.\d+)?$/)
      .transform(Number),
  ],
  {
    error: (issue) => missingOr(issue.input, 'a number'),
  },
);
export const within = (range: Range) =>
  number.superRefine((value, context) => {
    const message = outside(range, value, value);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });
export const whole = (range: Range) => within(range).refine(Number.isInteger, 'must be a whole number');

// From a variable it is text.
export const trueOrFalse = z.union(
  [z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')],
  { error: (issue) => missingOr(issue.input, 'true or false') },
);
export const yesOrNo = trueOrFalse.optional();

/** Whether a text is a day of the calendar, YYYY-MM-DD. */
export function isDay(value: string): boolean {
  const at = new Date(`${value}T00:00:00Z`);
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value)
  );
}

export function missingOr(input: unknown, expected: string): string {
  return input === undefined || input === null ? 'is missing' : `must be ${expected}`;
}

function urlOf(value: string): URL | undefined {
  return URL.canParse(value) ? new URL(value) : undefined;
}

const unitMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** The form of a duration, for error messages. */
export const durationForm = 'Write 250ms, 30s, 10m, 2h or 30d';

/** '250ms', '30s', '10m', '2h', '30d' in milliseconds; undefined for any other text. */
export function durationMsOf(value: string): number | undefined {
  const [, count, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(value) ?? [];
  return count === undefined || unit === undefined
    ? undefined
    : Number(count) * unitMs[unit as keyof typeof unitMs];
}

/** A value that has a schema's form. Throws SettingsError that names the file and each key that is wrong, with its variable where that is `empty`. */
export function checked<T extends z.ZodType>(
  file: string,
  schema: T,
  value: unknown,
  path: readonly string[],
  empty: readonly Needed[] = [],
): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  // A misspelt key explains a missing one, so only the former is shown.
  const misspelt = issues.filter((issue) => issue.code === 'unrecognized_keys');
  const shown = misspelt.length > 0 ? misspelt : issues;
  // An empty text may break several rules of one key.
  const said = new Set(shown.map((issue) => described(issue, path, empty)));
  throw new SettingsError(`${file}: ${[...said].join('; ')}`);
}

/** What is wrong with a key, with its path. */
export function described(
  issue: z.core.$ZodIssue,
  path: readonly string[],
  empty: readonly Needed[] = [],
): string {
  const key = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const at = [...path, ...issue.path, ...key].join('.');
  const names = empty.filter((one) => one.path === at).map(({ name }) => name);
  if (names.length > 0)
    return `${at} needs the environment variable ${names.join(' and ')}, which is set, but empty: give it a value`;
  return `${at === '' ? 'the file' : at} ${issue.message}`;
}

/** The least and the most of a setting, as a person writes them. */
interface Range {
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
  journalMb: {
    least: '1',
    most: '7000',
    since: 'a journal holds each exchange, and none of more than 8 GB is read',
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
