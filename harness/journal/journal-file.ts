import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
import { crc32, gunzipSync } from 'node:zlib';
import { unwritable } from '../preflight/trouble.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { GzipFile, mendGzip, writeWhole } from './gzip-file.ts';
import { journalName } from './journal-bytes.ts';

/** What a journal may hold, MB before it is compressed, where the settings do not say: a default run has 60, and a whole night some hundred. */
const usualJournalMb = 2000;

/** A journal holds as much as it may. */
export class JournalFull extends Error {
  constructor(journalMb: number) {
    super(
      `the journal has reached ${journalMb} MB, so the run was ended there. See what fills it, or allow more with limits.journal_mb`,
    );
  }
}

/** Where the records of a journal go, as JSON that holds no secret. */
export interface JournalSink {
  append(records: readonly string[]): void;
  close(): void;
  /** Aborted, with a JournalFull, once more was appended than it may hold. What the run ends with is still written. */
  readonly full: AbortSignal;
  /** Aborted, with an Unwritable, once a write has failed: nothing is written from then on, so that no part in the middle is missing. */
  readonly failed: AbortSignal;
}

/**
 * Opens an append-only file of records, one JSON object a line, each with its number and a checksum: compressed, unless it is named as a plain one of an
 * earlier version. What a killed process has written in part is cut off. `journalMb`: what may be appended. Throws SettingsError where the file can't go on.
 */
export function openJournalFile(file: string, { journalMb = usualJournalMb } = {}): JournalSink {
  mkdirSync(dirname(file), { recursive: true });
  const { descriptor, last } = openWhole(file);
  const gzip = isPlain(file) ? undefined : new GzipFile(descriptor);
  let number = last;
  let open = true;
  const failing = new AbortController();
  const filling = new AbortController();
  let left = journalMb * 1e6;
  const written = (write: () => void): void => {
    if (failing.signal.aborted) return;
    try {
      write();
    } catch (error) {
      failing.abort(unwritable(dirname(file), error));
    }
  };
  return {
    append(records) {
      if (!open || records.length === 0) return;
      const lines = records.map((json) => {
        number += 1;
        return `${sealedLine(json, number)}\n`;
      });
      const bytes = Buffer.from(lines.join(''));
      written(() => (gzip === undefined ? writeWhole(descriptor, bytes) : gzip.append(bytes)));
      left -= bytes.length;
      // Behind what was written: who hears of it may append.
      if (left < 0 && !filling.signal.aborted) filling.abort(new JournalFull(journalMb));
    },
    full: filling.signal,
    failed: failing.signal,
    close() {
      if (!open) return;
      open = false;
      written(() => gzip?.end());
      closeSync(descriptor);
    },
  };
}

function isPlain(file: string): boolean {
  return basename(file) === journalName;
}

/** Opens for appending after the last whole line, and gives the number of the last line that has one. */
function openWhole(file: string): { readonly descriptor: number; readonly last: number } {
  if (!existsSync(file)) return { descriptor: openSync(file, 'a'), last: 0 };
  const descriptor = openSync(file, 'r+');
  const lines = isPlain(file) ? mendPlain(descriptor) : (mendGzip(descriptor) ?? packedElsewhere(file));
  closeSync(descriptor);
  return { descriptor: openSync(file, 'a'), last: lastNumber(lines) };
}

/** Cuts a file behind its last whole line. Gives its last lines. */
function mendPlain(descriptor: number): Buffer {
  const { size } = fstatSync(descriptor);
  const tail = Buffer.alloc(Math.min(size, 16 * 1024 * 1024));
  readSync(descriptor, tail, 0, tail.length, size - tail.length);
  const end = tail.lastIndexOf(0x0a) + 1;
  const whole = size - tail.length + end;
  if (whole < size) ftruncateSync(descriptor, whole);
  return tail.subarray(0, end);
}

/** What a file holds that an earlier version or another program has compressed: more can stand behind it where it is whole. */
function packedElsewhere(file: string): Buffer {
  const bytes = readFileSync(file);
  if (bytes.length === 0) return bytes;
  try {
    return gunzipSync(bytes);
  } catch (error) {
    throw new SettingsError(`${file} can't go on: ${(error as Error).message}. Unpack it by hand.`);
  }
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

/** A line of a journal, taken apart: the JSON of its record. */
type JournalLine =
  /** A whole line with its running number. */
  | { readonly state: 'numbered'; readonly number: number; readonly json: string }
  /** A line of a journal of before the lines were numbered. */
  | { readonly state: 'plain'; readonly json: string }
  | { readonly state: 'damaged' };

/** The end of a line: its running number from 1, and the checksum of all before the checksum. */
const seal = /,"line":(\d{1,15}),"crc":"([0-9a-f]{8})"\}$/;

/** One record as a line without its end: the JSON of an object, its running number, and a checksum that shows a changed byte. */
export function sealedLine(json: string, number: number): string {
  const sealed = `${json.slice(0, -1)},"line":${number}`;
  return `${sealed},"crc":"${checksum(sealed)}"}`;
}

/** Takes a line apart. */
export function openedLine(line: string): JournalLine {
  const found = seal.exec(line);
  if (found === null) return { state: 'plain', json: line };
  const [whole, number = '', crc] = found;
  const json = line.slice(0, -whole.length);
  if (checksum(`${json},"line":${number}`) !== crc) return { state: 'damaged' };
  return { state: 'numbered', number: Number(number), json: `${json}}` };
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}
