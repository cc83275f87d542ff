import { z } from 'zod';
import { isNumber, isObject, isUnset, stateWord } from './forms.ts';
import { civilTimeMs, isInstant, isUtcMilliseconds } from './instants.ts';

type Plain = null | boolean | number | string | readonly Plain[] | { readonly [name: string]: Plain };

const plain = z.custom<Plain>((value) => value !== undefined);

/**
 * What must hold of one JSON value, as data: the model judges by it, the words for people are made of it, and files that need nothing of this project
 * assert it. `optional`: what is missing, null or empty breaks another requirement, or none.
 */
const valueExpectSchema = z.union([
  z.strictObject({ is: plain, optional: z.literal(true).exactOptional() }),
  /** One of these. */
  z.strictObject({ oneOf: z.array(plain).readonly(), optional: z.literal(true).exactOptional() }),
  /** One of these words, in capitals or not. */
  z.strictObject({ state: z.array(z.string()).readonly() }),
  /** A number with this value as a decimal. */
  z.strictObject({ amount: z.string() }),
  /** `text`: a string that is not empty. */
  z.strictObject({
    type: z.enum(['string', 'text', 'number', 'boolean', 'object', 'array', 'no object']),
    prefix: z.string().exactOptional(),
    optional: z.literal(true).exactOptional(),
  }),
  /** An instant of ISO 8601 in UTC; `YYYY-MM-DD hh:mm:ss`; or the former to the letter as `yyyy-mm-ddThh:mm:ss.fffZ`. */
  z.strictObject({
    form: z.enum(['instant', 'civil-time', 'utc-milliseconds']),
    optional: z.literal(true).exactOptional(),
  }),
  /** Missing, null or empty; `unset`: missing or null. */
  z.strictObject({ missing: z.enum(['absent', 'unset']) }),
  z.strictObject({ present: z.literal(true) }),
  /** An array of so many entries. */
  z.strictObject({ entries: z.number(), optional: z.literal(true).exactOptional() }),
  z.strictObject({ not: plain }),
  z.strictObject({ from: z.number(), to: z.number() }),
  /** An instant after the one in this field of the same body. */
  z.strictObject({ laterThan: z.string() }),
  /** Only words say it: all that is sure of the value is that it is not the one that came. */
  z.strictObject({ another: z.literal(true) }),
]);
export type ValueExpect = z.output<typeof valueExpectSchema>;

/** What can be judged by the value alone: `another` would accuse each value, and `laterThan` none. */
export type JudgeableExpect = Exclude<
  ValueExpect,
  { readonly another: true } | { readonly laterThan: string }
>;

/** The fields by which the notifications of one event are known: its status, and the ids that it is about. */
const eventFields = z.record(z.string(), z.string());
export type EventFields = Readonly<Record<string, string>>;

/** An entry of a list: the one that has this value in this field, or the first that has another than these. An empty list name is the whole body. */
const entrySchema = z.union([
  z.strictObject({ list: z.string(), key: z.string(), value: z.string() }),
  z.strictObject({ list: z.string(), key: z.string(), except: z.array(z.string()).readonly() }),
]);
export type EntryOf = z.output<typeof entrySchema>;

/** Whether an entry with this value in the field is the one. */
export const isEntry = (of: EntryOf, value: unknown): boolean =>
  'value' in of ? value === of.value : value !== undefined && of.except.every((one) => value !== one);

/** What must hold of a reply. */
const replyExpectSchema = z.union([
  z.strictObject({
    /** The field: names with dots between them; empty for the whole body. */
    at: z.string(),
    /** It is a field of this entry, not of the body. */
    of: entrySchema.exactOptional(),
    /** What is at `at` is a list: it must hold of this field of each entry, or of some entry. */
    each: z.string().exactOptional(),
    some: z.string().exactOptional(),
    must: valueExpectSchema,
  }),
  /** The HTTP status is one of these, or in these bounds. */
  z.strictObject({ http: z.array(z.number()).readonly() }),
  z.strictObject({ httpFrom: z.number(), httpTo: z.number() }),
  /** No success, neither by its status nor by the HTTP status alone. */
  z.strictObject({ refusal: z.literal(true) }),
]);
export type ReplyExpect = z.output<typeof replyExpectSchema>;

