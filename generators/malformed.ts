import { z } from 'zod';
import type { Json } from '../engine/model.ts';

/** One way to spoil a well-formed body, derived from its schema. */
export interface Malformation {
  /** `order.items[].quantity missing` */
  readonly name: string;
  /** Where: `order.items[].quantity`; an array stands for its first element. */
  readonly path: string;
  /** `type` puts a value that no coercion turns into the right one. */
  readonly kind: 'missing' | 'null' | 'type' | 'empty';
  /** Whether the schema demands the field, given that what holds it is there. */
  readonly required: boolean;
  /** The spoilt body; the one given stays as it is. */
  apply(body: Json): Json;
}

const FIRST = '[]';

/**
 * All malformations of an object schema: each field missing, null, of another type and empty, in the order of the schema.
 * Arrays are entered by their first element, records are not entered.
 */
export function malformations(schema: z.ZodType): readonly Malformation[] {
  return [...fieldsOf(schema, [])].flatMap(({ path, inner, required }) => {
    const name = pathName(path);
    const make = (
      kind: Malformation['kind'],
      change: (at: Holder, key: string | number) => void,
    ): Malformation => ({
      name: `${name} ${kind === 'type' ? 'of another type' : kind}`,
      path: name,
      kind,
      required,
      apply: (body) => changed(body, path, change),
    });
    const put = (value: Json) => (at: Holder, key: string | number) => {
      at[key] = structuredClone(value) as Mutable;
    };
    const empty = emptyOf(inner);
    return [
      make('missing', (at, key) => {
        if (typeof key === 'string') delete at[key];
      }),
      make('null', put(null)),
      make('type', put(otherType(inner))),
      ...(empty === undefined ? [] : [make('empty', put(empty))]),
    ];
  });
}

interface Field {
  readonly path: readonly string[];
  readonly inner: z.ZodType;
  readonly required: boolean;
}

function* fieldsOf(schema: z.ZodType, path: readonly string[]): Generator<Field> {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodObject) {
    for (const [key, field] of Object.entries<z.ZodType>(inner.shape)) {
      const here = [...path, key];
      yield { path: here, inner: unwrapped(field), required: !field.safeParse(undefined).success };
      yield* fieldsOf(field, here);
    }
  } else if (inner instanceof z.ZodArray) {
    yield* fieldsOf(inner.element as z.ZodType, [...path, FIRST]);
  }
}

function unwrapped(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return unwrapped(schema.unwrap() as z.ZodType);
  }
  return schema;
}

/** A value of a type that is surely not the one asked for, also to a server that coerces. */
function otherType(schema: z.ZodType): Json {
  if (schema instanceof z.ZodObject || schema instanceof z.ZodRecord || schema instanceof z.ZodArray)
    return 'a text';
  if (schema instanceof z.ZodNumber || schema instanceof z.ZodBoolean) return 'neither number nor boolean';
  return { not: 'a text' };
}

function emptyOf(schema: z.ZodType): Json | undefined {
  if (schema instanceof z.ZodObject || schema instanceof z.ZodRecord) return {};
  if (schema instanceof z.ZodArray) return [];
  if (schema instanceof z.ZodNumber || schema instanceof z.ZodBoolean) return undefined;
  return '';
}

type Mutable = null | boolean | number | string | Mutable[] | { [key: string]: Mutable };
type Holder = Record<string | number, Mutable>;

/** Copies the body and applies the change where the path leads, making what is missing on the way. */
function changed(
  body: Json,
  path: readonly string[],
  change: (at: Holder, key: string | number) => void,
): Json {
  const root = { body: structuredClone(body) as Mutable };
  let at: Holder = root;
  let key: string | number = 'body';
  for (const [depth, part] of path.entries()) {
    const next: string | number = part === FIRST ? 0 : part;
    const held: Mutable | undefined = at[key];
    if (typeof held !== 'object' || held === null) at[key] = path[depth] === FIRST ? [] : {};
    at = at[key] as Holder;
    key = next;
  }
  change(at, key);
  return root.body;
}

function pathName(path: readonly string[]): string {
  return path.reduce(
    (name, part) => (part === FIRST ? name + FIRST : name === '' ? part : `${name}.${part}`),
    '',
  );
}
