import { z } from 'zod';
import { chaosOf } from '../reference/webhooks/chaos.ts';
import { durationForm, durationMsOf } from './duration.ts';
import { suggestion } from './nearest.ts';

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

const optionalText = z
  .string({ error: (issue) => missingOr(issue.input, 'text') })
  .transform((value) => (value === '' ? undefined : value))
  .optional();

const dayMs = 86_400_000;

/** '250ms', '30s', '10m', '2h', '30d' to milliseconds. */
const durationMs = z.union([text, z.number().transform(String)]).transform((value, context) => {
  const ms = durationMsOf(value);
  if (ms !== undefined) return ms;
  context.addIssue({ code: 'custom', message: `is not a duration: '${value}'. ${durationForm}` });
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
const positive = number.refine((value) => value > 0, 'must be above 0');
const count = positive.refine(Number.isInteger, 'must be a whole number');

const persona = strict({ email: text, phone: text, test: z.boolean(), pin: optionalText });

const legacy = strict({
  base_url: baseUrl,
  authorize_path: text.startsWith('/', 'must start with /').default('/pay/authorize'),
  api_key: text,
  secret: text,
  validity: durationMs.default(30 * dayMs),
  personas: strict({
    approve: persona.optional(),
    pin: persona.optional(),
    reject: persona.optional(),
  }).default({}),
});

const resource = strict({
  base_url: baseUrl,
  secret_key: text,
  public_key: optionalText,
  version: text.default('2018-04-10'),
  tokens: z.array(text).default([]),
});

const listen = text.regex(/^(\[[0-9a-f:]+\]|[^:\s]+):\d{1,5}$/i, 'must be HOST:PORT, as in 127.0.0.1:0');

const webhooks = strict({
  listen: listen.default('127.0.0.1:0'),
  public_url: optionalText.pipe(baseUrl.optional()),
  deadline: durationMs.optional(),
});

const control = strict({ url: baseUrl, key: optionalText });

const amount = strict({ min: positive, max: positive }).refine(
  ({ min, max }) => min <= max,
  'has min above max',
);

const limits = strict({
  concurrency: count.default(8),
  requests_per_second: positive.optional(),
  timeout: durationMs.default(10_000),
  amount: amount.default({ min: 100, max: 50_000 }),
});

const judging = {
  limits: limits.prefault({}),
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
