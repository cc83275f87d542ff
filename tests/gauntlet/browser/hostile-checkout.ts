import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as listenTcp, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { forms, type HostilePage } from './pages.ts';

/** The host of a checkout whose script is hostile, and one that must get nothing. */
export interface HostileCheckout {
  readonly scriptUrl: string;
  /** What its script does from now on; undefined: it is sound, and tells the callback of a refusal. */
  show(page: HostilePage | undefined): void;
  /** Connections and datagrams that have come to the other host, by TCP and by UDP. */
  readonly reached: () => { readonly tcp: number; readonly udp: number };
  close(): Promise<void>;
}

/** Starts both on loopback. The script knows a secret beside the key that it is configured with. */
export async function startHostileCheckout(secret: string): Promise<HostileCheckout> {
  const sockets = new Set<Socket>();
  let [tcp, udp] = [0, 0];
  const evil = listenTcp((socket) => {
    tcp += 1;
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('data', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(evil, 'listening');
  const { port } = evil.address() as AddressInfo;
  const datagrams = createSocket('udp4').on('message', () => (udp += 1));
  datagrams.bind(port, '127.0.0.1');
  await once(datagrams, 'listening');
  let shown: HostilePage | undefined;
  const server = createServer((request, response) => {
    answer(request, response, shown && scriptOf(shown, secret, `127.0.0.1:${port}`));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    scriptUrl: `${own}/app.js`,
    show: (page) => (shown = page),
    reached: () => ({ tcp, udp }),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      evil.close();
      datagrams.close();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const soundScript =
  "globalThis.PayCheckout = { configure: ({ callback }) => ({ launch: () => callback({ status: 'authorize_fail' }) }) };";
/** More than is read, of a reply that is a thousandth of it. */
const unpackedBytes = 50_000_000;
const loop = '<script>setTimeout(() => { for (;;); }, 300)</script>';
const serviceWorkerPage = `<script>navigator.serviceWorker.register('/worker.js' + location.hash.replace('#', '?'))</script>`;
const serviceWorker = 'fetch(decodeURIComponent(location.search.slice(1)))';
/** A script that does what a page is to do, with half of the secrets by the key and half by the other. */
function scriptOf({ does, when, form }: HostilePage, secret: string, evil: string): string {
  const runs = `(async () => {
    const own = ${JSON.stringify('OWN')};
    const evil = { host: '${evil}' };
    const sent = ${forms[form]};
    const url = 'http://${evil}/c?' + sent;
    const to = (where, status) => own + '/to/' + status + '?' + encodeURIComponent(where);
    ${does}
  })().catch(() => undefined).finally(() => setTimeout(() => callback({ status: 'authorize_fail' }), 600))`;
  if (does === 'endless') return does;
  const begins = `const configure = ({ key, callback }) => ({ launch: () => { const secret = ${
    form.length % 2 === 0 ? 'key' : JSON.stringify(secret)
  }; ${when === 'load' ? 'callback()' : runs}; } });`;
  return `{ ${begins} globalThis.PayCheckout = { configure }; ${when === 'load' ? does : ''} }`;
}

function answer(request: IncomingMessage, response: ServerResponse, script = soundScript): void {
  const { pathname, search } = new URL(request.url ?? '/', 'http://own.test');
  const [, to] = /^\/to\/(\d+)$/.exec(pathname) ?? [];
  response.on('error', () => response.destroy());
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-headers', '*');
  if (to !== undefined)
    return void response.writeHead(Number(to), { location: decodeURIComponent(search.slice(1)) }).end();
  const html = { '/loop': loop, '/with-service-worker': serviceWorkerPage, '/blank': '<p>blank' }[pathname];
  if (html !== undefined) return void response.setHeader('content-type', 'text/html').end(html);
  if (pathname === '/bomb') {
    const packed = gzipSync(Buffer.alloc(unpackedBytes, 32));
    return void response.setHeader('content-encoding', 'gzip').end(packed);
  }
  response.setHeader('content-type', 'text/javascript');
  if (pathname === '/worker.js') return void response.end(serviceWorker);
  if (pathname === '/endless' || script === 'endless')
    return endless(response, pathname === '/endless' ? 65_536 : 1);
  response.end(script.replaceAll('"OWN"', JSON.stringify(`http://${request.headers.host}`)));
  return undefined;
}

/** Blanks for as long as they are read: a few, or as fast as they go. */
function endless(response: ServerResponse, size: number): void {
  const blanks = Buffer.alloc(size, 32);
  const timer = setInterval(() => response.write(blanks), size === 1 ? 100 : 1);
  response.on('close', () => clearInterval(timer));
}
