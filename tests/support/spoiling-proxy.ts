import { once } from 'node:events';
import {
  Agent,
  createServer,
  request as forward,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy that spoils a share of the answers: some before the server sees the request, some after it has acted on it. */
export interface SpoilingProxy {
  readonly url: string;
  /** Answers that it has spoilt so far. */
  readonly spoilt: number;
  close(): Promise<void>;
}

/** What becomes of a spoilt answer: a reset, a proxy's page, the service's own error object. */
const spoils: readonly ((request: IncomingMessage, response: ServerResponse) => void)[] = [
  (request) => request.socket.resetAndDestroy(),
  (_request, response) =>
    void response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>Internal Server Error</h1>'),
  (_request, response) =>
    void response
      .writeHead(500, { 'content-type': 'application/json' })
      .end(
        '{"reference":"x","code":"service.exception","status":"500","title":"Internal","description":"oops"}',
      ),
];

/** Starts a proxy before a server on loopback that spoils answers at random, under a seed. */
export async function startSpoilingProxy(
  upstream: string,
  share: number,
  seed: number,
): Promise<SpoilingProxy> {
  const { hostname, port } = new URL(upstream);
  const agent = new Agent({ keepAlive: true });
  const random = randomUnder(seed);
  let spoilt = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const bad = random() < share;
      const early = random() < 0.5;
      const spoil = spoils[Math.floor(random() * spoils.length)];
      if (bad) spoilt += 1;
      if (bad && early) return spoil?.(request, response);
      const { method, url: path, headers } = request;
      const onward = forward({ hostname, port, method, path, headers, agent }, (answer) => {
        if (bad) {
          answer.resume().on('end', () => spoil?.(request, response));
          return;
        }
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      onward.on('error', () => request.socket.destroy());
      onward.end(Buffer.concat(chunks));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get spoilt() {
      return spoilt;
    },
    async close() {
      agent.destroy();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Park and Miller's generator: enough for a share, and the same under the same seed. */
function randomUnder(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}
