import { closeSync, constants, openSync, readSync } from 'node:fs';
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
    // Else a pipe that nobody writes to would keep us for ever.
    handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const chunks: Buffer[] = [];
    let length = 0;
    for (;;) {
      const chunk = Buffer.alloc(chunkBytes);
      const read = readWaiting(handle, chunk);
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

/** How long the writer of a pipe may say nothing, ms. */
const silentMs = 10_000;
const lookMs = 10;

/** Reads what comes next. Of a pipe whose writer has said nothing yet it is waited for, within bounds. */
function readWaiting(handle: number, chunk: Buffer): number {
  for (let waitedMs = 0; ; waitedMs += lookMs)
    try {
      return readSync(handle, chunk, 0, chunk.length, null);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || waitedMs >= silentMs) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, lookMs);
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
  EAGAIN: 'nothing is written to the pipe',
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
