import { Big } from 'big.js';
import type { Breach, Check } from '../engine/model.ts';
import type { Reply } from './wire.ts';

export type Predicate = (value: unknown) => boolean;

/** How a check weighs and what it proves; see `Check`. */
export interface Standing {
  readonly weight?: number;
  readonly decides?: boolean;
  readonly earns?: boolean;
  /** Rules that gain evidence beside the one that a breach accuses. */
  readonly also?: readonly string[];
}

const holds: readonly Breach[] = Object.freeze([]);
const longestShown = 120;

/** A check of anything in a reply: `read` gives the value, `holdsFor` judges it, `expected` says it for people. */
export function check<R = Reply>(
  rule: string,
  expected: string,
  read: (reply: R) => unknown,
  holdsFor: Predicate,
  standing: Standing = {},
): Check<R> {
  const { weight = 1, decides = false, earns = true, also } = standing;
  // Not frozen, and always of one shape: a prediction makes dozens of these, and most are never broken.
  return {
    cites: also === undefined ? [rule] : [rule, ...also],
    weight,
    decides,
    earns,
    test(reply) {
      const value = read(reply);
      return holdsFor(value) ? holds : [{ rule, expected, received: shown(value) }];
    },
  };
}

/** The HTTP status of a reply: one of these, or one that a predicate takes. */
export function status(
  rule: string,
  accepted: readonly number[] | ((http: number) => boolean),
  expected?: string,
  standing?: Standing,
): Check<Reply> {
  const takes = typeof accepted === 'function' ? accepted : (http: number) => accepted.includes(http);
  const text = expected ?? (typeof accepted === 'function' ? 'another status' : accepted.join(' or '));
  return check(
    rule,
    `HTTP status ${text}`,
    (reply) => reply.http,
    (value) => takes(value as number),
    standing,
  );
}

/** A field of the reply's JSON body; `name` may be a path such as `order.items`. A body that is no object has no fields. */
export function field(
  rule: string,
  name: string,
  holdsFor: Predicate,
  expected: string,
  standing?: Standing,
): Check<Reply> {
  const path = name.split('.');
  return check(rule, `${name}: ${expected}`, (reply) => at(reply.body, path), holdsFor, standing);
}

/** A field that must have exactly this value. */
export function equals(
  rule: string,
  name: string,
  value: string | number | boolean | null,
  standing?: Standing,
): Check<Reply> {
  return field(rule, name, (received) => received === value, shown(value), standing);
}

/** A field that must not be there; null and the empty text count as not there. */
export function absent(rule: string, name: string, standing?: Standing): Check<Reply> {
  return field(rule, name, isAbsent, 'absent', standing);
}

export const isString: Predicate = (value) => typeof value === 'string';
export const isText: Predicate = (value) => typeof value === 'string' && value.length > 0;
export const isBoolean: Predicate = (value) => typeof value === 'boolean';
export const isNumber: Predicate = (value) => typeof value === 'number' && Number.isFinite(value);
export const isAbsent: Predicate = (value) => value === undefined || value === null || value === '';
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a received JSON number is this amount, as decimals. Text is no number. */
export function decimalEquals(received: unknown, amount: string): boolean {
  return isNumber(received) && new Big(received as number).eq(amount);
}

/** The value of a field of a JSON body, or undefined; never a property of the prototype. */
export function at(body: unknown, path: readonly string[]): unknown {
  let value: unknown = body;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value;
}

/** A text field of a reply's body, or undefined. */
export function textOf(reply: Reply | undefined, name: string): string | undefined {
  const value = reply === undefined ? undefined : at(reply.body, [name]);
  return typeof value === 'string' && value.length > 0 ? value : undefined;
}

/** A received value for people, bounded: what a target sends may be long. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value) ?? typeof value;
  return text.length <= longestShown ? text : `${text.slice(0, longestShown)}…`;
}
