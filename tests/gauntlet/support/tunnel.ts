import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { createServer as createSocketServer, type AddressInfo } from 'node:net';

/** Leads a public address to the port of a receiver that is not started yet. */
export interface Tunnel {
  readonly url: string;
  /** Where the receiver is to listen. */
  readonly port: number;
  close(): Promise<void>;
}

/** Starts a tunnel that passes requests on with another path. */
export async function startTunnel(change: (path: string) => string): Promise<Tunnel> {
  const port = await freePort();
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url = '/' } = incoming;
    const onward = request({ host: '127.0.0.1', port, method, path: change(url), headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createSocketServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const closed = once(server, 'close');
  server.close();
  await closed;
  return port;
}
