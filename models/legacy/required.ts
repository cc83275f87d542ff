import { z } from 'zod';
import { authorizeRequest } from '../../spec/legacy/authorize.ts';
import { at } from '../checks.ts';

/**
 * Required fields that execution can do without, since consumer, order and total are known without them. The document demands them, but
 * calls bad only a request that cannot be executed (legacy, Errors). A missing part of a checksum may count as an empty text.
 */
const details: ReadonlySet<string> = new Set([
  'buyer.name',
  'buyer.name2',
  'buyer.address',
  'buyer.address.address2',
  'buyer.address.address3',
  'buyer.address.address4',
  'buyer.address.postal_code',
  'order.items',
  'order.items.item_id',
  'order.items.title',
  'order.items.amount',
  'order.items.quantity',
  'merchant_data',
  ...Object.keys(authorizeRequest.shape.merchant_data.shape).map((name) => `merchant_data.${name}`),
]);

/**
 * Whether a body lacks a required field that its execution needs. A value of a wrong type is not missing: a server may convert it.
 */
export function lacksRequired(schema: z.ZodType): (body: unknown) => boolean {
  return (body) => missingFrom(schema, body).some((name) => !details.has(name));
}

/** Whether a body lacks a required field that its execution can do without. */
export function lacksDetail(schema: z.ZodType, body: unknown): boolean {
  return missingFrom(schema, body).some((name) => details.has(name));
}

/** The names of the required fields that are not there, without list positions. */
function missingFrom(schema: z.ZodType, body: unknown): readonly string[] {
  const parsed = schema.safeParse(body);
  if (parsed.success) return [];
  return parsed.error.issues.flatMap(({ path }) => {
    const names = path.map(String);
    const field = fieldAt(schema, names);
    const lacking = at(body, names) === undefined || (holdsFields(field.inner) && !field.optional);
    return lacking ? [path.filter((name) => typeof name !== 'number').join('.')] : [];
  });
}

/** Another value in place of an object or a list lacks all the fields that it requires. */
function holdsFields(schema: z.ZodType): boolean {
  if (schema instanceof z.ZodArray) return holdsFields(schema.element as z.ZodType);
  return schema instanceof z.ZodObject;
}

interface Field {
  readonly inner: z.ZodType;
  readonly optional: boolean;
}

/** The schema at a path, and whether the value may be left out. */
export function fieldAt(schema: z.ZodType, path: readonly string[]): Field {
  const optional = schema instanceof z.ZodOptional;
  const inner = optional ? (schema.unwrap() as z.ZodType) : schema;
  const [name, ...rest] = path;
  if (name === undefined) return { inner, optional };
  if (inner instanceof z.ZodObject)
    return fieldAt((inner.shape as Record<string, z.ZodType>)[name] ?? z.unknown(), rest);
  if (inner instanceof z.ZodArray) return fieldAt(inner.element as z.ZodType, rest);
  return { inner: z.unknown(), optional: true };
}

/** Whether a body lacks its payment_id, or has another value in its place. */
export function lacksPaymentId(body: unknown): boolean {
  const id = at(body, ['payment_id']);
  return typeof id !== 'string' || id === '';
}
