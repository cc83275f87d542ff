import { legacyOperations, type LegacyOperationName } from '../../spec/operations.ts';
import { documentedVersion } from '../../spec/wire-variants.ts';
import { z } from 'zod';
import { checkoutSchema } from '../checkout/checkout-settings.ts';
import { dataSchema, fractionsIn, sumOf } from '../given/given-data.ts';
import { chaosOf } from '../../reference/webhooks/chaos.ts';
import {
  outside,
  ranges,
  strict,
  text,
  ascii,
  asciiOnly,
  headerName,
  headerText,
  secret,
  headerSecret,
  optionalText,
  dayMs,
  duration,
  address,
  baseUrl,
  within,
  whole,
  missingOr,
  trueOrFalse,
  yesOrNo,
  number,
} from './settings-forms.ts';
import { waySchema } from '../way/way-settings.ts';

const paymentId = text.regex(/^[\w.~-]+$/, 'must be the id of a payment, as in pay_1');
const line = strict({
  id: text.optional(),
  title: text.optional(),
  description: text.optional(),
  unit_price: number,
  quantity: number.refine(Number.isInteger, 'must be a whole number'),
});

const legacyLine = strict({
  item_id: text.optional(),
  title: text,
  amount: number,
  quantity: number.refine(Number.isInteger, 'must be a whole number'),
});

/** Payments of the legacy interface that were made elsewhere, each with the order that was authorized. */
const legacyPayments = z
  .array(
    strict({
      id: paymentId,
      amount: within(ranges.amount),
      lines: z
        .array(legacyLine, { error: (issue) => missingOr(issue.input, 'a list') })
        .min(1, 'must not be empty'),
      tax: number.optional(),
      shipping: number.optional(),
    }).superRefine((one, context) => {
      const sum = sumOf(one);
      if (!sum.eq(one.amount))
        context.addIssue({
          code: 'custom',
          path: ['amount'],
          message: `is ${one.amount}: lines, tax and shipping make ${sum.toFixed()}`,
        });
    }),
    { error: 'must be a list' },
  )
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'names a payment twice')
  .default([]);

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

/** Payments that were made elsewhere. */
const resourcePayments = z
  .array(
    strict({
      id: paymentId,
      amount: within(ranges.amount),
      lines: z
        .array(line, { error: (issue) => missingOr(issue.input, 'a list') })
        .min(1, 'must not be empty'),
    }),
    { error: 'must be a list' },
  )
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'names a payment twice')
  .default([]);

/** Tokens: ids, or mappings. */
const givenTokens = z
  .array(givenToken, { error: 'must be a list' })
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'names a token twice')
  .default([]);

/** As the PIN of a persona: a person reads it from a phone. */
export const askedPin = 'ask';

const persona = strict({ email: text, phone: text, test: trueOrFalse, pin: optionalText });

const legacyPath = text
  .startsWith('/', 'must start with /')
  .regex(/^[\x21-\x7e]+$/, 'must be ASCII text without blanks');

const paths = strict({
  authorize: legacyPath.optional(),
  update: legacyPath.optional(),
  close: legacyPath.optional(),
  capture: legacyPath.optional(),
  status: legacyPath.optional(),
  refund: legacyPath.optional(),
} satisfies Record<LegacyOperationName, z.ZodType>).superRefine((own, context) => {
  const given = new Map(Object.entries(own));
  const all = Object.entries(legacyOperations).map(
    ([operation, { path }]) => [operation, given.get(operation) ?? path] as const,
  );
  for (const [index, [operation, one]] of all.entries()) {
    const [other] = all.slice(0, index).find(([, before]) => before === one) ?? [];
    if (other !== undefined)
      context.addIssue({ code: 'custom', path: [operation], message: `is the path of ${other} too: ${one}` });
  }
});

