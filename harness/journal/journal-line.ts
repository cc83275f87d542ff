import { crc32 } from 'node:zlib';

/** A line of a journal, taken apart. */
export type JournalLine =
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
