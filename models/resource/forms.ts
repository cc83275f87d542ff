import { Big } from 'big.js';
import { isNumber, isObject } from '../checks.ts';
import type { Pairs } from './state.ts';

/** A text that starts with a resource's prefix and goes on. */
export const hasPrefix =
  (prefix: string) =>
  (value: unknown): value is string =>
    typeof value === 'string' && value.length > prefix.length && value.startsWith(prefix);

export const isUnset = (value: unknown): boolean => value === undefined || value === null;
export const isTextOrUnset = (value: unknown): boolean => isUnset(value) || typeof value === 'string';
export const isNumberOrUnset = (value: unknown): boolean => isUnset(value) || isNumber(value);
export const isObjectOrUnset = (value: unknown): boolean => isUnset(value) || isObject(value);

const personal = ['name1', 'name2', 'email', 'phone'] as const;

/** Whether an object tells who a consumer is: by texts alone, and by one of them at least, since an object without any tells of nobody. */
export function isPerson(value: unknown): boolean {
  if (!isObject(value)) return false;
  return (
    personal.every((name) => isTextOrUnset(value[name])) && personal.some((name) => !isUnset(value[name]))
  );
}

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
