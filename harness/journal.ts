import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { sealedLine, openedLine } from './journal-line.ts';
import type { JournalRecord } from './journal-records.ts';
import { redacted, type Redact } from './redact.ts';
import { unwritable } from './trouble.ts';

export interface Journal {
  /** Appends one record; a judgement is on disk at once, any other record within 50 ms, or when the process exits. */
  write(record: JournalRecord): void;
  flush(): void;
  close(): void;
  /** Aborted, with an Unwritable, once a write has failed: nothing is written from then on, so that no part in the middle is missing. */
  readonly failed: AbortSignal;
}

const FLUSH_MS = 50;
const FLUSH_CHARACTERS = 64 * 1024;

/** Opens an append-only file of records, one JSON object a line, each with its number and a checksum; every text in a record passes `redact`, and no text of the file itself, so that a secret that equals a word of ours damages nothing. A torn last line of a crashed run is cut off. */
export function openJournal(file: string, redact: Redact): Journal {
  mkdirSync(dirname(file), { recursive: true });
  const { descriptor, last } = openWhole(file);
  let number = last;
  let pending = '';
  let timer: NodeJS.Timeout | undefined;
  let open = true;
  const failing = new AbortController();

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (pending === '') return;
    const bytes = Buffer.from(pending);
    pending = '';
    try {
      for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
    } catch (error) {
      failing.abort(unwritable(dirname(file), error));
    }
  };
  process.on('exit', flush);

  return {
    write(record) {
      if (!open || failing.signal.aborted) return;
      number += 1;
      pending += `${sealedLine(JSON.stringify(redacted(record, redact)), number)}\n`;
      if (pending.length >= FLUSH_CHARACTERS || isJudgement(record)) flush();
      else timer ??= setTimeout(flush, FLUSH_MS).unref();
    },
    failed: failing.signal,
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

/** What a killed process must not lose, even while a long computation keeps the timer from running. */
function isJudgement({ k }: JournalRecord): boolean {
  return k === 'sequence' || k === 'failure' || k === 'end';
}

/** Opens for appending after the last whole line, and gives the number of the last line that has one. */
function openWhole(file: string): { readonly descriptor: number; readonly last: number } {
  if (!existsSync(file)) return { descriptor: openSync(file, 'a'), last: 0 };
  const descriptor = openSync(file, 'r+');
  const { size } = fstatSync(descriptor);
  const tail = Buffer.alloc(Math.min(size, 16 * 1024 * 1024));
  readSync(descriptor, tail, 0, tail.length, size - tail.length);
  const end = tail.lastIndexOf(0x0a) + 1;
  const whole = size - tail.length + end;
  if (whole < size) ftruncateSync(descriptor, whole);
  closeSync(descriptor);
  return { descriptor: openSync(file, 'a'), last: lastNumber(tail.subarray(0, end)) };
}

/** The number of the last undamaged line; 0 without any. */
function lastNumber(lines: Buffer): number {
  let to = lines.length - 1;
  while (to > 0) {
    const from = lines.lastIndexOf(0x0a, to - 1) + 1;
    const line = openedLine(lines.toString('utf8', from, to));
    if (line.state === 'numbered') return line.number;
    to = from - 1;
  }
  return 0;
}
