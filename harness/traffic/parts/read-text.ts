import { gunzipSync } from 'node:zlib';
import { readBoundedBytes } from '../../files/bounded-file.ts';
import { SettingsError } from '../../settings/settings-error.ts';

/** The largest file that is read, bytes, compressed or not: it is held in memory several times over. */
const largest = 512 * 1024 * 1024;

/** More values in one JSON text are not read: each takes memory, however short its text is. A recording of 512 MiB has some million. */
const mostValues = 10_000_000;
/** A shorter text holds fewer than that. */
const unsuspicious = mostValues;

/** Marks at the beginning of a file that say how its text is encoded. */
const encodings = [
  { mark: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
] as const;

/** The bytes of a file, unpacked where it is compressed by gzip. Throws SettingsError when it can't be read, or is too large. */
export function readUnpacked(path: string): Buffer {
  const bytes = readBoundedBytes(path, largest);
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: largest });
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw new SettingsError(
      isTooLarge
        ? `${path} unpacks to more than ${largest} bytes, the most that is read of such a file.`
        : `${path} can't be read: it begins as gzip, and is cut short or damaged.`,
    );
  }
}

/** The text of a file in UTF-8 or, with a byte order mark, UTF-16. Throws SettingsError when it is in neither. */
export function textOfBytes(bytes: Buffer, path: string): string {
  const marked = encodings.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte));
  try {
    return new TextDecoder(marked?.encoding ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new SettingsError(
      `${path} can't be read: it is not UTF-8 text, and does not begin with the byte order mark of UTF-16.`,
    );
  }
}

/** The lines of a text, one after another. */
export function* linesOf(text: string): Generator<string, void> {
  let from = 0;
  for (let to = text.indexOf('\n'); to !== -1; to = text.indexOf('\n', from)) {
    yield text.slice(from, to);
    from = to + 1;
  }
  yield text.slice(from);
}

/** What a JSON text holds, or where it is no JSON. */
export type Json = { readonly value: unknown } | { readonly wrong: string };

/** Reads a JSON text that is not trusted. */
export function jsonOf(text: string): Json {
  if (text.length > unsuspicious && hasTooManyValues(text))
    return { wrong: `it holds more than ${mostValues} values, the most that are read: cut it into several` };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    return { wrong: `it is no JSON${placeOf(error, text)}` };
  }
}

/** Counts the separators outside of texts: one pass, since the text is long. */
function hasTooManyValues(text: string): boolean {
  const separators = /"(?:[^"\\]|\\.)*"?|[[{,]/gs;
  let values = 0;
  for (const [one] of text.matchAll(separators)) {
    if (one.startsWith('"')) continue;
    values += 1;
    if (values > mostValues) return true;
  }
  return false;
}

/** Where a text stops being JSON. The message itself is not told: it quotes the file, in which keys may stand. */
function placeOf(error: unknown, text: string): string {
  const [, position] = /at position (\d+)/.exec(error instanceof Error ? error.message : '') ?? [];
  if (position === undefined) return '';
  const before = text.slice(0, Number(position)).split('\n');
  return `: see line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}
