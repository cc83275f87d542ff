import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';

/** As many as any sender puts on a body; a longer list only costs time. */
const MOST_CODINGS = 4;

type Decode = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Buffer;

const decoders = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  // Some senders leave out the zlib header, and every browser takes that.
  deflate: (bytes, options) => {
    try {
      return inflateSync(bytes, options);
    } catch {
      return inflateRawSync(bytes, options);
    }
  },
  br: brotliDecompressSync,
  identity: (bytes) => bytes,
} satisfies Record<string, Decode>;

/** A body without its content codings, or why it has them still: one of them is unknown or not what the bytes are in, or too much comes out. */
export type Decoded = { readonly bytes: Buffer } | { readonly why: 'coding' | 'size' };

/**
 * A body without its content codings (RFC 9110, 8.4.1): gzip, deflate and br, the last one first. The documents name none, so any may be used.
 * No more than `mostBytes` come out: it comes from a stranger.
 */
export function decoded(bytes: Buffer, header: string | undefined, mostBytes: number): Decoded {
  const codings = codingsOf(header);
  if (codings.length > MOST_CODINGS) return { why: 'coding' };
  let left = bytes;
  for (const coding of codings.toReversed()) {
    if (!isKnown(coding)) return { why: 'coding' };
    try {
      left = decoders[coding](left, { maxOutputLength: mostBytes });
    } catch (error) {
      return { why: isTooLarge(error) ? 'size' : 'coding' };
    }
  }
  return { bytes: left };
}

/** Whether all codings that a header names can be undone. */
export const knowsCodings = (header: string | undefined): boolean => codingsOf(header).every(isKnown);

function codingsOf(header = ''): readonly string[] {
  return header
    .split(',')
    .map((one) => one.trim().toLowerCase())
    .filter((one) => one !== '');
}

function isKnown(coding: string): coding is keyof typeof decoders {
  return Object.hasOwn(decoders, coding);
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
}
