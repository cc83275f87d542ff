import { rename, rm, writeFile, chmod } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '../../harness/files/make-folder.ts';
import { hiddenEscaped } from '../words/plain.ts';

/** Writes a file whole or not at all: readers see the old text or the new, never a part. Makes its folder. */
export async function writeAtomically(
  file: string,
  text: string | Uint8Array,
  options: { readonly executable?: boolean } = {},
): Promise<void> {
  makeFolder(dirname(file));
  // The process id keeps two writers of the same report apart.
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    // What a killed process has left, or a link that somebody has put there.
    await rm(temporary, { force: true });
    await writeFile(temporary, text, { flag: 'wx' });
    if (options.executable) await chmod(temporary, 0o755);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** A value as the text of a JSON file. A person may print the file in a terminal, so no character hides there. */
export function jsonText(value: unknown): string {
  return `${hiddenEscaped(JSON.stringify(value, null, 2))}\n`;
}
