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
