import { once } from 'node:events';
import { createServer, request as open } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the server got it. */
export interface Counted {
  /** ms of one clock. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
}

/** Starts a proxy on loopback that keeps what passes it. */
export async function startCountingProxy(target: string, host = '127.0.0.1') {
  const { hostname, port } = new URL(target);
  const requests: Counted[] = [];
  const server = createServer((request, response) => {
    const { method = '', url: path = '', headers } = request;
    requests.push({ at: performance.now(), method, path, authorization: headers.authorization });
    const onward = open({ hostname, port, method, path, headers }, (answered) => {
      response.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  }).listen(0, host);
  await once(server, 'listening');
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    requests,
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The most within a second that begins with one of them. */
export function mostInASecond(instants: readonly number[]): number {
  return instants.reduce((most, from, first) => {
    let after = first;
    while ((instants[after] ?? Infinity) < from + 1000) after += 1;
    return Math.max(most, after - first);
  }, 0);
}
