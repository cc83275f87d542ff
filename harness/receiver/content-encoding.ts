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

/**
 * A body without its content codings, as HTTP has them: gzip, deflate and br, the last one first. Undefined where it has another coding, is
 * not what its header says, or gets larger than `mostBytes`: it comes from a stranger.
 */
export function decoded(bytes: Buffer, header: string | undefined, mostBytes: number): Buffer | undefined {
  const codings = (header ?? '')
    .split(',')
    .map((one) => one.trim().toLowerCase())
    .filter((one) => one !== '');
  if (codings.length > MOST_CODINGS) return undefined;
  let left = bytes;
  for (const coding of codings.toReversed()) {
    if (!isKnown(coding)) return undefined;
    try {
      left = decoders[coding](left, { maxOutputLength: mostBytes });
    } catch {
      return undefined;
    }
  }
  return left;
}

function isKnown(coding: string): coding is keyof typeof decoders {
  return Object.hasOwn(decoders, coding);
}
