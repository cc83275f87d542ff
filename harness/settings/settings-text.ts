import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse as parseEnv } from 'dotenv';
import { readBounded } from '../files/bounded-file.ts';
import { SettingsError } from './settings-error.ts';
import { type Granted, refuseInAddress, withGranted } from './granted.ts';
import { isCollection, isScalar, LineCounter, parseDocument, visit, type Document } from 'yaml';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Of a targets file and of the `.env` file next to it: an entry takes about a kilobyte, so this is room for hundreds. */
export const mostSettingsBytes = 500_000;

/** The environment, completed from the `.env` file next to the targets file. Throws SettingsError when that can't be read. */
export function readEnvironment(file: string, env: Environment): Environment {
  const path = join(dirname(file), '.env');
  return existsSync(path) ? { ...parseEnv(readBounded(path, mostSettingsBytes)), ...env } : env;
}

/** A variable, and the key that needs it. */
export interface Needed {
  readonly name: string;
  readonly path: string;
}

/** Settings with their variables filled in, and those variables that are set, but empty: a key may take an empty text. */
export interface Filled {
  readonly filled: unknown;
  readonly empty: readonly Needed[];
}

interface HowFilled {
  /** What is filled in by the run. */
  readonly later?: (name: string, path: string) => boolean;
  /** The only variables that the settings may read. Absent: all. */
  readonly granted?: Granted | undefined;
}

/**
 * Fills `${NAME}` and `${NAME:-fallback}` in every text of `value`, but for those that are filled in `later`. Throws SettingsError that names all
 * unset variables, each with its key.
 */
export function fillVariables(
  value: unknown,
  env: Environment,
  path: string,
  { later = () => false, granted }: HowFilled = {},
): Filled {
  const own = granted === undefined ? env : withGranted(env, granted);
  const unset: Needed[] = [];
  const empty: Needed[] = [];
  const filled = fill(value, path, (text, at) => {
    if (granted !== undefined) refuseInAddress(text, at, granted);
    return fillText(
      text,
      own,
      { path: at, later: (name) => later(name, at) },
      (name) => void (own[name] === '' ? empty : unset).push({ name, path: at }),
    );
  });
  const kept = unset.find(({ name }) => granted?.variables.includes(name) === false);
  if (kept !== undefined)
    throw new SettingsError(
      `${kept.path} needs the variable ${kept.name}, which the fleet file does not pass to this file: name it under variables there, if the file may read it.`,
    );
  if (unset.length > 0) throw new SettingsError(unsetText(unset));
  return { filled, empty };
}

function fill(value: unknown, path: string, textOf: (text: string, path: string) => string): unknown {
  if (typeof value === 'string') return textOf(value, path);
  if (Array.isArray(value)) return value.map((item, index) => fill(item, `${path}.${index}`, textOf));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, fill(item, `${path}.${key}`, textOf)]),
  );
}

function unsetText(unset: readonly Needed[]): string {
  const [first] = unset;
  if (unset.length === 1 && first !== undefined)
    return `${first.path} needs the environment variable ${first.name}, which is not set. Set it, or write it into an .env file next to the targets file.`;
  const all = unset.map(({ name, path }) => `${name} (${path})`).join(', ');
  return `${unset.length} settings need environment variables that are not set: ${all}. Set them, or write them into an .env file next to the targets file.`;
}

interface Place {
  readonly path: string;
  readonly later: (name: string) => boolean;
}

function fillText(
  text: string,
  env: Environment,
  { path, later }: Place,
  isMissing: (name: string) => void,
): string {
  return text.replaceAll(/\$\{([^}]*)(\}|$)/g, (whole, inside: string, end: string) => {
    if (end === '') return whole;
    const [, name, fallback] = /^([A-Za-z_]\w*)(?::-(.*))?$/s.exec(inside) ?? [];
    if (name === undefined)
      throw new SettingsError(`${path}: ${whole} does not have the form \${NAME} or \${NAME:-fallback}.`);
    if (later(name)) return whole;
    const found = env[name];
    if (found !== undefined && found !== '') return found;
    if (fallback !== undefined) return fallback;
    isMissing(name);
    return found ?? whole;
  });
}

