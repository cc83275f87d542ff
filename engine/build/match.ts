import { isPlain, stepOf, withIds, referencesIn, type Ids } from './references.ts';
import type { StepId } from '../model.ts';

/** A value of a reply that is known in part only: `expect.any(String)`. */
export class Matcher {
  /** In words. */
  readonly name: string;
  readonly test: (value: unknown) => boolean;
  /** A value that it permits, for simulations. */
  readonly example: unknown;

  constructor(name: string, test: (value: unknown) => boolean, example: unknown) {
    this.name = name;
    this.test = test;
    this.example = example;
  }
}

/** A pattern that permits no field but its own. */
export class Exactly {
  readonly pattern: unknown;

  constructor(pattern: unknown) {
    this.pattern = pattern;
  }
}

/** One place in which a value is not as a pattern asks. */
export interface Mismatch {
  /** `body.items[2].title`. */
  readonly at: string;
  readonly expected: string;
  readonly received: string;
}

/** How a value compares with a pattern. */
export interface Matched {
  readonly mismatches: readonly Mismatch[];
  /** The ids that it makes known. */
  readonly ids: Ids;
}

/**
 * Compares a value with a pattern: fields that the pattern does not name are permitted, a field that it names as `undefined` must be absent, lists
 * must have as many items. Total: a reply may hold anything.
 */
export function match(at: string, pattern: unknown, value: unknown, ids: Ids): Matched {
  const mismatches: Mismatch[] = [];
  const found: Record<StepId, string | number> = {};
  const compare = (where: string, wanted: unknown, given: unknown, exact: boolean): void => {
    const miss = (expected = shown(wanted)) =>
      mismatches.push({ at: where, expected, received: shown(given) });
    if (wanted instanceof Exactly) return compare(where, wanted.pattern, given, true);
    if (wanted instanceof Matcher) {
      if (!holds(wanted, given)) miss();
    } else if (typeof wanted === 'string') {
      const step = stepOf(wanted);
      const known = step === undefined ? undefined : (ids[step] ?? found[step]);
      if (step !== undefined && known === undefined) {
        // What was only described so far gets its name.
        if (typeof given === 'number' || (typeof given === 'string' && given !== '')) found[step] = given;
        else miss('an id');
        return;
      }
      const text = known ?? withIds(wanted, { ...ids, ...found });
      const isOpen = typeof text === 'string' && referencesIn(text).length > 0;
      if (isOpen ? typeof given !== 'string' : given !== text) miss(isOpen ? 'a text' : shown(text));
    } else if (Array.isArray(wanted)) {
      if (!Array.isArray(given) || given.length !== wanted.length) {
        const items = wanted.length === 1 ? 'item' : 'items';
        miss(`a list of ${wanted.length} ${items}: ${shown(wanted)}`);
      } else
        for (const [index, one] of wanted.entries()) compare(`${where}[${index}]`, one, given[index], exact);
    } else if (isPlain(wanted)) {
      if (typeof given !== 'object' || given === null || Array.isArray(given)) return void miss();
      const fields = given as Readonly<Record<string, unknown>>;
      const named = Object.entries(wanted).map(
        ([name, one]) => [withIds(name, { ...ids, ...found }), one] as const,
      );
      for (const [name, one] of named)
        compare(`${where}.${name}`, one, Object.hasOwn(fields, name) ? fields[name] : undefined, exact);
      if (!exact) return;
      const names = new Set(named.map(([name]) => name));
      for (const name of Object.keys(fields))
        if (!names.has(name))
          mismatches.push({ at: `${where}.${name}`, expected: 'absent', received: shown(fields[name]) });
    } else if (!Object.is(wanted, given)) miss();
  };
  compare(at, pattern, value, false);
  return { mismatches, ids: found };
}

function holds({ name, test }: Matcher, value: unknown): boolean {
  try {
    return test(value);
  } catch (error) {
    throw new Error(`the test of "${name}" threw for ${shown(value)}: ${wordsOf(error)}`, { cause: error });
  }
}

/** A value that a pattern permits, for simulations: they presume that a reply is so. */
export function exampleOf(pattern: unknown): unknown {
  if (pattern instanceof Exactly) return exampleOf(pattern.pattern);
  if (pattern instanceof Matcher) return pattern.example;
  if (Array.isArray(pattern)) return pattern.map(exampleOf);
  if (!isPlain(pattern)) return pattern;
  return Object.fromEntries(Object.entries(pattern).map(([name, one]) => [name, exampleOf(one)]));
}

const mostLetters = 200;

/** A value or pattern in a few words. */
export function shown(value: unknown): string {
  if (value === undefined) return 'absent';
  if (value instanceof Matcher) return value.name;
  if (typeof value === 'bigint' || typeof value === 'symbol' || typeof value === 'function')
    return String(value).slice(0, mostLetters);
  if (value instanceof Error) return `${value.name}: ${value.message}`.slice(0, mostLetters);
  let text: string | undefined;
  try {
    text = JSON.stringify(value, (_, one: unknown) => {
      if (one instanceof Matcher) return `<${one.name}>`;
      if (one instanceof Exactly) return one.pattern;
      return typeof one === 'bigint' ? String(one) : one;
    });
  } catch {
    // It refers to itself.
  }
  text ??= Object.prototype.toString.call(value);
  return text.length > mostLetters ? `${text.slice(0, mostLetters)}…` : text;
}

/** The message of what was thrown, which may be anything. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : shown(error);
}
