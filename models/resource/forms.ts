import { personal } from './person.ts';
import { Big } from 'big.js';
import type { Json } from '../../engine/model.ts';
import { anotherValue, isNumber, isObject, judged, type Judged, type Words, wordsOf } from '../checks.ts';
import { decimalOf } from '../decimal.ts';
import { isUnset, stateWord } from '../../spec/forms.ts';

export { isUnset };
import type { Pairs } from './state.ts';

/** A text that starts with the prefix of a resource and is longer than it. */
export const hasPrefix =
  (prefix: string) =>
  (value: unknown): value is string =>
    typeof value === 'string' && value.length > prefix.length && value.startsWith(prefix);

/** A field without a value, whether it is left out or holds an empty one. */
export const isNothing = (value: unknown): boolean =>
  isUnset(value) ||
  value === '' ||
  value === 0 ||
  (typeof value === 'object' && Object.keys(value as object).length === 0);
/** Whether a record of a list shows something in a field. */
export const isShown = (value: unknown): boolean =>
  !isUnset(value) && !(Array.isArray(value) && value.length === 0);
/** What shows nothing proves nothing of a field. */
export const showsSomething = { provesWhere: (value: unknown) => !isNothing(value) };
export const isTextOrUnset = (value: unknown): boolean => isUnset(value) || typeof value === 'string';

/** Whether an object describes a consumer: all its fields are texts, and at least one is set. */
export function isPerson(value: unknown): boolean {
  if (!isObject(value)) return false;
  return (
    personal.every((name) => isTextOrUnset(value[name])) && personal.some((name) => !isUnset(value[name]))
  );
}

/** The fields of a capture or refund that are a part of the state. */
export const ofState: ReadonlySet<string> = new Set(['id', 'capture_id', 'amount']);

/** Those of them that distinguish records. */
export const identities: ReadonlySet<string> = new Set(['id', 'capture_id']);

/** States are compared without regard to case: tables and examples of the document differ. */
export function sameState(value: unknown, state: string): boolean {
  return stateWord(value) === state;
}

/** Exactly these pairs; an empty set may also be null or absent. The notation of pairs that are not texts is not shown. */
export function samePairs(value: unknown, pairs: Pairs): boolean {
  if (Array.isArray(pairs)) return true;
  const all = Object.entries(pairs);
  const texts = all.filter(([, text]) => typeof text === 'string');
  if (texts.length < all.length)
    return texts.every(([key, text]) => isObject(value) && Object.hasOwn(value, key) && value[key] === text);
  if (texts.length === 0 && isUnset(value)) return true;
  if (!isObject(value) || Object.keys(value).length !== texts.length) return false;
  return texts.every(([key, text]) => Object.hasOwn(value, key) && value[key] === text);
}

/** What `samePairs` asks for. As data only where no other value is the same pairs: a file that stands alone would accuse it. */
export function equalPairs(pairs: Pairs, words?: Words): Judged {
  const texts = Array.isArray(pairs) ? [] : Object.values(pairs);
  const isOneValue = texts.length > 0 && texts.every((text) => typeof text === 'string');
  const same = { is: pairs as Json };
  return judged(
    (shown) => samePairs(shown, pairs),
    isOneValue ? same : anotherValue,
    words ?? (() => wordsOf(same)),
  );
}

/** A JSON number as a decimal text; undefined when it is not a number. */
export function decimalText(value: unknown): string | undefined {
  return isNumber(value) ? decimalOf(value as number) : undefined;
}

export function sum(amounts: readonly string[]): string {
  return amounts.reduce((total, amount) => total.plus(amount), new Big(0)).toFixed();
}

/** The objects in a received list; none when it is not a list. */
export function entries(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
