import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

type Decode = (bytes: Buffer, bounds: { readonly maxOutputLength: number }) => Buffer;

/** The content codings that are common on the web (RFC 9110, 8.4.1): the documents name none, so any may be used. */
const codings: Readonly<Record<string, Decode>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/**
 * A body without its content coding, the value of `content-encoding`. One that is unknown, or that the bytes are not in, leaves them as they came.
 * Undefined: more than `most` bytes come out, which are not read.
 */
export function decodedBody(bytes: Buffer, coding: string | undefined, most: number): Buffer | undefined {
  const decode = coding === undefined ? undefined : codings[coding.trim().toLowerCase()];
  if (decode === undefined) return bytes;
  try {
    return decode(bytes, { maxOutputLength: most });
  } catch (error) {
    return isTooLarge(error) ? undefined : bytes;
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
}
