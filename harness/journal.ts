import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from 'node:fs';
import { createReadStream } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import type { JournalRecord } from './journal-records.ts';
import { redacted, type Redact } from './redact.ts';
import { storedSignature } from './stored-signature.ts';

export interface Journal {
  /** Appends one record; it is on disk within 50 ms, or when the process exits. */
  write(record: JournalRecord): void;
  flush(): void;
  close(): void;
}

const FLUSH_MS = 50;
const FLUSH_CHARACTERS = 64 * 1024;

/** Opens an append-only file of records, one JSON object a line; every text in a record passes `redact`, and no text of the file itself, so that a secret that equals a word of ours damages nothing. A torn last line of a crashed run is cut off. */
export function openJournal(file: string, redact: Redact): Journal {
  mkdirSync(dirname(file), { recursive: true });
  const descriptor = openWhole(file);
  let pending = '';
  let timer: NodeJS.Timeout | undefined;
  let open = true;

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (pending === '') return;
    const bytes = Buffer.from(pending);
    pending = '';
    for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
  };
  process.on('exit', flush);

  return {
    write(record) {
      if (!open) return;
      pending += JSON.stringify(redacted(record, redact)) + '\n';
      if (pending.length >= FLUSH_CHARACTERS) flush();
      else timer ??= setTimeout(flush, FLUSH_MS).unref();
    },
    flush,
    close() {
      if (!open) return;
      flush();
      open = false;
      process.off('exit', flush);
      closeSync(descriptor);
    },
  };
}

/** The records of a journal in their order. A torn last line is left out; any other bad line throws an Error that names it. */
export async function* readJournal(file: string): AsyncIterable<JournalRecord> {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Infinity });
  let number = 0;
  let bad: number | undefined;
  for await (const line of lines) {
    number += 1;
    if (bad !== undefined) throw unreadable(file, bad);
    const record = recordOf(line);
    if (record === undefined) bad = number;
    else yield record;
  }
}

/** The same as readJournal, all at once. */
export function readJournalSync(file: string): readonly JournalRecord[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  if (lines.at(-1) === '') lines.pop();
  const records = lines.map(recordOf);
  const bad = records.indexOf(undefined);
  if (bad !== -1 && bad < records.length - 1) throw unreadable(file, bad + 1);
  return records.filter((record) => record !== undefined);
}

function recordOf(line: string): JournalRecord | undefined {
  try {
    const record = JSON.parse(line) as JournalRecord;
    if (record.k !== 'failure') return record;
    return { ...record, signature: storedSignature.parse(record.signature) };
  } catch {
    return undefined;
  }
}

function unreadable(file: string, line: number): Error {
  return new Error(`${file}:${line} is no journal record`);
}

/** Opens for appending after the last whole line. */
function openWhole(file: string): number {
  if (!existsSync(file)) return openSync(file, 'a');
  const descriptor = openSync(file, 'r+');
  const { size } = fstatSync(descriptor);
  const tail = Buffer.alloc(Math.min(size, 16 * 1024 * 1024));
  readSync(descriptor, tail, 0, tail.length, size - tail.length);
  const whole = size - tail.length + tail.lastIndexOf(0x0a) + 1;
  if (whole < size) ftruncateSync(descriptor, whole);
  closeSync(descriptor);
  return openSync(file, 'a');
}
