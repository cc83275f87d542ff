import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The folders that are to be made for one, outermost first. */
export function missingFolders(folder: string): readonly string[] {
  const folders: string[] = [];
  for (let at = folder; !existsSync(at); at = dirname(at)) folders.unshift(at);
  return folders;
}

/** Makes a folder with those above it. One by one: mkdir's own `recursive` never returns where the system denies that a parent exists, as under /proc. Throws the system's error. */
export function makeFolder(folder: string): void {
  for (const one of missingFolders(folder))
    try {
      mkdirSync(one);
    } catch (error) {
      // Another process has made it meanwhile.
      if (!existsSync(one) || !statSync(one).isDirectory()) throw error;
    }
  // The system says what is wrong with a file of that name.
  if (!statSync(folder).isDirectory()) mkdirSync(folder);
}
