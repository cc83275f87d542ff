import { z } from 'zod';
import { sumOf } from './given-settings.ts';
import { missingOr, number, strict, text, within } from '../settings/settings-forms.ts';
import { ranges } from '../settings/settings-ranges.ts';

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
export const legacyPayments = z
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
export const resourcePayments = z
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
export const givenTokens = z
  .array(givenToken, { error: 'must be a list' })
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'names a token twice')
  .default([]);
