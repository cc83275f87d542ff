import { startReference } from '../../../reference/server.ts';
import { startProxy } from '../support/proxy.ts';
import { through } from './through.ts';

/** Texts that came although no value can be read from them, or none that a double holds. */
export const unreadable = {
  'a raw control character': (body: string) => body.replace(/"status": ?"/, '$&\u0001'),
  '1e400': (body: string) => body.replace(/("amount": ?)[\d.]+/, '$11e400'),
} as const satisfies Readonly<Record<string, (body: string) => string>>;

/** Starts the reference behind a proxy that writes such a text into every answer to Status. Control calls pass. */
export async function startUnreadable(what: keyof typeof unreadable, seed: number) {
  const server = await startReference({ seed });
  const proxy = await startProxy(() => server.url, {
    after: (reply, { path }) =>
      path === '/pay/status' && reply.http === 200
        ? { ...reply, body: Buffer.from(unreadable[what](reply.body.toString())) }
        : reply,
  });
  return through(proxy, server);
}
