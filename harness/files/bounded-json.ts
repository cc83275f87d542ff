import { readBounded } from './bounded-file.ts';
import { SettingsError } from '../settings/settings-error.ts';
import type { Json } from '../../engine/model.ts';

/** How much of a JSON file is read. */
export interface JsonBounds {
  /** For messages: `a reproduction`. */
  readonly what: string;
  readonly mostBytes: number;
  readonly mostLevels: number;
  /** The names of fields that hold what was sent and received, in which any key may stand. Default: none. */
  readonly foreign?: ReadonlySet<string>;
}

/**
 * The data of a JSON file that is not trusted. Throws SettingsError when it can't be read, is larger or nested deeper than the bounds, is no
 * JSON, has a key twice in an object, or has a key `__proto__` outside what is foreign.
 */
export function readBoundedJson(file: string, { what, mostBytes, mostLevels, foreign }: JsonBounds): unknown {
  const found = jsonIn(readBounded(file, mostBytes), mostLevels, foreign);
  if ('wrong' in found) throw new SettingsError(`${file} can't be read as ${what}: ${found.wrong}.`);
  return found.value;
}

/** The data of a JSON text that is not trusted, or what is wrong with the text. */
export function jsonIn(
  text: string,
  mostLevels: number,
  foreign: ReadonlySet<string> = new Set(),
): { readonly value: unknown } | { readonly wrong: string } {
  if (levelsOf(text, mostLevels) > mostLevels)
    return { wrong: `it is nested deeper than ${mostLevels} levels` };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { wrong: 'it is no JSON' };
  }
  if (hasProto(value, foreign)) return { wrong: 'no key may be __proto__' };
  // Programs differ in which of them they take.
  return membersIn(text) === membersOf(value) ? { value } : { wrong: 'a key is there twice' };
}

/** How many members the objects of a JSON text have. */
function membersIn(text: string): number {
  let [members, quoted] = [0, false];
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"') quoted = !quoted;
    else if (quoted) at += char === '\\' ? 1 : 0;
    else if (char === ':') members += 1;
  }
  return members;
}

/** How many are left of them: of those with one name the last. */
function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner: readonly unknown[] = Object.values(value);
  return inner.reduce<number>((sum, one) => sum + membersOf(one), Array.isArray(value) ? 0 : inner.length);
}

/** The levels of a JSON text, counted before anything follows them by calling itself; no further than one past `most`. */
export function levelsOf(text: string, most: number): number {
  let [depth, deepest, quoted] = [0, 0, false];
  for (let at = 0; at < text.length && deepest <= most; at += 1) {
    const char = text[at];
    if (char === '"') quoted = !quoted;
    else if (quoted) at += char === '\\' ? 1 : 0;
    else if (char === '[' || char === '{') depth += 1;
    else if (char === ']' || char === '}') depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

function hasProto(value: unknown, foreign: ReadonlySet<string>): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([name, inner]) => name === '__proto__' || (!foreign.has(name) && hasProto(inner, foreign)),
  );
}

/** Longest text in a stored value: far above any id that a later request sends. */
const LONGEST_TEXT = 16 * 1024;
/** Longest stored value: the journal holds one for each step of a failure. */
const LONGEST_VALUE = 256 * 1024;

/** A received value as a journal stores it: long texts are cut, numbers that JSON can't hold are named, and a far too long value is left out. */
export function boundedJson(value: unknown): Json {
  const text = JSON.stringify(value ?? null, bounded);
  return text.length > LONGEST_VALUE ? null : (JSON.parse(text) as Json);
}

function bounded(_key: string, value: unknown): unknown {
  if (typeof value === 'string' && value.length > LONGEST_TEXT) return `${value.slice(0, LONGEST_TEXT)}…`;
  return typeof value === 'number' && !Number.isFinite(value) ? 'a number beyond 1.8e308' : value;
}
