import type { z } from 'zod';
import { SettingsError } from './settings-error.ts';
import type { Needed } from './settings-text.ts';

/** A value that has a schema's form. Throws SettingsError that names the file and each key that is wrong, with its variable where that is `empty`. */
export function checked<T extends z.ZodType>(
  file: string,
  schema: T,
  value: unknown,
  path: readonly string[],
  empty: readonly Needed[] = [],
): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  // A misspelt key explains a missing one, so only the former is shown.
  const misspelt = issues.filter((issue) => issue.code === 'unrecognized_keys');
  const shown = misspelt.length > 0 ? misspelt : issues;
  // An empty text may break several rules of one key.
  const said = new Set(shown.map((issue) => described(issue, path, empty)));
  throw new SettingsError(`${file}: ${[...said].join('; ')}`);
}

/** What is wrong with a key, with its path. */
export function described(
  issue: z.core.$ZodIssue,
  path: readonly string[],
  empty: readonly Needed[] = [],
): string {
  const key = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const at = [...path, ...issue.path, ...key].join('.');
  const names = empty.filter((one) => one.path === at).map(({ name }) => name);
  if (names.length > 0)
    return `${at} needs the environment variable ${names.join(' and ')}, which is set, but empty: give it a value`;
  return `${at === '' ? 'the file' : at} ${issue.message}`;
}
