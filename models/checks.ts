import { Big } from 'big.js';
import type { Breach, Check } from '../engine/model.ts';
import {
  type Expect,
  type JudgeableExpect,
  httpStatus,
  type ValueExpect,
  valuePredicate,
} from '../spec/expect.ts';
import type { Notification, Reply } from './wire.ts';
import { isNumber, isObject } from '../spec/forms.ts';

export { isNumber, isObject };

export type Predicate = (value: unknown) => boolean;

/** Words for people; a function makes them when they are needed, which is only for a breach. */
export type Words = string | (() => string);

/** The text of words. */
export const textOfWords = (words: Words): string => (typeof words === 'string' ? words : words());

/** A value as JSON, for words about what is expected. */
export const json = (value: unknown) => (): string => JSON.stringify(value);

/** How a check weighs and what it proves; see `Check`. */
export interface CheckOptions {
  readonly weight?: number;
  readonly decides?: boolean;
  readonly countsAsEvidence?: boolean;
  /** Whether it could have failed where this was received. Default: everywhere. */
  readonly provesWhere?: Predicate;
  /** Rules that gain evidence beside the one that a breach accuses. */
  readonly also?: readonly string[];
  /** As the check's. Default: the name of a field that neither decides nor weighs more than others, otherwise none. */
  readonly about?: string;
  /** As the check's. */
  readonly constant?: true;
  /** What is read is a part of the state, such as an amount: a breach leaves the state open. Default false. */
  readonly ofState?: boolean;
  /** Wrong values that still fit the state, such as an amount written as text: a breach by one is about this field alone. */
  readonly silent?: { readonly about: string; readonly holds: Predicate };
  /** What is expected as data, made when it is needed. Default: only the words say it. */
  readonly expect?: (() => Expect | readonly Expect[]) | undefined;
}

/** What must hold where data says less, or more, than the predicate: another requirement may be broken by the rest. */
export interface Judged {
  readonly holds: Predicate;
  /** As data. Absent: only the words say it. */
  readonly must?: ValueExpect;
  /** Default: those of the data. */
  readonly words?: Words;
}

/** What must hold of a value: as data, from which the predicate and the words are made, or with a predicate and words of its own. */
export type Must = JudgeableExpect | Judged;

/** A predicate with what it asks for, as data or in words. */
export function judged(holds: Predicate, expected: Words | ValueExpect, words?: Words): Judged {
  return typeof expected === 'object'
    ? { holds, must: expected, ...(words !== undefined && { words }) }
    : { holds, words: expected };
}

/** Where only words say what must hold: that the value is another than the one that came. */
export const anotherValue: ValueExpect = Object.freeze({ another: true });
const isJudged = (must: Must): must is Judged => 'holds' in must;
/** What must hold, as data; where only words say it: that the value is another. */
export const valueExpectOf = (must: Must): ValueExpect =>
  isJudged(must) ? (must.must ?? anotherValue) : must;
/** The words of what must hold. */
export const wordsOf = (must: Must): string =>
  isJudged(must)
    ? must.words === undefined
      ? wordsOfValue(valueExpectOf(must))
      : textOfWords(must.words)
    : wordsOfValue(must);
/** The predicate of what must hold. */
export function predicateOf(must: Must): Predicate {
  if (isJudged(must)) return must.holds;
  // As decimals: a sum may have more digits than a double.
  return 'amount' in must ? (value) => decimalEquals(value, must.amount) : valuePredicate(must);
}

const kindWords = {
  string: 'a string',
  text: 'text',
  number: 'a number',
  boolean: 'a boolean',
  object: 'an object',
  array: 'an array',
  'no object': 'no object',
};

const formWords = {
  instant: 'an ISO 8601 instant in UTC',
  'civil-time': 'YYYY-MM-DD hh:mm:ss',
  'utc-milliseconds': 'yyyy-mm-ddThh:mm:ss.fffZ',
};

