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
import { unwritable } from '../preflight/trouble.ts';
import { crc32 } from 'node:zlib';

/** Where the records of a journal go, as JSON that holds no secret. */
export interface JournalSink {
  append(records: readonly string[]): void;
  close(): void;
  /** Aborted, with an Unwritable, once a write has failed: nothing is written from then on, so that no part in the middle is missing. */
  readonly failed: AbortSignal;
}

/** Opens an append-only file of records, one JSON object a line, each with its number and a checksum. A torn last line of a crashed run is cut off. */
export function openJournalFile(file: string): JournalSink {
  mkdirSync(dirname(file), { recursive: true });
  const { descriptor, last } = openWhole(file);
  let number = last;
  let open = true;
  const failing = new AbortController();
  return {
    append(records) {
      if (!open || failing.signal.aborted || records.length === 0) return;
      const lines = records.map((json) => {
        number += 1;
        return `${sealedLine(json, number)}\n`;
      });
      const bytes = Buffer.from(lines.join(''));
      try {
        for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
      } catch (error) {
        failing.abort(unwritable(dirname(file), error));
      }
    },
    failed: failing.signal,
    close() {
      if (!open) return;
      open = false;
      closeSync(descriptor);
    },
  };
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

/** A line of a journal, taken apart. */
type JournalLine =
  /** A whole line with its running number. */
  | { readonly state: 'numbered'; readonly number: number; readonly value: unknown }
  /** A line of a journal of before the lines were numbered. */
  | { readonly state: 'plain'; readonly value: unknown }
  | { readonly state: 'damaged' };

const damaged: JournalLine = { state: 'damaged' };

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
  if (found === null) return withValue(line, (value) => ({ state: 'plain', value }));
  const [whole, number = '', crc] = found;
  const end = line.length - whole.length;
  if (checksum(line.slice(0, end) + `,"line":${number}`) !== crc) return damaged;
  return withValue(`${line.slice(0, end)}}`, (value) => ({
    state: 'numbered',
    number: Number(number),
    value,
  }));
}

function withValue(json: string, opened: (value: unknown) => JournalLine): JournalLine {
  try {
    return opened(JSON.parse(json));
  } catch {
    return damaged;
  }
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}
