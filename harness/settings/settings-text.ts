import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse as parseEnv } from 'dotenv';
import { readBounded } from '../files/bounded-file.ts';
import { SettingsError } from './settings-error.ts';

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

/**
 * Fills `${NAME}` and `${NAME:-fallback}` in every text of `value`, but for those that are filled in `later`. Throws SettingsError that names all
 * unset variables, each with its key.
 */
export function fillVariables(
  value: unknown,
  env: Environment,
  path: string,
  later: (name: string, path: string) => boolean = () => false,
): Filled {
  const unset: Needed[] = [];
  const empty: Needed[] = [];
  const filled = fill(value, path, (text, at) =>
    fillText(
      text,
      env,
      { path: at, later: (name) => later(name, at) },
      (name) => void (env[name] === '' ? empty : unset).push({ name, path: at }),
    ),
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
  return text.replaceAll(/\$\{([^}]*)\}/g, (whole, inside: string) => {
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