function wordsOfValue(must: ValueExpect): string {
  if ('is' in must) return JSON.stringify(must.is);
  if ('oneOf' in must) return listed(must.oneOf.map((one) => shown(one)));
  if ('state' in must) return listed(must.state);
  if ('amount' in must) return `the number ${must.amount}`;
  if ('type' in must)
    return must.prefix === undefined
      ? kindWords[must.type]
      : `${kindWords[must.type]} that starts with ${must.prefix}`;
  if ('form' in must) return formWords[must.form];
  if ('missing' in must) return must.missing;
  if ('present' in must) return 'there';
  if ('entries' in must) return `an array of ${must.entries}`;
  if ('laterThan' in must) return `later than ${must.laterThan}`;
  if ('from' in must) return must.from === must.to ? `${must.from}` : `from ${must.from} to ${must.to}`;
  return 'not' in must ? `another than ${shown(must.not)}` : 'another';
}

/** `A, B or C`. */
const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

const holds: readonly Breach[] = Object.freeze([]);
const longestShown = 120;

type Made<R> = { -readonly [K in keyof Check<R>]: Check<R>[K] };

/** A check of anything in a reply: `read` gives the value, `holdsFor` judges it, `expected` says it for people. A breach accuses every rule. */
export function check<R extends Reply | Notification = Reply>(
  rule: string | readonly string[],
  expected: Words,
  read: (reply: R) => unknown,
  holdsFor: (value: unknown, reply: R) => boolean,
  options: CheckOptions = {},
): Check<R> {
  const {
    weight = 1,
    decides = false,
    countsAsEvidence = true,
    provesWhere,
    also,
    about,
    silent,
    constant,
    expect,
  } = options;
  const rules = typeof rule === 'string' ? [rule] : rule;
  // Neither frozen nor spread, for speed: a prediction makes dozens of these.
  const made: Made<R> = {
    cites: also === undefined ? rules : [...rules, ...also],
    weight,
    decides,
    countsAsEvidence,
    test(reply) {
      const value = read(reply);
      if (holdsFor(value, reply)) return holds;
      const received = shownOf(reply, value);
      const of = about ?? (silent?.holds(value) === true ? silent.about : undefined);
      return breachesOf(rules, textOfWords(expected), received, {
        expect: expect?.(),
        about: of,
        constant,
      });
    },
  };
  if (provesWhere !== undefined) made.proves = (reply) => provesWhere(read(reply));
  if (about !== undefined) made.about = about;
  if (silent !== undefined) made.possibleField = silent.about;
  return made;
}

/** What a breach has beside its words; see `Breach`. */
interface BreachData {
  readonly expect?: Expect | readonly Expect[] | undefined;
  readonly about?: string | undefined;
  readonly constant?: true | undefined;
}

/** One breach for each rule. */
export function breachesOf(
  rules: readonly string[],
  expected: string,
  received: string,
  { expect, about, constant }: BreachData = {},
): readonly Breach[] {
  return rules.map((rule) => ({
    rule,
    expected,
    received,
    ...(expect !== undefined && { expect: [expect].flat() }),
    ...(about !== undefined && { about }),
    ...(constant === true && { constant }),
  }));
}

/** The HTTP status of a reply: one of these, or one that a predicate takes, in the words given. */
export function status(
  rule: string,
  accepted: readonly number[] | ((http: number) => boolean),
  expected?: string,
  options?: CheckOptions,
): Check<Reply> {
  const takes = typeof accepted === 'function' ? accepted : (http: number) => accepted.includes(http);
  const text = expected ?? (typeof accepted === 'function' ? 'another status' : accepted.join(' or '));
  return check(
    rule,
    `${httpStatus} ${text}`,
    (reply) => reply.http,
    (value) => takes(value as number),
    {
      ...(options?.decides !== true && { about: httpStatus }),
      ...(typeof accepted !== 'function' && { expect: () => ({ http: accepted }) }),
      ...options,
    },
  );
}

/** A field of the reply's JSON body; `name` may be a path such as `order.items`. A body that is no object has no fields. */
export function field(
  rule: string | readonly string[],
  name: string,
  must: Must,
  options: CheckOptions = {},
): Check<Reply> {
  const { weight = 1, decides = false, ofState = false } = options;
  const isPlain = weight === 1 && !decides && !ofState;
  return check(rule, () => `${name}: ${wordsOf(must)}`, readerOf(name), predicateOf(must), {
    expect: () => ({ at: name, must: valueExpectOf(must) }),
    ...(isPlain && { about: name }),
    ...options,
  });
}

function readerOf(name: string): (reply: Reply) => unknown {
  const path = name.split('.');
  return path.length > 1
    ? (reply) => at(reply.body, path)
    : ({ body }) => (hasOwn(body, name) ? body[name] : undefined);
}

