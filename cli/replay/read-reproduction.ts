import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SettingsError } from '../../harness/settings-error.ts';
import { plain } from '../../reports/plain.ts';
import { type Reproduction, reproductionSchema } from '../../reports/reproduction/reproduction.ts';

/** Reads a reproduction. Throws a SettingsError when the file is none. */
export function readReproduction(file: string): Reproduction {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new SettingsError(`${file} can't be read as a reproduction: ${plain((cause as Error).message)}`);
  }
  const parsed = reproductionSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const at = issue === undefined || issue.path.length === 0 ? 'the file' : `"${issue.path.join('.')}"`;
  throw new SettingsError(
    `${file} is no reproduction: ${at}: ${plain(issue?.message ?? '')}. certify writes them into <out>/reproductions.`,
  );
}

/** The reproductions of a folder, by name. Throws a SettingsError when one of its JSON files is none. */
export function readReproductions(
  dir: string,
): readonly { readonly file: string; readonly reproduction: Reproduction }[] {
  return readdirSync(dir)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => ({ file: join(dir, name), reproduction: readReproduction(join(dir, name)) }));
}
