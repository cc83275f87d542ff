import type { Context } from 'hono';

/** A request's text, or undefined when it is larger than `limit` bytes. A body of unknown length is counted as it comes. */
export async function readBody(context: Context, limit: number): Promise<string | undefined> {
  const declared = context.req.header('content-length');
  if (declared !== undefined) return Number(declared) > limit ? undefined : context.req.text();
  const stream: AsyncIterable<Uint8Array> | null = context.req.raw.body;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream ?? []) {
    size += chunk.byteLength;
    if (size > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
