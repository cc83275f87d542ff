import { z } from 'zod';
import { chaosOf } from '../reference/webhooks/chaos.ts';
import { durationForm, durationMsOf } from './duration.ts';
import { suggestion } from './nearest.ts';
import { SHORTEST_SECRET } from './redact.ts';
import { outside, type Range, ranges } from './settings-ranges.ts';

/** An object with its known keys only; the error about an unknown key suggests the nearest known one. */
function strict<T extends z.ZodRawShape>(shape: T) {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `is not a known key. ${suggestion(String(issue['keys']?.[0]), Object.keys(shape))}`.trim()
        : missingOr(issue.input, 'a mapping'),
  });
}

const text = z
  .string({
    error: (issue) =>
      typeof issue.input === 'number' ? 'must be text: write it in quotes' : missingOr(issue.input, 'text'),
  })
  .min(1, 'must not be empty');

/** What goes into a header or a path as it is. */
const ascii = (value: string | undefined): boolean => value === undefined || /^[\x20-\x7e]+$/.test(value);
const asciiOnly = 'must be ASCII text without line breaks, since it goes into an HTTP header';
const headerText = text.refine(ascii, asciiOnly);

/** A word of ours may be as long. */
const longestWord = 20;

/** A key or a secret. One that occurs in other text by chance can't be kept out of files. */
const secret = text
  .min(SHORTEST_SECRET, {
    error: `must have at least ${SHORTEST_SECRET} characters: a shorter one occurs in other text by chance and can't be kept out of reports`,
    abort: true,
  })
  .refine(
    (value) => value.length > longestWord || !/^(?:[A-Z]?[a-z]+|[A-Z]+)$/.test(value),
    "must not be a plain word: it occurs in other text and can't be kept out of reports",
  );
const headerSecret = secret.refine(ascii, asciiOnly);

const optionalText = z
  .string({ error: (issue) => missingOr(issue.input, 'text') })
  .transform((value) => (value === '' ? undefined : value))
  .optional();

const dayMs = 86_400_000;

/** '250ms', '30s', '10m', '2h', '30d' to milliseconds, within a range. */
const duration = (range: Range) =>
  z.union([text, z.number().transform(String)]).transform((value, context) => {
    const ms = durationMsOf(value);
    const message =
      ms === undefined ? `is not a duration: '${value}'. ${durationForm}` : outside(range, ms, value);
    if (ms !== undefined && message === undefined) return ms;
    context.addIssue({ code: 'custom', message: message ?? '' });
    return z.NEVER;
  });

const baseUrl = text
  .refine((value) => /^https?:$/.test(urlOf(value)?.protocol ?? ''), 'must be an http:// or https:// address')
  .refine((value) => (urlOf(value)?.username ?? '') === '', 'must not hold a user name or password')
  .transform((value) => value.replace(/\/+$/, ''));

// A number may come from a variable, and then it is text.
const number = z.union(
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
const within = (range: Range) =>
  number.superRefine((value, context) => {
    const message = outside(range, value, value);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });
const whole = (range: Range) => within(range).refine(Number.isInteger, 'must be a whole number');

const persona = strict({ email: text, phone: text, test: z.boolean(), pin: optionalText });

const legacy = strict({
  base_url: baseUrl,
  authorize_path: text
    .startsWith('/', 'must start with /')
    .regex(/^[\x21-\x7e]+$/, 'must be ASCII text without blanks')
    .default('/pay/authorize'),
  api_key: headerSecret,
  secret,
  validity: duration(ranges.validity).default(30 * dayMs),
  personas: strict({
    approve: persona.optional(),
    pin: persona.optional(),
    reject: persona.optional(),
  }).default({}),
});

const tokenId = text.regex(/^[\w.~-]+$/, 'must be the id of a token, as in tok_1');
const spendable = strict({
  id: tokenId,
  spend: z.boolean({ error: (issue) => missingOr(issue.input, 'true or false') }),
});

/** An id, or a mapping that says what the suite may do with the token. */
const givenToken = z.unknown().transform((value, context) => {
  const isMapping = typeof value === 'object' && value !== null;
  const parsed = isMapping ? spendable.safeParse(value) : tokenId.safeParse(value);
  if (!parsed.success) {
    const { issues } = parsed.error;
    // A misspelt key explains a missing one.
    const misspelt = issues.filter((issue) => issue.code === 'unrecognized_keys');
    for (const { path, message, ...issue } of misspelt.length > 0 ? misspelt : issues) {
      const key = 'keys' in issue ? issue.keys.slice(0, 1) : [];
      context.addIssue({ code: 'custom', path: [...path, ...key], message });
    }
    return z.NEVER;
  }
  return typeof parsed.data === 'string' ? { id: parsed.data, spend: false } : parsed.data;
});

const resource = strict({
  base_url: baseUrl,
  secret_key: headerSecret,
  public_key: optionalText.refine(ascii, asciiOnly),
  version: headerText.default('2018-04-10'),
  tokens: z
    .array(givenToken)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'names a token twice')
    .default([]),
});

