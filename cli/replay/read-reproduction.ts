import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readBoundedJson } from '../../harness/files/bounded-json.ts';
import { SettingsError } from '../../harness/settings/settings-error.ts';
import { plain } from '../../reports/words/plain.ts';
import { type Reproduction, reproductionSchema } from '../../reports/reproduction/reproduction.ts';
import { checkStored } from '../../suites/replay/check-stored.ts';

/** Room for a transcript with a few of the largest replies that are read; levels as of any such reply. */
const bounds = {
  what: 'a reproduction',
  mostBytes: 32 * 1024 * 1024,
  mostLevels: 200,
  // What a step sends, its call and its reply.
  foreign: new Set(['data', 'call', 'reply']),
};

/** Reads a reproduction, which is not trusted. Throws a SettingsError that says why the file is no reproduction, or what this version does not know. */
export function readReproduction(file: string): Reproduction {
  const stored = readForm(file);
  try {
    checkStored(stored);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new SettingsError(`${file} can't be run: ${plain(error.message)}`);
  }
  return stored;
}

function readForm(file: string): Reproduction {
  const parsed = reproductionSchema.safeParse(readBoundedJson(file, bounds));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const at = issue === undefined || issue.path.length === 0 ? 'the file' : `"${issue.path.join('.')}"`;
    throw new SettingsError(
      `${file} is no reproduction: ${plain(at)}: ${plain(issue?.message ?? '')}. certify writes them into <out>/reproductions.`,
    );
  }
  return parsed.data;
}

/** The JSON files of a folder by name, as paths. */
export function jsonFilesIn(dir: string): readonly string[] {
  return readdirSync(dir)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => join(dir, name));
}

/** The reproductions of a folder, by name, not yet checked by `checkStored`. Throws a SettingsError when one of its JSON files is no reproduction. */
export function readReproductions(
  dir: string,
): readonly { readonly file: string; readonly reproduction: Reproduction }[] {
  return jsonFilesIn(dir).map((file) => ({ file, reproduction: readForm(file) }));
}
