/**
 * What a text is for. `free`: people write it, in any language. `line`: the same of an address or a name of a shop. `id`: a merchant's own reference.
 * `stated`: the documents say its form, so that its own rule judges it.
 */
export type TextUse = 'free' | 'line' | 'id' | 'stated';

/** Columns often hold no more characters. */
const longest = 255;
/** Characters beyond the basic plane of Unicode, as some kanji are. */
const astral = /[\u{10000}-\u{10ffff}]/u;
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const control = /[\u0000-\u001f\u007f-\u009f]/;
/** Ids as shops number their orders and articles. */
const plainId = /^(?=[^a-z_#:]*[a-z_#:])[\w.:#-]+$/i;
/** Keys as programs name them. */
const plainKey = /^(?!__)[\w-]+$/;
/** The names that each object of some languages has already. */
const inherited: ReadonlySet<string> = new Set([
  'constructor',
  'hasOwnProperty',
  'prototype',
  'toString',
  'valueOf',
]);

/** What a careful server may refuse in a text of people: the documents say nothing of it. */
const doubtful: readonly RegExp[] = [
  // Marks that are not seen, line and paragraph separators, characters of nobody.
  /[\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Cn}]/u,
  // Scripts that are written from right to left.
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/,
  // What looks like code: escapes, markup, templates, comments of SQL.
  /\\|%[0-9a-f]{2}|<[/!?a-z]|&#?[0-9a-z]+;|\$\{|\{\{|--/i,
  // Neither a letter nor a digit.
  /^[^\p{L}\p{N}]+$/u,
];

/** What looks like a value of another type, with nothing around it. */
const otherType =
  /^(?:[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?|\d{4}-\d\d-\d\d(?:[t ].*)?|true|false|null|undefined|nan|[[{].*[\]}])$/is;

/** Whether the documents leave open if such a text is taken: it is very long, or has characters or a form that no shop needs. */
export function isUnusualText(value: string, use: TextUse): boolean {
  if (value.length > longest || control.test(value)) return true;
  if (value === '') return false;
  if (use === 'id') return !plainId.test(value) || isInherited(value);
  if (use !== 'free' && astral.test(value)) return true;
  // The number of a house or a room.
  if (use === 'line' && /^\d{1,4}$/.test(value)) return false;
  return (
    use !== 'stated' &&
    (isInherited(value) || otherType.test(value.trim()) || doubtful.some((form) => form.test(value)))
  );
}

/** The same of the keys of an object of pairs. Keys that differ in their case alone may be one for a server. */
export function areUnusualKeys(keys: readonly string[]): boolean {
  return (
    new Set(keys.map((key) => key.toLowerCase())).size < keys.length ||
    keys.some((key) => key.length > longest || !plainKey.test(key) || isInherited(key))
  );
}

/** Whether a text has characters beyond the basic plane of Unicode, as some kanji are. */
export const isAstral = (value: unknown): value is string => typeof value === 'string' && astral.test(value);

const isInherited = (value: string): boolean => value.startsWith('__') || inherited.has(value);