const listen = text
  .regex(/^(\[[0-9a-f:]+\]|[^:\s]+):\d{1,9}$/i, 'must be HOST:PORT, as in 127.0.0.1:0')
  .superRefine((value, context) => {
    const port = value.slice(value.lastIndexOf(':') + 1);
    const message = outside(ranges.port, Number(port), port);
    if (message !== undefined) context.addIssue({ code: 'custom', message: `has a port that ${message}` });
  });

const webhooks = strict({
  listen: listen.default('127.0.0.1:0'),
  public_url: optionalText.pipe(baseUrl.optional()),
  deadline: duration(ranges.deadline).optional(),
});

const control = strict({ url: baseUrl, key: optionalText.pipe(headerSecret.optional()) });

const amount = strict({ min: within(ranges.amount), max: within(ranges.amount) }).refine(
  ({ min, max }) => min <= max,
  'has min above max',
);

const limits = strict({
  concurrency: whole(ranges.concurrency).default(8),
  requests_per_second: within(ranges.requestsPerSecond).optional(),
  max_requests: whole(ranges.maxRequests).optional(),
  wrong_keys: whole(ranges.wrongKeys).optional(),
  timeout: duration(ranges.timeout).default(10_000),
  away: duration(ranges.away).optional(),
  amount: amount.default({ min: 100, max: 50_000 }),
});

/** What an entry that sets no limits has; a target that is not ours is treated with caution. */
export const usualLimits = limits.parse({});
export const cautiousLimits = limits.parse({ concurrency: 2, requests_per_second: 5, max_requests: 2000 });

// From a variable it is text.
const yesOrNo = z
  .union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')], {
    error: 'must be true or false',
  })
  .optional();

const judging = {
  limits: limits.optional(),
  cleanup: yesOrNo,
  privacy: z.literal('strict', { error: 'must be strict, or be left out' }).optional(),
  profile: z
    .record(z.string(), text)
    .nullish()
    .transform((value) => value ?? {}),
  known_deviations: z
    .array(strict({ requirement: text, because: text, since: text }))
    .nullish()
    .transform((value) => value ?? []),
};

/** `delay=3s,duplicate=0.5,reorder`. */
const chaos = text.transform((value, context) => {
  try {
    return chaosOf(value);
  } catch (error) {
    context.addIssue({
      code: 'custom',
      message: `is wrong: ${(error as RangeError).message}`,
    });
    return z.NEVER;
  }
});

const embedded = strict({
  kind: z.literal('embedded'),
  webhooks: webhooks.prefault({}),
  chaos: chaos.optional(),
  ...judging,
});

const remote = strict({
  kind: z.literal('remote'),
  legacy: legacy.optional(),
  resource: resource.optional(),
  webhooks: webhooks.optional(),
  control: control.optional(),
  live: z
    .union([z.literal(true), z.literal('true').transform(() => true as const), z.literal('accepted')], {
      error: 'must be true (it is real money) or accepted (and it may be spent), or be left out',
    })
    .optional(),
  cautious: yesOrNo,
  ...judging,
}).refine(
  (target) => target.legacy !== undefined || target.resource !== undefined,
  'claims no interface: give it a legacy or a resource block',
);

/** One entry under `targets`. */
export const targetSchema = z.discriminatedUnion('kind', [embedded, remote], {
  error: (issue) => (issue.code === 'invalid_union' ? 'must be embedded or remote' : 'must be a mapping'),
});

/** The file as a whole; its entries are checked one by one, since only the chosen one must be complete. */
export const fileSchema = strict({
  default: text.optional(),
  targets: z.record(z.string(), z.unknown(), {
    error: (issue) => missingOr(issue.input, 'a mapping of targets'),
  }),
});

export type TargetSettings = z.output<typeof targetSchema>;

function missingOr(input: unknown, expected: string): string {
  return input === undefined || input === null ? 'is missing' : `must be ${expected}`;
}

function urlOf(value: string): URL | undefined {
  return URL.canParse(value) ? new URL(value) : undefined;
}