/** What must hold of the notifications that follow, of those that have these values in these fields. */
const notifiedExpectSchema = z.union([
  /** There are so many different ones. */
  z.strictObject({
    notifications: eventFields,
    least: z.number().exactOptional(),
    most: z.number().exactOptional(),
  }),
  /** It holds of this field of each; an empty name is the whole body. */
  z.strictObject({ notification: eventFields, at: z.string(), must: valueExpectSchema }),
  /** Each comes by a request of this method. */
  z.strictObject({ notification: eventFields, method: z.string() }),
]);
export type NotifiedExpect = z.output<typeof notifiedExpectSchema>;

/** A notification that is not accepted is sent for the nth time (`send`), so long after the time before. Timelines draw it; no file that stands alone can assert it. */
const sendExpectSchema = z.strictObject({ send: z.number(), afterMs: z.number() });
export type SendExpect = z.output<typeof sendExpectSchema>;

/** What must hold of a reply or of the notifications that follow, as data. Absent from a breach: only words say it. */
export const expectSchema = z.union([replyExpectSchema, notifiedExpectSchema, sendExpectSchema]);
export type Expect = ReplyExpect | NotifiedExpect | SendExpect;

/** Whether it is about notifications, not about a reply. */
export const isNotified = (expect: Expect): expect is NotifiedExpect =>
  'notifications' in expect || 'notification' in expect;

/** Whether it is about one of several sends of a notification. */
export const isSend = (expect: Expect): expect is SendExpect => 'afterMs' in expect;

/** How breaches name the HTTP status, which is no field of the body. */
export const httpStatus = 'HTTP status';

const ofType = {
  string: (value) => typeof value === 'string',
  text: (value) => typeof value === 'string' && value !== '',
  number: isNumber,
  boolean: (value) => typeof value === 'boolean',
  object: isObject,
  array: Array.isArray,
  'no object': (value) => !isObject(value),
} satisfies Record<string, (value: unknown) => boolean>;

const ofForm = {
  instant: isInstant,
  'civil-time': (value) => civilTimeMs(value) !== undefined,
  'utc-milliseconds': isUtcMilliseconds,
} satisfies Record<string, (value: unknown) => boolean>;

/** Whether a value is as it must be, compiled once. What only words say holds of nothing, and what needs the rest of the body of everything. */
export function valuePredicate(must: ValueExpect): (value: unknown) => boolean {
  if ('optional' in must) {
    const { optional: _, ...rest } = must;
    const holds = valuePredicate(rest);
    return (value) => isUnset(value) || holds(value);
  }
  if ('is' in must) return equalTo(must.is);
  if ('oneOf' in must) {
    const each = must.oneOf.map(equalTo);
    return (value) => each.some((holds) => holds(value));
  }
  if ('state' in must) return (value) => must.state.some((state) => stateWord(value) === state);
  if ('amount' in must) return (value) => value === Number(must.amount);
  if ('type' in must) {
    const { prefix, type } = must;
    if (prefix === undefined) return ofType[type];
    return (value) => typeof value === 'string' && value.length > prefix.length && value.startsWith(prefix);
  }
  if ('form' in must) return ofForm[must.form];
  if ('missing' in must)
    return must.missing === 'unset' ? isUnset : (value) => isUnset(value) || value === '';
  if ('present' in must) return (value) => !isUnset(value);
  if ('entries' in must) return (value) => Array.isArray(value) && value.length === must.entries;
  if ('from' in must)
    return (value) => isNumber(value) && Number(value) >= must.from && Number(value) <= must.to;
  if ('not' in must) {
    const isWrong = equalTo(must.not);
    return (value) => !isWrong(value);
  }
  return () => 'laterThan' in must;
}

function equalTo(wanted: Plain): (value: unknown) => boolean {
  if (typeof wanted !== 'object' || wanted === null) return (value) => value === wanted;
  const parts = Object.entries(wanted).map(([name, one]) => [name, equalTo(one)] as const);
  return (value) =>
    typeof value === 'object' &&
    value !== null &&
    Array.isArray(value) === Array.isArray(wanted) &&
    Object.keys(value).length === parts.length &&
    parts.every(
      ([name, holds]) =>
        Object.hasOwn(value, name) && holds((value as Readonly<Record<string, unknown>>)[name]),
    );
}
