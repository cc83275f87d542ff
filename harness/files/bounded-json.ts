import { readBounded } from './bounded-file.ts';
import { SettingsError } from '../settings/settings-error.ts';

/** How much of a JSON file is read. */
export interface JsonBounds {
  /** For messages: `a reproduction`. */
  readonly what: string;
  readonly mostBytes: number;
  readonly mostLevels: number;
}

/**
 * The data of a JSON file that is not trusted. Throws SettingsError when it can't be read, is larger or nested deeper than the bounds, is no
 * JSON, or has a key `__proto__`.
 */
export function readBoundedJson(file: string, { what, mostBytes, mostLevels }: JsonBounds): unknown {
  const found = jsonIn(readBounded(file, mostBytes), mostLevels);
  if ('wrong' in found) throw new SettingsError(`${file} can't be read as ${what}: ${found.wrong}.`);
  return found.value;
}

/** The data of a JSON text that is not trusted, or what is wrong with the text. */
export function jsonIn(
  text: string,
  mostLevels: number,
): { readonly value: unknown } | { readonly wrong: string } {
  if (levelsOf(text, mostLevels) > mostLevels)
    return { wrong: `it is nested deeper than ${mostLevels} levels` };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { wrong: 'it is no JSON' };
  }
  return hasProto(value) ? { wrong: 'no key may be __proto__' } : { value };
}

/** The levels of a JSON text, counted before anything follows them by calling itself; no further than one past `most`. */
function levelsOf(text: string, most: number): number {
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

function hasProto(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(hasProto);
}