/** Levels at most: an entry has five. */
const mostLevels = 32;
/** What aliases may stand for, all in all: enough for shared personas, and too little for a bomb. */
const mostAliased = 100;

/**
 * The data of a YAML text, which is not trusted: it may hold one document, of few levels, whose aliases stand for little and whose keys
 * are each there once. Throws SettingsError with line and column of the first error in it.
 */
export function parseYaml(file: string, text: string): unknown {
  const lines = new LineCounter();
  try {
    // Duplicates are looked for below: the parser compares each key with all others, which takes minutes where they are many.
    const document = parseDocument(text, {
      prettyErrors: true,
      lineCounter: lines,
      uniqueKeys: false,
      merge: true,
    });
    const fault = document.errors[0];
    // The parser follows the levels of a text by calling itself, and so does what follows.
    if (fault?.code === 'RESOURCE_EXHAUSTION') throw new SettingsError(`${file}: ${tooDeep}`);
    if (fault?.code === 'MULTIPLE_DOCS') {
      const { line } = lines.linePos(fault.pos[0]);
      throw new SettingsError(`${file}:${line}: a second document begins here: put all targets into one.`);
    }
    if (fault !== undefined) {
      const [where] = fault.linePos ?? [];
      const what = fault.message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, '');
      throw new SettingsError(`${file}:${where?.line ?? 1}:${where?.col ?? 1}: ${what}`);
    }
    check(document, (offset, what) => {
      const { line, col } = lines.linePos(offset);
      return new SettingsError(`${file}:${line}:${col}: ${what}`);
    });
    return document.toJS({ maxAliasCount: mostAliased }) as unknown;
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    if (error instanceof RangeError) throw new SettingsError(`${file}: ${tooDeep}`);
    throw new SettingsError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const tooDeep = `it is nested deeper than ${mostLevels} levels.`;

/** Throws what `at` makes of the first level that is too deep, and of the first key that is there twice or is no name. */
function check(document: Document, at: (offset: number, what: string) => SettingsError): void {
  visit(document, {
    Alias(_key, alias, path) {
      const meant = alias.resolve(document);
      if (path.some((one) => one === meant))
        throw at(alias.range?.[0] ?? 0, `the alias *${alias.source} stands for what it is a part of.`);
    },
    Collection(_key, { range }, path) {
      if (path.filter(isCollection).length >= mostLevels) throw at(range?.[0] ?? 0, tooDeep);
    },
    Map(_key, { items }) {
      const keys = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        const offset = key.range?.[0] ?? 0;
        if (key.value === '__proto__') throw at(offset, 'no key may be __proto__.');
        if (keys.has(key.value)) throw at(offset, `the key "${String(key.value)}" is there twice.`);
        keys.add(key.value);
      }
    },
  });
}

/** More are no settings that a person keeps. */
const mostTargets = 1000;
/** It becomes part of the name of a run's folder. */
const nameForm = /^[^\p{C}/\\]{1,100}$/u;
/** Names in a message at most. */
const mostListed = 20;

/** Throws SettingsError when a targets file has no target, too many, or one whose name can't be that of a folder. */
export function checkNames(file: string, names: readonly string[]): void {
  if (names.length === 0) throw new SettingsError(`${file} has no targets.`);
  if (names.length > mostTargets)
    throw new SettingsError(`${file} has ${names.length} targets: ${mostTargets} at most.`);
  const unrunnable = names.find((one) => !nameForm.test(one));
  if (unrunnable !== undefined)
    throw new SettingsError(
      `${file}: no target may be called ${JSON.stringify(unrunnable.slice(0, 100))}: a run's folder is named after it, so it must have 1 to 100 characters, none of them / or \\ or invisible.`,
    );
}

/** The first names, for a message. */
export function listed(names: readonly string[]): string {
  const more = names.length - mostListed;
  return `${names.slice(0, mostListed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
