import { fstatSync, ftruncateSync, readSync, writeSync } from 'node:fs';
import { constants, crc32, deflateRawSync, inflateRawSync } from 'node:zlib';

/**
 * The beginning of each member: gzip with the name of what it holds. No text of JSON holds the first of these bytes, so that the last member of a file
 * is found from its end.
 */
const header = Buffer.concat([
  Buffer.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 0xff]),
  Buffer.from('journal.ndjson\0'),
]);

/** Where bytes end up whole, though the member goes on: the end of an empty block. */
const flushMark = Buffer.from([0x00, 0x00, 0xff, 0xff]);

/** A member of more bytes, unpacked, is ended, so that little is read again where a file goes on. */
const memberBytes = 4 * 1024 * 1024;

/** What a block may refer back to. */
const windowBytes = 32 * 1024;

/** Writes all bytes at the end of a file. */
export function writeWhole(descriptor: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
}

/**
 * Appends to a file of gzip that any program unpacks. What was appended can be read once `append` returns, though the member has not ended; it costs
 * less than a member of its own, since each piece refers to those before.
 */
export class GzipFile {
  readonly #descriptor: number;
  #member = emptyMember;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  /** Throws where the file can't be written. */
  append(bytes: Buffer): void {
    const { window, size, crc } = this.#member;
    const packed = deflated(bytes, window, constants.Z_SYNC_FLUSH);
    writeWhole(this.#descriptor, size === 0 ? Buffer.concat([header, packed]) : packed);
    this.#member = {
      window: Buffer.concat([window, bytes.subarray(-windowBytes)]).subarray(-windowBytes),
      size: size + bytes.length,
      crc: crc32(bytes, crc),
    };
    if (this.#member.size >= memberBytes) this.end();
  }

  /** Ends the member. What is appended next begins another. */
  end(): void {
    const { size, crc } = this.#member;
    if (size > 0) writeWhole(this.#descriptor, Buffer.concat([lastBlock, trailer(size, crc)]));
    this.#member = emptyMember;
  }
}

/** What may refer back to the bytes before it. By default it is the last of a member. */
function deflated(bytes: Buffer, before: Buffer, finishFlush: number = constants.Z_FINISH): Buffer {
  const dictionary = before.subarray(-windowBytes);
  return deflateRawSync(bytes, { finishFlush, ...(dictionary.length > 0 && { dictionary }) });
}

const nothing = Buffer.alloc(0);
const lastBlock = deflated(nothing, nothing);
const emptyMember = { window: nothing, size: 0, crc: 0 };

/** What stands behind the last block of a member: its checksum, and how many bytes it holds. */
function trailer(size: number, crc: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE(crc, 0);
  bytes.writeUInt32LE(size, 4);
  return bytes;
}

/**
 * Cuts a file behind the last bytes that were appended whole, and ends its last member. Gives what that member holds; undefined where the file has none
 * that was written here, and is left as it was.
 */
export function mendGzip(descriptor: number): Buffer | undefined {
  let { size } = fstatSync(descriptor);
  if (size === 0) return nothing;
  for (;;) {
    const member = lastMember(descriptor, size);
    if (member === undefined && size > 0) return undefined;
    if (member === undefined) {
      ftruncateSync(descriptor);
      return nothing;
    }
    const mended = mendedMember(member.packed);
    if (mended !== undefined) {
      const at = member.at + mended.kept;
      ftruncateSync(descriptor, at);
      writeSync(descriptor, mended.end, 0, mended.end.length, at);
      return mended.text;
    }
    // Nothing of this member was written whole: the one before it is the last.
    size = member.at - header.length;
  }
}

/** The last member of the first bytes of a file, without its header, and where that ends. */
function lastMember(
  descriptor: number,
  size: number,
): { readonly packed: Buffer; readonly at: number } | undefined {
  for (let bytes = memberBytes; ; bytes *= 8) {
    const tail = Buffer.alloc(Math.min(size, bytes));
    readSync(descriptor, tail, 0, tail.length, size - tail.length);
    const found = tail.lastIndexOf(header);
    const begin = found + header.length;
    if (found >= 0) return { packed: tail.subarray(begin), at: size - tail.length + begin };
    if (tail.length === size) return undefined;
  }
}

/** What is kept of a member: so many of its bytes, with this behind them, which hold this text. */
interface Mended {
  readonly kept: number;
  readonly end: Buffer;
  readonly text: Buffer;
}

function mendedMember(packed: Buffer): Mended | undefined {
  const whole = inflated(packed);
  if (whole !== undefined) {
    const { text, read } = whole;
    const end = trailer(text.length, crc32(text));
    // A checksum that stands there stays, right or wrong.
    return packed.length < read + end.length
      ? { kept: read, end, text }
      : { kept: read + end.length, end: nothing, text };
  }
  const { kept, text } = wholePieces(packed);
  // Of a piece that was written in part, the lines that can be read stay too: a run that goes on has read them.
  const readable = inflated(packed, constants.Z_SYNC_FLUSH)?.text ?? nothing;
  const rest = readable.subarray(text.length, readable.lastIndexOf(0x0a) + 1);
  const all = Buffer.concat([text, rest]);
  if (all.length === 0) return undefined;
  return { kept, end: Buffer.concat([deflated(rest, text), trailer(all.length, crc32(all))]), text: all };
}

/** How many bytes of a member that goes on were appended whole, and what they hold. */
function wholePieces(packed: Buffer): { readonly kept: number; readonly text: Buffer } {
  for (let to = packed.length; to >= flushMark.length;) {
    const mark = packed.lastIndexOf(flushMark, to - flushMark.length);
    if (mark < 0) break;
    const kept = mark + flushMark.length;
    // Other bytes may look like the mark.
    const found = inflated(Buffer.concat([packed.subarray(0, kept), lastBlock]));
    if (found !== undefined) return { kept, text: found.text };
    to = kept - 1;
  }
  return { kept: 0, text: nothing };
}

/** What stands up to the last block, with how many bytes were read for it; undefined where there is no such block, or where something is damaged. */
function inflated(
  packed: Buffer,
  finishFlush: number = constants.Z_FINISH,
): { readonly text: Buffer; readonly read: number } | undefined {
  try {
    const { buffer, engine } = inflateRawSync(packed, { info: true, finishFlush }) as unknown as Inflated;
    return { text: buffer, read: engine.bytesWritten };
  } catch {
    return undefined;
  }
}

/** What zlib gives where it is asked for more than the bytes. */
interface Inflated {
  readonly buffer: Buffer;
  readonly engine: { readonly bytesWritten: number };
}
