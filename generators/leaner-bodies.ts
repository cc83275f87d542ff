import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { Json } from '../engine/model.ts';
import { at, isObject } from '../models/checks.ts';
import { FIRST, fieldsOf } from './malformed.ts';

export type JsonObject = { readonly [key: string]: Json };

/** Makes one change to a body, after which less is in it. */
export type Leaner = (body: JsonObject) => JsonObject;

/**
 * Each field of a request schema that may be left out, left out of a body wherever it is, in the order of the schema. What holds it stays
 * valid where it was: of fields of which one is needed, the last stays. `kept`: optional fields that stay.
 */
export function withoutOptional(schema: z.ZodType, kept: readonly string[] = []): readonly Leaner[] {
  const fields = [...fieldsOf(schema, [])];
  return fields.flatMap(({ path, required }) => {
    if (required || path.at(-1) === FIRST || kept.includes(path.join('.'))) return [];
    const holder = path.slice(0, -1);
    const within = fields.find((one) => isDeepStrictEqual(one.path, holder))?.inner;
    return (body: JsonObject) => {
      const less = without(body, path) as JsonObject;
      const isValid = (whole: JsonObject) => within?.safeParse(at(whole, holder)).success === true;
      return isValid(body) && !isValid(less) ? body : less;
    };
  });
}

/** The list at a path without one of its elements, the last first, for lists of up to `most`. The first element stays. */
export function withoutElements(path: readonly string[], most: number): readonly Leaner[] {
  return Array.from({ length: most - 1 }, (_, nth) => most - 1 - nth).map((index) => (body: JsonObject) => {
    const list: unknown = at(body, path);
    return Array.isArray(list) && index < list.length
      ? withValue(body, path, list.toSpliced(index, 1) as Json)
      : body;
  });
}

/** Each of these fields of an object of the body with a plain value, where the body has it. */
export function withPlain(path: readonly string[], plain: JsonObject): readonly Leaner[] {
  return Object.entries(plain).map(([name, value]) => {
    const here = [...path, name];
    return (body: JsonObject) => (at(body, here) === undefined ? body : withValue(body, here, value));
  });
}

/** The body with another value where the path leads, which has no lists in it. */
export function withValue(
  body: JsonObject,
  [name = '', ...rest]: readonly string[],
  value: Json,
): JsonObject {
  const held = body[name];
  if (rest.length === 0) return { ...body, [name]: value };
  return isObject(held) ? { ...body, [name]: withValue(held, rest, value) } : body;
}

function without(body: Json, [name = '', ...rest]: readonly string[]): Json {
  if (name === FIRST)
    return Array.isArray(body) ? (body as readonly Json[]).map((one) => without(one, rest)) : body;
  if (!isObject(body)) return body;
  const { [name]: held, ...others } = body;
  if (held === undefined) return body;
  return rest.length === 0 ? others : { ...body, [name]: without(held, rest) };
}