/**
 * The id of something new, at `name`: none of these has it, and nothing else that the run was given. Two answers with one id contradict each other,
 * however seldom that is seen, and leave open which of the two a later request is about.
 */
export function newId(
  rule: string,
  name: string,
  others: readonly (string | undefined)[],
  expected: string,
): Check<Reply> {
  return check(
    rule,
    expected,
    readerOf(name),
    (id, reply) => typeof id !== 'string' || !(others.includes(id) || wasGivenBefore(id, reply)),
    // The first one has none that it could be mistaken for.
    {
      constant: true,
      countsAsEvidence: others.some((id) => id !== undefined),
      expect: () => ({ at: name, must: anotherValue }),
    },
  );
}

/** Whether something else of the run was given this id. */
export function wasGivenBefore(id: string, { givenBefore = [] }: Pick<Reply, 'givenBefore'>): boolean {
  return givenBefore.includes(id);
}

/** A field that must have exactly this value. */
export function equals(
  rule: string,
  name: string,
  value: string | number | boolean | null,
  options?: CheckOptions,
): Check<Reply> {
  return field(rule, name, { is: value }, options);
}

/** A field that must not be there; null and the empty text count as not there. */
export function absent(rule: string, name: string, options?: CheckOptions): Check<Reply> {
  return field(rule, name, { missing: 'absent' }, options);
}

/** The number that a value is, or that it has as text; undefined when it has none. */
export function numberIn(value: unknown): number | undefined {
  if (isNumber(value)) return value as number;
  const isNumeric = typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value));
  return isNumeric ? Number(value) : undefined;
}

/** For an amount: `silent` of values that show no other number than the one that is expected. */
export function showsNoOther(about: string, amount: string): Pick<CheckOptions, 'silent'> {
  const isSilent: Predicate = (value) => {
    const number = numberIn(value);
    return typeof value !== 'number' && (number === undefined || number === Number(amount));
  };
  return { silent: { about, holds: isSilent } };
}

export const isString: Predicate = (value) => typeof value === 'string';
export const isText: Predicate = (value) => typeof value === 'string' && value.length > 0;
export const isBoolean: Predicate = (value) => typeof value === 'boolean';
export const isAbsent: Predicate = (value) => value === undefined || value === null || value === '';

/** Whether a received JSON number is this amount, as decimals. Text is no number. */
export function decimalEquals(received: unknown, amount: string): boolean {
  if (!isNumber(received)) return false;
  // Nearly always the notation is the same too, and that is seen much quicker.
  return String(received) === amount || new Big(received as number).eq(amount);
}

/** The value of a field of a JSON body, or undefined; never a property of the prototype. */
export function at(body: unknown, path: readonly string[]): unknown {
  let value: unknown = body;
  for (const name of path) {
    if (!hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

export function hasOwn(value: unknown, name: string): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name);
}

/** A text field of a reply's body, or undefined. */
export function textOf(reply: Reply | undefined, name: string): string | undefined {
  const value = reply === undefined ? undefined : at(reply.body, [name]);
  return typeof value === 'string' && value.length > 0 ? value : undefined;
}

/** A received value for people, bounded: what a target sends may be long. */
export function shown(value: unknown, most = longestShown): string {
  if (value === undefined) return 'nothing';
  if (value === Infinity || value === -Infinity) return beyondDouble;
  const text = JSON.stringify(value, beyondJson) ?? typeof value;
  return text.length <= most ? text : `${text.slice(0, most)}…`;
}

/** The same for a value of a reply or a notification: where it is missing because the text is no JSON, the text that came. */
export function shownOf(came: Pick<Reply, 'text' | 'unparsed'>, value: unknown): string {
  return value === undefined && came.unparsed !== undefined ? shownText(came) : shown(value);
}

/** The text that came, bounded, with the reason why it counts as no JSON. */
export function shownText({ text, unparsed }: Pick<Reply, 'text' | 'unparsed'>, most?: number): string {
  return unparsed === undefined ? shown(text, most) : `${unparsed}: ${shown(text, most)}`;
}

const beyondDouble = 'a number beyond 1.8e308';

/** JSON would write such a number as null. */
function beyondJson(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? beyondDouble : value;
}
