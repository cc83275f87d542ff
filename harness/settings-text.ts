import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse as parseEnv } from 'dotenv';
import { parseDocument } from 'yaml';
import { SettingsError } from './settings-error.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The data of a YAML text. Throws SettingsError with line and column of the first error in it. */
export function parseYaml(file: string, text: string): unknown {
  const document = parseDocument(text, { prettyErrors: true });
  const fault = document.errors[0];
  if (fault !== undefined) {
    const [where] = fault.linePos ?? [];
    const what = fault.message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, '');
    throw new SettingsError(`${file}:${where?.line ?? 1}:${where?.col ?? 1}: ${what}`);
  }
  try {
    return document.toJS({ maxAliasCount: 100 }) as unknown;
  } catch (error) {
    throw new SettingsError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The environment, completed from the `.env` file next to the targets file. */
export function readEnvironment(file: string, env: Environment): Environment {
  const path = join(dirname(file), '.env');
  return existsSync(path) ? { ...parseEnv(readFileSync(path)), ...env } : env;
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
