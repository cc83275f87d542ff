import type { z } from 'zod';
import { SettingsError } from './settings-error.ts';

/** A value that has a schema's form. Throws SettingsError that names the file and each key that is wrong. */
export function checked<T extends z.ZodType>(
  file: string,
  schema: T,
  value: unknown,
  path: readonly string[],
): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  // A misspelt key explains a missing one, so only the former is shown.
  const misspelt = issues.filter((issue) => issue.code === 'unrecognized_keys');
  const shown = misspelt.length > 0 ? misspelt : issues;
  throw new SettingsError(`${file}: ${shown.map((issue) => described(issue, path)).join('; ')}`);
}

/** What is wrong with a key, with its path. */
export function described(issue: z.core.$ZodIssue, path: readonly string[]): string {
  const key = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const at = [...path, ...issue.path, ...key].join('.');
  return `${at === '' ? 'the file' : at} ${issue.message}`;
}
