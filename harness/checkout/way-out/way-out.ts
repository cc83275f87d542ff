import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { type KnownSecret, secretFinder } from '../../secrets/redact.ts';
import type { WaySettings } from '../../way/way-settings.ts';
import type { CheckoutSettings } from '../checkout-settings.ts';
import type { BrowserCertificate } from './browser-certificate.ts';
import { type Forwarder, mostBodyBytes, openForwarder, readBounded, type WireExchange } from './pass-on.ts';

/** A secret of the settings that a page would have sent to a host that is not allowed. */
export interface Leak {
  /** Where it stands in the settings. */
  readonly secret: string;
  readonly host: string;
}

export const isSameLeak = (one: Leak, other: Leak): boolean =>
  one.secret === other.secret && one.host === other.host;

/** What the pages of one launch may do. */
export interface WayOutOptions {
  /** The origin of the payment page, which is no part of what the pages have sent. */
  readonly ours: string;
  /** What must not leave. */
  readonly secrets: readonly KnownSecret[];
  readonly way: WaySettings;
}

/** The only way out of the browser of a launch: a proxy of ours on loopback. */
export interface WayOut {
  /** For `--proxy-server`. */
  readonly url: string;
  /** What the pages have sent that is more than a page or a file, with what was answered. */
  readonly exchanges: readonly WireExchange[];
  /** Hosts that were asked for and are not allowed, each once. */
  readonly refused: ReadonlySet<string>;
  readonly leaks: readonly Leak[];
  /** How much was sent so far, whatever it is, beside what the payment page was sent. */
  readonly sent: () => number;
  /** Aborted once more came than any checkout has, so that it was cut. */
  readonly overfull: AbortSignal;
  close(): Promise<void>;
}

/** More hosts than a page of a checkout asks. */
const mostHosts = 50;

/** What TLS begins with (RFC 8446, 5.1: a handshake). */
const tlsBegins = 0x16;

/**
 * Opens it. It answers in the place of every host, so that whatever the pages send is seen: what goes to an allowed host is passed on, and all
 * else ends here and is searched for secrets.
 */
export async function openWayOut(
  { scriptUrl, allowHosts }: Pick<CheckoutSettings, 'scriptUrl' | 'allowHosts'>,
  { ours, secrets, way }: WayOutOptions,
  { context: secureContext }: BrowserCertificate,
): Promise<WayOut> {
  const hosts = [new URL(ours).host, new URL(scriptUrl).host, ...allowHosts];
  const allowed = new Set(hosts.map((host) => host.toLowerCase()));
  const exchanges: WireExchange[] = [];
  const refused = new Set<string>();
  const leaks: Leak[] = [];
  const find = secretFinder(secrets);
  let sent = 0;
  const note = (origin: string): void => {
    if (origin !== ours) sent += 1;
  };
  const forwarder = openForwarder({ way, ours, exchanges, onSent: note });

  const search = (host: string, text: string): void => {
    for (const secret of find(text))
      if (!leaks.some((one) => isSameLeak(one, { secret, host }))) leaks.push({ secret, host });
  };
  const refuse = async (url: URL, incoming: IncomingMessage): Promise<void> => {
    const host = url.host.slice(0, 260);
    if (refused.size < mostHosts && isOfPages(incoming)) refused.add(host);
    search(host, [incoming.method, url.href, ...incoming.rawHeaders].join('\n'));
    const { bytes } = await readBounded(incoming, mostBodyBytes);
    search(host, bytes.toString());
    // The page sees a network error, and no answer of ours.
    incoming.socket.destroy();
  };

  const take = (incoming: IncomingMessage, pass: (url: URL) => Promise<void>): void => {
    const url = addressOf(incoming);
    if (url === undefined) return void incoming.socket.destroy();
    if (isOfPages(incoming)) note(url.origin);
    const taken = allowed.has(url.host) ? pass(url) : refuse(url, incoming);
    // What breaks off is the browser's, which was closed, or the host's: the page sees the same.
    void taken.catch(() => incoming.socket.destroy());
  };
  const sockets = new Set<Duplex>();
  const keep = (socket: Duplex): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  };
  const server = serverOf(take, forwarder);
  // In a tunnel: the address of a request is its path alone.
  const inner = serverOf(take, forwarder);
  inner.on('clientError', (error: Error & { readonly rawPacket?: Buffer }, socket) => {
    const host = origins.get(socket)?.replace(/^\w+:\/\//, '');
    // Something else than HTTP: it ends here, whatever the host is.
    if (host !== undefined) {
      if (!allowed.has(host)) refused.add(host);
      search(host, String(error.rawPacket ?? ''));
    }
    socket.destroy();
  });
  server.on('connection', keep);
  server.on('connect', (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
    const authority = incoming.url ?? '';
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    if (head.length > 0) socket.unshift(head);
    socket.once('readable', () => {
      const first = socket.read(1) as Buffer | null;
      if (first === null) return;
      socket.unshift(first);
      const isTls = first[0] === tlsBegins;
      const tunnel = isTls
        ? new TLSSocket(socket, {
            isServer: true,
            secureContext,
            ALPNProtocols: ['http/1.1'],
          })
        : socket;
      keep(tunnel);
      origins.set(tunnel, originOf(isTls ? 'https' : 'http', authority));
      inner.emit('connection', tunnel);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exchanges,
    refused,
    leaks,
    sent: () => sent,
    overfull: forwarder.overfull,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await forwarder.close();
      await closed;
    },
  };
}

/** Whether a page has sent a request. What a browser sends for itself says so, which no page can (Fetch Metadata, Sec-Fetch-Site), but by a prefetch. */
const isOfPages = ({ headers }: IncomingMessage): boolean =>
  headers['sec-fetch-site'] !== 'none' || headers['sec-purpose'] !== undefined;

/** To which origin the client of a tunnel believes to speak. */
const origins = new WeakMap<Duplex, string>();

const originOf = (scheme: string, authority: string): string => {
  const address = `${scheme}://${authority}`;
  return URL.canParse(address) ? new URL(address).origin : address;
};

/** The address of a request: whole where a proxy is asked for it. Undefined: it has none. */
function addressOf({ url = '', socket }: IncomingMessage): URL | undefined {
  const origin = origins.get(socket);
  const address = origin === undefined || !url.startsWith('/') ? url : `${origin}${url}`;
  return URL.canParse(address) ? new URL(address) : undefined;
}

type Take = (incoming: IncomingMessage, pass: (url: URL) => Promise<void>) => void;

function serverOf(take: Take, forwarder: Forwarder): Server {
  const server = createServer((incoming: IncomingMessage, response: ServerResponse) =>
    take(incoming, (url) => forwarder.pass(url, incoming, response)),
  );
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) =>
    take(incoming, (url) => forwarder.upgrade(url, incoming, { socket, head })),
  );
  // A page may wait for an answer for as long as its launch takes.
  server.requestTimeout = 0;
  return server;
}
