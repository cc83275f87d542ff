import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';

/** So many files are kept, the latest: some twelve for each run with another seed or target. */
const mostKept = 200;

/** A value that is kept in a folder. A file that is damaged or can't be read or written makes no difference but time. */
export interface KeptFile<T> {
  read(): T | undefined;
  write(value: T): void;
}

/** The file of what is made of `source`, which must be all that it depends on, the program's code included. */
export function keptFile<T>(folder: string, source: unknown): KeptFile<T> {
  const file = join(folder, `${digestOf(JSON.stringify(source))}.json`);
  return { read: () => read(file) as T | undefined, write: (value) => write(folder, file, value) };
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The first line is the digest of the rest: a file that was cut or changed is not used. */
function read(file: string): unknown {
  try {
    const text = readFileSync(file, 'utf8');
    const end = text.indexOf('\n');
    const body = text.slice(end + 1);
    return text.slice(0, end) === digestOf(body) ? JSON.parse(body) : undefined;
  } catch {
    return undefined;
  }
}

/** Under another name first, so that nobody reads half of it. */
function write(folder: string, file: string, value: unknown): void {
  const body = JSON.stringify(value);
  const unfinished = `${file}.${process.pid}-${threadId}`;
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(unfinished, `${digestOf(body)}\n${body}`);
    renameSync(unfinished, file);
    removeOldest(folder);
  } catch {
    // A full disk or a read-only folder costs the time of making it again, and nothing else.
    remove(unfinished);
  }
}

function removeOldest(folder: string): void {
  const names = readdirSync(folder);
  if (names.length <= mostKept) return;
  const files = names.map((name) => join(folder, name)).map((file) => ({ file, at: statSync(file).mtimeMs }));
  const oldest = files.toSorted((one, other) => one.at - other.at).slice(0, names.length - mostKept);
  for (const { file } of oldest) remove(file);
}

function remove(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // Another run may write or remove the same files, and the folder may be none.
  }
}
