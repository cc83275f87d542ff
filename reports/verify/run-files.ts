import { createReadStream, existsSync, lstatSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { filesIn, notPlain } from '../../harness/files/plain-files.ts';
import { SettingsError } from '../../harness/settings/settings-error.ts';
import { listedFolders } from '../manifest/report-files.ts';
import type { Fault } from './verification.ts';

/** The files of a run, in its folder or in a pack. Names are relative, with forward slashes. */
export interface RunFiles {
  /** As the reader typed it. */
  readonly name: string;
  readonly files: ReadonlySet<string>;
  /** What is wrong with the whole, whatever the files hold. */
  readonly faults: readonly Fault[];
  /** The bytes of a file that is there. */
  read(file: string): AsyncIterable<Buffer>;
}

/** The text of a file. Undefined where it is larger than that many bytes, or not UTF-8. */
export async function textOf(
  { read }: RunFiles,
  file: string,
  mostBytes: number,
): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of read(file)) {
    bytes += chunk.length;
    if (bytes > mostBytes) return undefined;
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
  } catch {
    return undefined;
  }
}

/** The files in a folder: at its top, and in the folders that a run has. A symbolic link is never followed. Throws a SettingsError when it can't be read. */
export function folderFiles(dir: string): RunFiles {
  const { files, odd } = filesIn(dir, (folder) => (listedFolders as readonly string[]).includes(folder));
  return {
    name: dir,
    files: new Set(files),
    faults: odd.map((file) => ({ file, what: notPlain })),
    read: (file) => createReadStream(join(dir, file), { highWaterMark: 1 << 20 }),
  };
}

/** Whether a path is that of a folder. Throws a SettingsError when there is nothing. */
export function isFolder(path: string): boolean {
  if (!existsSync(path)) throw new SettingsError(`There is no run's folder and no pack ${path}.`);
  return statSync(path).isDirectory();
}

/** Whether something lies in a folder, however both are written. */
export function liesIn(folder: string, file: string): boolean {
  const whole = lstatSync(folder);
  for (let at = join(file, '..'); ; at = join(at, '..')) {
    const stat = statSync(at);
    if (stat.ino === whole.ino && stat.dev === whole.dev) return true;
    if (at === join(at, '..')) return false;
  }
}
