import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { SettingsError } from '../settings/settings-error.ts';

/** What lies in a folder. Names are relative, with forward slashes. */
interface Lying {
  readonly files: readonly string[];
  /** Links, pipes and devices. */
  readonly odd: readonly string[];
}

/** The files at the top of a folder, and in those folders of it that are to be looked into. A link is never followed. Throws a SettingsError when it can't be read. */
export function filesIn(dir: string, looksInto: (folder: string) => boolean): Lying {
  const files: string[] = [];
  const odd: string[] = [];
  const look = (folder: string): void => {
    for (const entry of entriesOf(dir, folder)) {
      const file = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isFile()) files.push(file);
      else if (!entry.isDirectory()) odd.push(file);
      else if (folder === '' && looksInto(file)) look(file);
    }
  };
  look('');
  return { files, odd };
}

function entriesOf(dir: string, folder: string): readonly Dirent[] {
  try {
    return readdirSync(join(dir, folder), { withFileTypes: true });
  } catch (error) {
    throw new SettingsError(
      `${dir} can't be read: ${(error as NodeJS.ErrnoException).code ?? String(error)}.`,
    );
  }
}

/** What is wrong with a link, a pipe or a device. */
export const notPlain = 'is no plain file: links and devices are not followed';

/** Throws a SettingsError where a folder that others may have made holds a link or a pipe: what is written there would get elsewhere, and a pipe has no end. */
export function refuseOdd(dir: string): void {
  const [first] = filesIn(dir, () => true).odd;
  if (first !== undefined) throw new SettingsError(`${join(dir, first)} ${notPlain}.`);
}
