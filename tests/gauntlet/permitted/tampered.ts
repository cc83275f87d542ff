import type { Passed, Passing, Tampering } from '../support/proxy.ts';

/** A JSON object, as it came. */
export type Fields = Readonly<Record<string, unknown>>;

type Interface = 'legacy' | 'resource';

const paths: Readonly<Record<Interface, RegExp>> = {
  legacy: /^\/pay\//,
  resource: /^\/(?:payments|tokens)(?:\/|\?|$)/,
};

/** A proxy that changes the replies of one interface, or of both. The checkout's own are left alone. */
export function replies(
  change: (reply: Passed, request: Passing) => Passed,
  of: readonly Interface[] = ['legacy', 'resource'],
): () => Tampering {
  return () => ({
    after: (reply, request) =>
      of.some((one) => paths[one].test(request.path)) ? change(reply, request) : reply,
  });
}

/** A proxy that writes the JSON of replies otherwise. */
export function replyTexts(change: (text: string) => string, of?: readonly Interface[]): () => Tampering {
  return replies((reply) => ({ ...reply, body: Buffer.from(change(reply.body.toString())) }), of);
}

/** A proxy that changes the contents of replies. */
export function contents(
  change: (content: unknown, reply: Passed, request: Passing) => unknown,
  of?: readonly Interface[],
): () => Tampering {
  return replies((reply, request) => {
    const content = jsonIn(reply.body);
    return content === undefined
      ? reply
      : { ...reply, body: Buffer.from(JSON.stringify(change(content, reply, request))) };
  }, of);
}

/** A proxy that changes the contents of success, or of refusals. */
export function contentsOf(
  which: 'success' | 'refusals',
  change: (content: Fields, request: Passing) => unknown,
  of?: readonly Interface[],
): () => Tampering {
  return contents((content, { http }, request) => {
    const isAsked = http < 400 === (which === 'success');
    if (!isAsked || !isFields(content)) return content;
    return change(content, request);
  }, of);
}

/** A proxy that changes replies by their headers. */
export function headers(more: Passed['headers'], of?: readonly Interface[]): () => Tampering {
  return replies((reply) => ({ ...reply, headers: { ...reply.headers, ...more } }), of);
}

/** The same change at each object inside a value, innermost first. */
export function everywhere(value: unknown, change: (fields: Fields) => Fields): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => everywhere(one, change));
  if (!isFields(value)) return value;
  return change(
    Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, everywhere(inner, change)])),
  );
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The JSON that a body holds; undefined where it holds none. */
export function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
