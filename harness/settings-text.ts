import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse as parseEnv } from 'dotenv';
import { readBounded } from './bounded-file.ts';
import { SettingsError } from './settings-error.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Of a targets file and of the `.env` file next to it: an entry takes about a kilobyte, so this is room for hundreds. */
export const mostSettingsBytes = 500_000;

/** The environment, completed from the `.env` file next to the targets file. Throws SettingsError when that can't be read. */
export function readEnvironment(file: string, env: Environment): Environment {
  const path = join(dirname(file), '.env');
  return existsSync(path) ? { ...parseEnv(readBounded(path, mostSettingsBytes)), ...env } : env;
}

/** Fills `${NAME}` and `${NAME:-fallback}` in every text of `value`. Throws SettingsError that names an unset variable and its key. */
export function fillVariables(value: unknown, env: Environment, path: string): unknown {
  if (typeof value === 'string') return fillText(value, env, path);
  if (Array.isArray(value)) return value.map((item, index) => fillVariables(item, env, `${path}.${index}`));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, fillVariables(item, env, `${path}.${key}`)]),
  );
}

function fillText(text: string, env: Environment, path: string): string {
  return text.replaceAll(/\$\{([^}]*)\}/g, (whole, inside: string) => {
    const [, name, fallback] = /^([A-Za-z_]\w*)(?::-(.*))?$/s.exec(inside) ?? [];
    if (name === undefined)
      throw new SettingsError(`${path}: ${whole} does not have the form \${NAME} or \${NAME:-fallback}.`);
    const found = env[name];
    if (found !== undefined && (found !== '' || fallback === undefined)) return found;
    if (fallback !== undefined) return fallback;
    throw new SettingsError(
      `${path} needs the environment variable ${name}, which is not set. Set it, or write it into an .env file next to the targets file.`,
    );
  });
}
