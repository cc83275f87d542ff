import { once } from 'node:events';
import {
  Agent,
  createServer,
  request as open,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Target } from '../../../harness/settings/settings.ts';

/** What a client gets instead of the answer: a reset, a page of the proxy, or an error like the service's. */
type Failure = 'cut' | 'page' | '500' | '409';

/** What may happen to a request between client and server: before the server receives it, or after it has acted. */
export type Mishap = 'passed on' | 'done twice' | Failure | `${typeof afterwards}${Failure}`;

const afterwards = 'done, then ';

export interface UnsteadyProxy {
  readonly url: string;
  close(): Promise<void>;
}

const error = (http: number, code: string) => (_request: IncomingMessage, response: ServerResponse) => {
  const body = { reference: 'err_1', status: String(http), code, title: code, description: code };
  response.writeHead(http, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

const failures: Readonly<Record<Failure, (request: IncomingMessage, response: ServerResponse) => void>> = {
  cut: ({ socket }) => void socket.resetAndDestroy(),
  page: (_request, response) =>
    void response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>Internal Server Error</h1>'),
  '500': error(500, 'service.exception'),
  '409': error(409, 'service.conflict'),
};

/** Starts a proxy on loopback. `mishap` chooses what happens to each request by its path, `delayMs` how long it waits before and after. */
export async function startUnsteadyProxy(
  target: string,
  mishap: (path: string) => Mishap,
  delayMs: () => number = () => 0,
): Promise<UnsteadyProxy> {
  const { hostname, port } = new URL(target);
  const agent = new Agent({ keepAlive: true });
  const pass = async ({ method, url: path, headers }: IncomingMessage, body: Buffer): Promise<Passed> => {
    const onward = open({ hostname, port, method, path, headers, agent });
    onward.end(body);
    const [answer] = (await once(onward, 'response')) as [IncomingMessage];
    return { http: answer.statusCode ?? 502, headers: answer.headers, body: await bytesOf(answer) };
  };
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chosen = mishap(request.url ?? '');
    const body = await bytesOf(request);
    await pause(delayMs());
    if (chosen in failures) return failures[chosen as Failure](request, response);
    let passed = await pass(request, body);
    if (chosen === 'done twice') passed = await pass(request, body);
    await pause(delayMs());
    if (chosen.startsWith(afterwards))
      return failures[chosen.slice(afterwards.length) as Failure](request, response);
    response.writeHead(passed.http, passed.headers).end(passed.body);
  };
  const server = createServer((request, response) => {
    void handle(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      agent.destroy();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Passed {
  readonly http: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function pause(ms: number): Promise<void> {
  if (ms > 0) await sleep(ms);
}

/** The same target at another address. */
export function reachedAt(target: Target, url: string): Target {
  const { legacy, resource } = target;
  return {
    ...target,
    ...(legacy && { legacy: { ...legacy, baseUrl: url } }),
    ...(resource && { resource: { ...resource, baseUrl: url } }),
  };
}
