import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What something between a client and a server may do to a request. */
export type Mishap =
  'passed on' | 'answered 500' | 'answered 409' | 'done, then 500' | 'done, then cut' | 'done twice';

export interface UnsteadyProxy {
  readonly url: string;
  close(): Promise<void>;
}

/** Stands between a client and a server. `mishap` chooses what happens to each request, `delayMs` how long it waits before and after. */
export async function startUnsteadyProxy(
  target: string,
  mishap: () => Mishap,
  delayMs: () => number,
): Promise<UnsteadyProxy> {
  const server = createServer((request, response) => {
    void handled(target, request, response, mishap(), delayMs).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function handled(
  target: string,
  request: IncomingMessage,
  response: ServerResponse,
  mishap: Mishap,
  delayMs: () => number,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  await sleep(delayMs());
  const answer = (http: number, type: string, text: string) =>
    response.writeHead(http, { 'content-type': type }).end(text);
  const own = (http: number, code: string) =>
    answer(
      http,
      'application/json',
      JSON.stringify({ reference: 'err_1', status: String(http), code, title: code, description: code }),
    );
  if (mishap === 'answered 500') return void own(500, 'service.exception');
  if (mishap === 'answered 409') return void own(409, 'service.conflict');
  const { method = 'GET', url = '/', headers } = request;
  const forward = () =>
    fetch(`${target}${url}`, {
      method,
      headers: Object.fromEntries(
        ['authorization', 'content-type', 'service-version'].flatMap((name) => {
          const value = headers[name];
          return typeof value === 'string' ? [[name, value]] : [];
        }),
      ),
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
  let reply = await forward();
  if (mishap === 'done twice') {
    await reply.arrayBuffer();
    reply = await forward();
  }
  const text = await reply.text();
  await sleep(delayMs());
  if (mishap === 'done, then 500') return void own(500, 'service.exception');
  if (mishap === 'done, then cut') return void response.destroy();
  answer(reply.status, reply.headers.get('content-type') ?? 'application/json', text);
}
