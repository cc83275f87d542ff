import { Big } from 'big.js';
import { isNumber, isObject } from '../checks.ts';
import type { Pairs } from './state.ts';

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]00:?00)$/;

/** ISO 8601 in UTC; how many digits of a second it carries is open. */
export function isInstant(value: unknown): value is string {
  return (
    typeof value === 'string' && value.length < 40 && instant.test(value) && !Number.isNaN(Date.parse(value))
  );
}

const fraction = /:\d{2}\.(\d+)/;
/** How many digits of a second an instant carries. */
export const digitsOf = (text: string): number => fraction.exec(text)?.[1]?.length ?? 0;

/**
 * Whether two texts give one instant. Fractions of a second are open, so that one reply may write more of them than another:
 * then they may differ by what rounding to the coarser one takes or adds.
 */
export function sameInstant(shown: unknown, known: string): boolean {
  if (shown === known) return true;
  if (!isInstant(shown)) return false;
  const difference = Math.abs(Date.parse(shown) - Date.parse(known));
  const [a, b] = [digitsOf(shown), digitsOf(known)];
  return a === b ? difference === 0 : difference <= 10 ** (3 - Math.min(a, b, 3));
}

/** A text that starts with a resource's prefix and goes on. */
export const hasPrefix =
  (prefix: string) =>
  (value: unknown): value is string =>
    typeof value === 'string' && value.length > prefix.length && value.startsWith(prefix);

export const isUnset = (value: unknown): boolean => value === undefined || value === null;
export const isTextOrUnset = (value: unknown): boolean => isUnset(value) || typeof value === 'string';
export const isNumberOrUnset = (value: unknown): boolean => isUnset(value) || isNumber(value);
export const isObjectOrUnset = (value: unknown): boolean => isUnset(value) || isObject(value);

/** States are compared without regard to case: tables and examples of the document differ. */
export function sameState(value: unknown, state: string): boolean {
  return typeof value === 'string' && value.toUpperCase() === state;
}

/** Exactly these pairs; none may also be shown as null or left out. How a pair is kept that is none of texts is not shown. */
export function samePairs(value: unknown, pairs: Pairs): boolean {
  if (Array.isArray(pairs)) return true;
  const all = Object.entries(pairs);
  const wanted = all.filter(([, text]) => typeof text === 'string');
  if (wanted.length < all.length)
    return wanted.every(([key, text]) => isObject(value) && Object.hasOwn(value, key) && value[key] === text);
  if (wanted.length === 0 && isUnset(value)) return true;
  if (!isObject(value) || Object.keys(value).length !== wanted.length) return false;
  return wanted.every(([key, text]) => Object.hasOwn(value, key) && value[key] === text);
}

/** A JSON number as a decimal text, or undefined when it is none. */
export function decimalText(value: unknown): string | undefined {
  return isNumber(value) ? new Big(value as number).toFixed() : undefined;
}

export function sum(amounts: readonly string[]): string {
  return amounts.reduce((total, amount) => total.plus(amount), new Big(0)).toFixed();
}

/** The object elements of a received list; none when it is no list. */
export function entries(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