const legacy = strict({
  base_url: baseUrl,
  authorize_path: legacyPath.optional(),
  paths: paths.default({}),
  payments: legacyPayments,
  api_key: headerSecret,
  secret,
  validity: duration(ranges.validity).default(30 * dayMs),
  personas: strict({
    approve: persona.optional(),
    pin: persona.optional(),
    reject: persona.optional(),
  })
    .superRefine(({ approve, reject }, context) => {
      for (const [name, one] of Object.entries({ approve, reject }))
        if (one?.pin === askedPin)
          context.addIssue({
            code: 'custom',
            path: [name, 'pin'],
            message: 'is ask: only the persona pin is asked for a PIN',
          });
    })
    .default({}),
}).refine(
  ({ authorize_path: one, paths: { authorize: other } }) => one === undefined || other === undefined,
  'names the path of authorize twice: as authorize_path and in paths',
);

const resource = strict({
  base_url: baseUrl,
  secret_key: headerSecret,
  public_key: optionalText.refine(ascii, asciiOnly),
  version: headerText.default(documentedVersion),
  version_header: headerName.default('Service-Version'),
  tokens: givenTokens,
  payments: resourcePayments,
});

const listen = text
  .regex(/^(\[[0-9a-f:]+\]|[^:\s]+):\d{1,9}$/i, 'must be HOST:PORT, as in 127.0.0.1:0')
  .superRefine((value, context) => {
    const port = value.slice(value.lastIndexOf(':') + 1);
    const message = outside(ranges.port, Number(port), port);
    if (message !== undefined) context.addIssue({ code: 'custom', message: `has a port that ${message}` });
  });

/** As a request has it, without what follows a question mark. */
const webhookPath = text
  .regex(/^\/[!-~]*$/, 'must begin with a slash, as in /hooks')
  .regex(/^[^?#]*$/, 'must hold no ? and no #');

const webhooks = strict({
  listen: listen.default('127.0.0.1:0'),
  public_url: optionalText.pipe(address.optional()),
  path: optionalText.pipe(webhookPath.optional()),
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
  // A restarted server is back within a minute.
  away: duration(ranges.away).default(60_000),
  journal_mb: whole(ranges.journalMb).optional(),
  amount: amount.default({ min: 100, max: 50_000 }),
});

/** What an entry that sets no limits has; a target that is not ours is treated with caution. */
export const usualLimits = limits.parse({});
export const cautiousLimits = limits.parse({ concurrency: 2, requests_per_second: 5, max_requests: 2000 });

const judging = {
  limits: limits.optional(),
  data: dataSchema,
  cleanup: yesOrNo,
  require_complete: yesOrNo,
  privacy: z.literal('strict', { error: 'must be strict, or be left out' }).optional(),
  profile: z
    .record(z.string(), text, { error: 'must be a mapping of open points to choices' })
    .nullish()
    .transform((value) => value ?? {}),
  known_deviations: z
    .array(strict({ requirement: text, because: text, since: text }), { error: 'must be a list' })
    .nullish()
    .transform((value) => value ?? []),
};

/** Amounts that are given can't have fractions where the target takes none. */
function isWhole(target: Parameters<typeof fractionsIn>[0], context: z.core.$RefinementCtx): void {
  for (const path of fractionsIn(target))
    context.addIssue({
      code: 'custom',
      path: [...path],
      message: 'must be a whole number, since data.whole_amounts is true',
    });
}

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
}).superRefine(isWhole);

const remote = strict({
  kind: z.literal('remote'),
  legacy: legacy.optional(),
  resource: resource.optional(),
  webhooks: webhooks.optional(),
  control: control.optional(),
  checkout: checkoutSchema.optional(),
  ...waySchema,
  live: z
    .union([z.literal(true), z.literal('true').transform(() => true as const), z.literal('accepted')], {
      error: 'must be true (it is real money) or accepted (and it may be spent), or be left out',
    })
    .optional(),
  cautious: yesOrNo,
  ...judging,
})
  .refine(
    (target) => target.legacy !== undefined || target.resource !== undefined,
    'claims no interface: give it a legacy or a resource block',
  )
  .superRefine(isWhole);

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

/** The file with all its entries, as an editor knows it. */
export const targetsFileSchema = strict({
  default: text.optional(),
  targets: z.record(z.string(), targetSchema),
});

export type TargetSettings = z.output<typeof targetSchema>;
