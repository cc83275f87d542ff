import { z } from 'zod';
import { contentInvalid, contentMissing, type Refusal } from './errors.ts';
import type { Metadata } from './records.ts';

/** Content that passed, or why it is refused. */
export type Content<T> = { readonly content: T } | { readonly refusal: Refusal };

function isMetadata(value: unknown): value is Metadata {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((one) => typeof one === 'string');
}

/** Pairs of text, as parsed: a copy would lose a pair named `__proto__`. */
export const metadata = z.custom<Metadata>(isMetadata, 'must be an object of text values');

/** The fields of an address; the rules decide which are required. */
export const address = z.object({
  line1: z.string().optional(),
  line2: z.string().optional(),
  city: z.string().optional(),
  state: z.string().optional(),
  zip: z.string(),
});

/** Reads a body as JSON; undefined text or broken JSON is missing content. */
export function parseJson(text: string): Content<unknown> {
  try {
    return { content: JSON.parse(text) as unknown };
  } catch {
    return { refusal: contentMissing(text === '' ? 'A JSON object is needed.' : 'The body is not JSON.') };
  }
}

/** Checks the shape of a body. A missing field has another title than a badly formatted one (resource, Errors). */
export function checkShape<T>(schema: z.ZodType<T>, body: unknown): Content<T> {
  const result = schema.safeParse(body);
  if (result.success) return { content: result.data };
  const issue = result.error.issues[0];
  const path = issue?.path ?? [];
  if (path.length === 0) return { refusal: contentMissing('The body must be a JSON object.') };
  const name = path.map(String).join('.');
  if (valueAt(body, path) === undefined) return { refusal: contentMissing(`${name} is missing.`) };
  return { refusal: contentInvalid(`${name}: ${issue?.message ?? 'badly formatted'}`) };
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  let value = body;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}
