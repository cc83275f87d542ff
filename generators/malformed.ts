import { z } from 'zod';
import type { Json } from '../engine/model.ts';
import {
  type MalformationKind,
  malformationKinds,
  type ValueMutation,
  malformedValues,
} from './malformed-values.ts';

/** One way to make a well-formed body malformed, derived from its schema. */
export interface Malformation {
  /** `order.items[].quantity missing`; a class with several values numbers them: `description long 2`. */
  readonly name: string;
  /** Where: `order.items[].quantity`; an array stands for its first element. */
  readonly path: string;
  readonly kind: MalformationKind;
  /** Whether the schema demands the field, given that what holds it is there. */
  readonly required: boolean;
  /** The malformed body; the given one is not changed. */
  apply(body: Json): Json;
}

/** How the kinds of attempts with malformed bodies begin; a class follows, or the name of one malformation. */
export const malformed = 'malformed: ';

/** Whether a kind of attempt sends a malformed body: of one malformation, or of a whole class of them. */
export const isMalformed = (kind: string): boolean => kind.startsWith(malformed);

/** The malformation, or the class of them, that a kind asks for; undefined where it asks for none. */
export const malformationOf = (kind: string): string | undefined =>
  isMalformed(kind) ? kind.slice(malformed.length) : undefined;

/** Stands in a path for the elements of a list. */
export const FIRST = '[]';

/** What is looked for in the first element of a list may not be in the last. */
const inEach: ReadonlySet<MalformationKind> = new Set(['missing', 'type']);

/**
 * All malformations of an object schema: each field missing, null, of another type, empty, and otherwise wrong or odd by what it is,
 * in the order of the schema. Arrays are entered by their first element, for what is certain to be refused by their last too; records are
 * not entered.
 * Leaving out what may be left out is no malformation, so it is not among them.
 */
export function malformations(schema: z.ZodType): readonly Malformation[] {
  return [...fieldsOf(schema, [])].flatMap(({ path, inner, required }) => {
    const at = pathName(path);
    const counts = new Map<MalformationKind, number>();
    const make = (kind: MalformationKind, change: Change): readonly Malformation[] => {
      const nth = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, nth);
      const one = {
        name: `${at} ${kind}${nth === 1 ? '' : ` ${nth}`}`,
        path: at,
        kind,
        required,
        apply: (body: Json) => changed(body, path, change),
      };
      if (!required || !path.includes(FIRST) || !inEach.has(kind)) return [one];
      const ofLast = {
        name: `${one.name} of the last`,
        apply: (body: Json) => changed(body, path, change, true),
      };
      return [one, { ...one, ...ofLast }];
    };
    return [
      ...(required ? make('missing', leaveOut) : []),
      ...make(
        'null',
        put(() => null),
      ),
      ...malformedValues(inner).flatMap(([kind, mutation]) => make(kind, put(mutation))),
    ];
  });
}

type Change = (at: Holder, key: string | number) => void;

const leaveOut: Change = (at, key) => {
  if (typeof key === 'string') delete at[key];
};

const put =
  (mutation: ValueMutation): Change =>
  (at, key) => {
    at[key] = mutation(at[key]) as Mutable;
  };

/** The malformations of a request body by class and by name. */
export interface Malformed {
  readonly kinds: readonly MalformationKind[];
  of(kind: MalformationKind): readonly Malformation[];
  named(name: string): Malformation | undefined;
}

/** Those of a schema, without those of some fields, and without some by their names. */
export function malformedBodies(schema: z.ZodType, without: readonly string[] = []): Malformed {
  const all = malformations(schema).filter(
    ({ path, name }) => !without.includes(path) && !without.includes(name),
  );
  const byKind = new Map(malformationKinds.map((kind) => [kind, all.filter((one) => one.kind === kind)]));
  const byName = new Map(all.map((one) => [one.name, one]));
  return {
    kinds: malformationKinds.filter((kind) => (byKind.get(kind) ?? []).length > 0),
    of: (kind) => byKind.get(kind) ?? [],
    named: (name) => byName.get(name),
  };
}

interface Field {
  readonly path: readonly string[];
  readonly inner: z.ZodType;
  readonly required: boolean;
}

/** The fields of a schema, outer ones first. */
export function* fieldsOf(schema: z.ZodType, path: readonly string[]): Generator<Field> {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodObject) {
    for (const [key, field] of Object.entries<z.ZodType>(inner.shape)) {
      const here = [...path, key];
      yield { path: here, inner: unwrapped(field), required: !field.safeParse(undefined).success };
      yield* fieldsOf(field, here);
    }
  } else if (inner instanceof z.ZodArray) {
    const here = [...path, FIRST];
    yield { path: here, inner: unwrapped(inner.element as z.ZodType), required: false };
    yield* fieldsOf(inner.element as z.ZodType, here);
  }
}

function unwrapped(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return unwrapped(schema.unwrap() as z.ZodType);
  }
  return schema;
}

type Mutable = null | boolean | number | string | Mutable[] | { [key: string]: Mutable };
type Holder = Record<string | number, Mutable>;

/** Applies the change at the path and creates missing objects on the way. Objects on the path are copied; the rest is shared. */
function changed(
  body: Json,
  path: readonly string[],
  change: (at: Holder, key: string | number) => void,
  last = false,
): Json {
  const root: Holder = { body: body as Mutable };
  let at: Holder = root;
  let key: string | number = 'body';
  for (const [depth, part] of path.entries()) {
    const held: Mutable | undefined = at[key];
    const index: number = last && Array.isArray(held) ? Math.max(0, held.length - 1) : 0;
    const next: string | number = part === FIRST ? index : part;
    at = at[key] = copied(held) ?? ((path[depth] === FIRST ? [] : {}) as Holder);
    key = next;
  }
  change(at, key);
  return root['body'] as Json;
}

function copied(held: Mutable | undefined): Holder | undefined {
  if (typeof held !== 'object' || held === null) return undefined;
  return (Array.isArray(held) ? [...held] : { ...held }) as Holder;
}

function pathName(path: readonly string[]): string {
  return path.reduce(
    (name, part) => (part === FIRST ? name + FIRST : name === '' ? part : `${name}.${part}`),
    '',
  );
}
