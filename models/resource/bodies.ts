import { z } from 'zod';
import { at, isObject } from '../checks.ts';
import type { ApiCall } from '../wire.ts';
import { oddities } from './unspecified-input.ts';

/** What is wrong with a body, by the request schema: each departure that the document tells apart. */
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
  | 'text'
  | 'pair'
  | 'bytes'
  | 'extra';

export interface BodyFault {
  readonly fault: Fault;
  /** `order.items.0.quantity` */
  readonly path: string;
}

// Each hypothesis asks about the same call, most of them twice.
const departuresOf = new WeakMap<ApiCall, readonly BodyFault[]>();

/** The departures of a call's body from its operation's schema, in the schema's order; none when it is well formed. */
export function faultsOf(schema: z.ZodType, call: ApiCall): readonly BodyFault[] {
  let faults = departuresOf.get(call);
  if (faults === undefined) {
    faults = departures(schema, call);
    departuresOf.set(call, faults);
  }
  return faults;
}

function departures(schema: z.ZodType, call: ApiCall): readonly BodyFault[] {
  const { body, rawBody } = call;
  if (rawBody !== undefined || !isObject(body)) return [{ fault: 'no-object', path: '' }];
  const parsed = schema.safeParse(body);
  const issues = parsed.success ? [] : parsed.error.issues.map((issue) => faultOf(schema, body, issue));
  return [
    ...issues,
    ...empties(body, ''),
    ...oddities(body),
    ...(call.strayBytes === true ? [{ fault: 'bytes', path: '' } as const] : []),
    ...extras(schema, body),
  ];
}

function faultOf(schema: z.ZodType, body: unknown, issue: z.core.$ZodIssue): BodyFault {
  const names = issue.path.map(String);
  const path = names.join('.');
  const value = at(body, names);
  if (issue.code === 'custom') return { fault: 'limit', path };
  // What the value of a pair may be is not shown.
  if (names[0] === 'metadata' && names.length > 1) return { fault: 'pair', path };
  if (value === undefined) return { fault: 'missing', path };
  if (value === null) return { fault: accepts(schema, names) ? 'null-optional' : 'null', path };
  if (issue.code === 'invalid_format') return { fault: issue.format === 'regex' ? 'format' : 'prefix', path };
  if (issue.code === 'invalid_value') return { fault: typeof value === 'string' ? 'value' : 'type', path };
  if (issue.code === 'too_small' && typeof value === 'string') return { fault: 'empty', path };
  return { fault: isConvertible(issue, value, path) ?? 'type', path };
}

/** Optional texts that only describe an item: no execution looks at them, so that none is sure to find them badly formatted. */
const describing = /^order\.items\.\d+\.(?:id|title|description)$/;

/** What a lax server reads as a value of the right type, which the document neither allows nor forbids. */
function isConvertible(issue: z.core.$ZodIssue, value: unknown, path: string): Fault | undefined {
  if (typeof value === 'number' && (issue.code !== 'invalid_type' || isNumeric(issue.expected)))
    return 'number';
  if (issue.code !== 'invalid_type') return undefined;
  const { expected } = issue;
  if (expected === 'string')
    return typeof value === 'object' && !describing.test(path) ? undefined : 'convertible';
  if (isNumeric(expected))
    return typeof value === 'string' && /^\d+$/.test(value) ? 'convertible' : undefined;
  // To some languages an empty list is an empty object as well.
  return mayBeEmpty.has(path) && Array.isArray(value) && value.length === 0 ? 'convertible' : undefined;
}

const isNumeric = (expected: string): boolean => expected === 'number' || expected === 'int';

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

// An empty metadata object is ordinary, and of buyer_data no field is judged.
const mayBeEmpty = new Set(['metadata', 'buyer_data']);

function empties(value: unknown, path: string): readonly BodyFault[] {
  if (value === '' || (Array.isArray(value) && value.length === 0)) return [{ fault: 'empty', path }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    mayBeEmpty.has(name) ? emptyHistory(name, inner) : empties(inner, path === '' ? name : `${path}.${name}`),
  );
}

/** Which fields of buyer_data are required is not shown, so that none at all may be too few. */
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
