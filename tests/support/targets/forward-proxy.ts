import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

/** A forward proxy on loopback. */
export interface ForwardProxy {
  readonly url: string;
  /** What was asked of it: `CONNECT pay.test:443`, `POST http://pay.test`. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

interface ForwardProxyOptions {
  /** The ports on loopback that its host names stand for; others are not known to it. */
  readonly hosts: Readonly<Record<string, number>>;
  /** `user:password`. Default: it wants none. */
  readonly credentials?: string;
}

/** Starts a proxy that forwards requests in HTTP and leads tunnels through. */
export async function startForwardProxy({ hosts, credentials }: ForwardProxyOptions): Promise<ForwardProxy> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  };
  const token = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`;
  const mayPass = ({ headers }: IncomingMessage): boolean =>
    token === undefined || headers['proxy-authorization'] === token;
  const server = createServer((incoming, outgoing) => {
    const url = new URL(incoming.url ?? '', 'http://none');
    asked.push(`${incoming.method} ${url.origin}`);
    const port = hosts[url.hostname];
    if (!mayPass(incoming))
      return void outgoing.writeHead(407, { 'content-type': 'text/html' }).end('<html>');
    if (port === undefined)
      return void outgoing.writeHead(502, { 'content-type': 'text/html' }).end('<html>');
    const { 'proxy-authorization': _, ...headers } = incoming.headers;
    const forwarded = request(
      { host: '127.0.0.1', port, method: incoming.method, path: url.pathname + url.search, headers },
      (reply) => {
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(outgoing);
      },
    );
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  server.on('connection', keep);
  server.on('connect', (incoming: IncomingMessage, socket: Socket) => {
    asked.push(`CONNECT ${incoming.url}`);
    const port = hosts[(incoming.url ?? '').split(':')[0] ?? ''];
    if (!mayPass(incoming)) return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    if (port === undefined) return void socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    const through = keep(connect(port, '127.0.0.1'));
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    socket.pipe(through).pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
