import { isObject } from '../json.ts';

/** Deeper than any table of the documents. Content may be nested without limit. */
export const deepest = 8;

/** Whether `fits` holds of each value in a body, by the name of the field or list that has it, and of each key of its pairs. */
export function everyValue(
  value: unknown,
  fits: (value: unknown, name: string) => boolean,
  name = '',
  depth = 0,
): boolean {
  if (depth > deepest) return true;
  if (Array.isArray(value)) return value.every((one: unknown) => everyValue(one, fits, name, depth + 1));
  if (!isObject(value)) return fits(value, name);
  return Object.entries(value).every(
    ([inner, one]) =>
      // The values of pairs are texts of people.
      (name !== 'metadata' || fits(inner, 'key')) &&
      everyValue(one, fits, name === 'metadata' ? 'title' : inner, depth + 1),
  );
}

/** A body with each value that is no object and no list changed. Undefined: the field is left out; an element of a list stays. */
export function changedValues(
  value: unknown,
  change: (value: unknown, name: string) => unknown,
  name = '',
  depth = 0,
): unknown {
  if (depth > deepest) return value;
  if (Array.isArray(value))
    return value.map((one: unknown) => changedValues(one, change, name, depth + 1) ?? one);
  if (!isObject(value)) return change(value, name);
  return Object.fromEntries(
    Object.entries(value).flatMap(([inner, one]) => {
      const made = changedValues(one, change, inner, depth + 1);
      return made === undefined ? [] : [[inner, made]];
    }),
  );
}
