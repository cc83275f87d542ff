import { z } from 'zod';
import { durationForm, durationMsOf } from './duration.ts';
import { suggestion } from './nearest.ts';
import { SHORTEST_SECRET } from '../secrets/secret-forms.ts';
import { outside, type Range } from './settings-ranges.ts';

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
  .transform((value) => value.replace(/\/+$/, ''));

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
