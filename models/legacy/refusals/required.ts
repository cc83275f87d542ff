import { z } from 'zod';
import { authorizeRequired } from '../../../spec/legacy/tables.ts';
import type { Requirement } from '../../../spec/requirement.ts';
import { at, isObject } from '../../checks.ts';

type Rows = Readonly<Record<string, Requirement>>;

/** Required fields with a row of their own. Consumer, order and total are known without them. */
const details: Rows = authorizeRequired;

/**
 * Whether a body lacks a required field that has no row of its own: what says who pays what. A value of a wrong type is not missing: a
 * server may convert it.
 */
export function lacksRequired(schema: z.ZodType): (body: unknown) => boolean {
  return (body) => missingFrom(schema, body).some(({ name }) => !Object.hasOwn(details, name));
}

/** The row of the first required field that a body lacks and that has one (legacy, Endpoints; Errors, bad_request). */
export function ownRowOf(schema: z.ZodType, rows: Rows): (body: unknown) => string | undefined {
  return (body) => {
    const gone = missingFrom(schema, body).find(({ name, isGone }) => isGone && Object.hasOwn(rows, name));
    return gone && rows[gone.name]?.id;
  };
}

/** Whether another value is in place of an object or a list whose fields have rows of their own: whether they are missing is not shown. */
export function lacksDetail(schema: z.ZodType, body: unknown): boolean {
  return missingFrom(schema, body).some(({ name, isGone }) => !isGone && Object.hasOwn(details, name));
}

type Issues = readonly z.core.$ZodIssue[];

// A cache, since each hypothesis asks about the same body, and more than once.
const known = new WeakMap<object, Map<z.ZodType, Issues>>();

/** What is wrong with a body by a schema; empty where it fits. */
export function issuesOf(schema: z.ZodType, body: unknown): Issues {
  if (!isObject(body)) return parsedIssues(schema, body);
  const ofBody = known.get(body) ?? new Map<z.ZodType, Issues>();
  known.set(body, ofBody);
  const issues = ofBody.get(schema) ?? parsedIssues(schema, body);
  ofBody.set(schema, issues);
  return issues;
}

function parsedIssues(schema: z.ZodType, body: unknown): Issues {
  return schema.safeParse(body).error?.issues ?? [];
}

/** The names of the required fields that are not there, without list positions, and whether nothing is in their place. */
function missingFrom(
  schema: z.ZodType,
  body: unknown,
): readonly { readonly name: string; readonly isGone: boolean }[] {
  return issuesOf(schema, body).flatMap(({ path }) => {
    const names = path.map(String);
    const field = fieldAt(schema, names);
    const isGone = at(body, names) === undefined;
    const lacking = isGone || (holdsFields(field.inner) && !field.optional);
    const name = path.filter((part) => typeof part !== 'number').join('.');
    return lacking ? [{ name, isGone }] : [];
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
