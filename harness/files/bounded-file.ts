import { closeSync, openSync, readSync } from 'node:fs';
import { SettingsError } from '../settings/settings-error.ts';

const chunkBytes = 1 << 16;

/**
 * The text of a file of at most so many bytes. A pipe or a device is read no further than that either. Throws SettingsError when it can't be
 * read, is larger, or is not UTF-8.
 */
export function readBounded(file: string, mostBytes: number): string {
  const bytes = readBoundedBytes(file, mostBytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new SettingsError(`${file} can't be read: it is not UTF-8 text.`);
  }
}

/** The same in bytes, whatever they are. */
export function readBoundedBytes(file: string, mostBytes: number): Buffer {
  let handle: number | undefined;
  try {
    handle = openSync(file, 'r');
    const chunks: Buffer[] = [];
    let length = 0;
    for (;;) {
      const chunk = Buffer.alloc(chunkBytes);
      const read = readSync(handle, chunk, 0, chunkBytes, null);
      if (read === 0) return Buffer.concat(chunks);
      chunks.push(chunk.subarray(0, read));
      length += read;
      if (length > mostBytes) throw tooLarge(file, mostBytes);
    }
  } catch (error) {
    throw error instanceof SettingsError ? error : unreadable(file, error);
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

function tooLarge(file: string, mostBytes: number): SettingsError {
  return new SettingsError(
    `${file} is larger than ${mostBytes} bytes, the most that is read of such a file.`,
  );
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'no permission',
  EPERM: 'no permission',
  EISDIR: 'it is a directory',
  ELOOP: 'its symbolic links lead in a circle',
  ENAMETOOLONG: 'its name is too long',
  ENOTDIR: 'a part of its path is a file',
};

function unreadable(file: string, error: unknown): SettingsError {
  const { code = String(error) } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new SettingsError(`There is no file ${file}.`);
  return new SettingsError(`${file} can't be read: ${reasons[code] ?? code}.`);
}
