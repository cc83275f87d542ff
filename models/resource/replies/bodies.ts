import { z } from 'zod';
import { refuserOf } from '../../../spec/wire-variants.ts';
import { at, isObject } from '../../checks.ts';
import { isConvertible, isNumeric } from '../../decimal.ts';
import type { ApiCall } from '../../wire.ts';
import { unspecifiedValues } from '../requests/unspecified-input.ts';

/** The ways in which a body may depart from its request schema, as far as the document treats them differently. */
export type Fault =
  | 'no-object'
  | 'missing'
  | 'null'
  | 'type'
  | 'format'
  | 'prefix'
  | 'value'
  | 'limit'
  | 'null-optional'
  | 'empty'
  | 'convertible'
  | 'number'
  | 'magnitude'
  | 'order'
  | 'text'
  | 'pair'
  | 'bytes'
  | 'form'
  | 'way'
  | 'extra';

export interface BodyFault {
  readonly fault: Fault;
  /** `order.items.0.quantity` */
  readonly path: string;
}

// A cache, since each hypothesis asks about the same call, most of them twice.
const departuresOf = new WeakMap<ApiCall, readonly BodyFault[]>();

/** The departures of a call's body from its operation's schema, in the schema's order; none when it is well formed. */
export function faultsOf(schema: z.ZodType, call: ApiCall): readonly BodyFault[] {
  let faults = departuresOf.get(call);
  if (faults === undefined) {
    faults = deviations(schema, call);
    departuresOf.set(call, faults);
  }
  return faults;
}

function deviations(schema: z.ZodType, call: ApiCall): readonly BodyFault[] {
  const { body, rawBody } = call;
  if (rawBody !== undefined || !isObject(body)) return [{ fault: 'no-object', path: '' }];
  const parsed = schema.safeParse(body);
  const issues = parsed.success ? [] : parsed.error.issues.map((issue) => faultOf(schema, body, issue));
  return [
    ...issues,
    ...empties(body, ''),
    ...unspecifiedValues(body),
    ...(call.strayBytes === true ? [{ fault: 'bytes', path: '' } as const] : []),
    ...formFaults(call, body),
    ...extras(schema, body),
  ];
}

function formFaults({ spelling }: ApiCall, body: object): readonly BodyFault[] {
  const refuser = refuserOf(spelling, body);
  return refuser === undefined ? [] : [{ fault: refuser === 'any hop' ? 'way' : 'form', path: '' }];
}

function faultOf(schema: z.ZodType, body: unknown, issue: z.core.$ZodIssue): BodyFault {
  const names = issue.path.map(String);
  const path = names.join('.');
  const value = at(body, names);
  if (issue.code === 'custom') return { fault: 'limit', path };
  // The permitted values of a pair are not shown.
  if (names[0] === 'metadata' && names.length > 1) return { fault: 'pair', path };
  if (value === undefined) return { fault: 'missing', path };
  if (value === null) return { fault: accepts(schema, names) ? 'null-optional' : 'null', path };
  if (issue.code === 'invalid_format') return { fault: issue.format === 'regex' ? 'format' : 'prefix', path };
  if (issue.code === 'invalid_value') return { fault: typeof value === 'string' ? 'value' : 'type', path };
  if (issue.code === 'too_small' && typeof value === 'string') return { fault: 'empty', path };
  return { fault: convertibleFault(issue, value, path) ?? 'type', path };
}

/** Optional texts that only describe an item: a target need not read them, nor notice a wrong type. */
const describing = /^order\.items\.\d+\.(?:id|title|description)$/;

/** A value that a lax server converts to the right type, which the document neither allows nor forbids. */
function convertibleFault(issue: z.core.$ZodIssue, value: unknown, path: string): Fault | undefined {
  if (typeof value === 'number' && (issue.code !== 'invalid_type' || isNumeric(issue.expected)))
    return 'number';
  if (issue.code !== 'invalid_type') return undefined;
  const { expected } = issue;
  if (isConvertible(expected, value) || (expected === 'string' && describing.test(path)))
    return 'convertible';
  // In some languages an empty list is an empty object as well.
  return mayBeEmpty.has(path) && Array.isArray(value) && value.length === 0 ? 'convertible' : undefined;
}

/** Whether the field at a path may be left out. */
function accepts(schema: z.ZodType, path: readonly string[]): boolean {
  let inner: z.ZodType = schema;
  for (const name of path) {
    if (inner instanceof z.ZodOptional) inner = inner.unwrap() as z.ZodType;
    if (inner instanceof z.ZodObject) inner = (inner.shape as Record<string, z.ZodType>)[name] ?? z.unknown();
    else if (inner instanceof z.ZodArray) inner = inner.element as z.ZodType;
  }
  return inner instanceof z.ZodOptional;
}

// An empty metadata object is ordinary, and no field of buyer_data is judged.
const mayBeEmpty = new Set(['metadata', 'buyer_data']);

function empties(value: unknown, path: string): readonly BodyFault[] {
  if (value === '' || (Array.isArray(value) && value.length === 0)) return [{ fault: 'empty', path }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    mayBeEmpty.has(name) ? emptyHistory(name, inner) : empties(inner, path === '' ? name : `${path}.${name}`),
  );
}

/** The required fields of buyer_data are not shown, so an empty object may be refused. */
function emptyHistory(path: string, value: unknown): readonly BodyFault[] {
  const none = path === 'buyer_data' && isObject(value) && Object.keys(value).length === 0;
  return none ? [{ fault: 'empty', path }] : [];
}

function extras(schema: z.ZodType, body: Readonly<Record<string, unknown>>): readonly BodyFault[] {
  if (!(schema instanceof z.ZodObject)) return [];
  const known = schema.shape as Record<string, unknown>;
  return Object.keys(body)
    .filter((name) => !Object.hasOwn(known, name))
    .map((path) => ({ fault: 'extra', path }));
}

/** The body of a call as an object, empty where it is no object. */
export const bodyOf = ({ body }: ApiCall): Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null ? (body as Readonly<Record<string, unknown>>) : {};
