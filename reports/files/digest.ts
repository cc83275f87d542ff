import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** SHA-256 of bytes, in hexadecimal. */
export function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/**
 * The digest of a JSON object over its canonical form (RFC 8785) without its own field `digest`: the same however its text is laid out and its
 * fields are ordered.
 */
export function digestOf(value: object): string {
  const { digest: _own, ...rest } = value as { readonly digest?: unknown };
  return sha256(canonicalize(rest) ?? '');
}

/** The same object with its digest as its last field. */
export function withDigest<T extends object>(value: T): T & { readonly digest: string } {
  return { ...value, digest: digestOf(value) };
}

/** Bytes on their way to a reader, with the SHA-256 and the number of those that have passed. */
export class DigestedBytes {
  readonly #hash = createHash('sha256');
  #bytes = 0;

  add(chunk: Buffer): void {
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
  }

  /** Passes the bytes on. */
  async *pass(chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
    for await (const chunk of chunks) {
      this.add(chunk);
      yield chunk;
    }
  }

  /** Of all that have passed; to be asked once, at the end. */
  found(): { readonly sha256: string; readonly bytes: number } {
    return { sha256: this.#hash.digest('hex'), bytes: this.#bytes };
  }
}
