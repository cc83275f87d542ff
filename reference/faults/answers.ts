import type { Fault } from './fault.ts';

/** An answer as it is sent. */
interface Answer {
  readonly body: string;
  readonly status: number;
  readonly headers: Headers;
}

/**
 * A fault that shows only while requests overlap: each answer of an interface is put into one place before it is sent, and what is there by then is sent.
 */
export function oneSlot(path: RegExp): Pick<Fault, 'concurrent' | 'answers'> {
  return {
    concurrent: true,
    answers: () => {
      let slot: Answer | undefined;
      return async (context, next) => {
        await next();
        if (!path.test(context.req.path)) return;
        const { res } = context;
        slot = { body: await res.clone().text(), status: res.status, headers: res.headers };
        // Another answer may be put there meanwhile.
        await new Promise(setImmediate);
        const { body, status, headers } = slot;
        context.res = new Response(body, { status, headers });
      };
    },
  };
}

/** Requests are read in another way: `text` gives the text of a body that has one. */
function reading(
  path: RegExp,
  text: (body: ReadableStream<Uint8Array>) => Promise<string>,
): Pick<Fault, 'answers'> {
  return {
    answers: () => async (context, next) => {
      const { raw, path: called } = context.req;
      if (raw.body !== null && path.test(called)) {
        const { method, url, headers } = raw;
        context.req.raw = new Request(url, { method, headers, body: await text(raw.body) });
      }
      await next();
    },
  };
}

/** Each chunk of a body is decoded by itself, so that a character of which it has a part alone is lost. */
export const decodedByChunk = (path: RegExp): Pick<Fault, 'answers'> =>
  reading(path, async (body) => {
    let text = '';
    for await (const chunk of body as AsyncIterable<Uint8Array>) text += new TextDecoder().decode(chunk);
    return text;
  });

/** A body of blanks is read as an empty object. */
export const blanksAsBraces = (path: RegExp): Pick<Fault, 'answers'> =>
  reading(path, async (body) => {
    const text = await new Response(body).text();
    return text !== '' && text.trim() === '' ? '{}' : text;
  });
