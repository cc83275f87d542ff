import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { rootCertificates } from 'node:tls';
import type { Dispatcher } from 'undici';
import { dispatcherTo, type WaySettings } from '../../way/way-settings.ts';
import { steadyNow } from '../../time.ts';
import { decoded } from '../../wire/content-coding.ts';

/** One request of the checkout that is more than a page or a file, with what was answered. */
export interface WireExchange {
  readonly method: string;
  readonly url: string;
  /** The header `authorization`. */
  readonly authorization?: string;
  readonly body: string;
  /** Absent: it was not answered. */
  readonly reply?: { readonly http: number; readonly body: string };
  /** When it was sent, ms since the epoch, and how long the answer took. */
  readonly sentAt: number;
  readonly ms: number;
}

/** Passes on what may leave. */
export interface Forwarder {
  /** Sends a request to its host, and the answer to the browser: what was answered is known before the page goes on by it, which may close its window. */
  pass(url: URL, incoming: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Leads a WebSocket through. */
  upgrade(
    url: URL,
    incoming: IncomingMessage,
    at: { readonly socket: Duplex; readonly head: Buffer },
  ): Promise<void>;
  /** Aborted once more came than any checkout has, so that it was cut. */
  readonly overfull: AbortSignal;
  close(): Promise<void>;
}

export interface ForwardOptions {
  readonly way: WaySettings;
  /** The payment page, whose requests are not kept. */
  readonly ours: string;
  /** Where what was sent is kept. */
  readonly exchanges: WireExchange[];
  /** Called for what is sent later than its request, by its origin. */
  readonly onSent: (origin: string) => void;
}

/** More than a checkout asks; what comes beyond is not kept. */
const mostExchanges = 50;
/** More than a request or a reply has that is kept, characters. */
const longest = 64 * 1024;
/** More than a page sends, or is answered where that is kept, bytes. */
export const mostBodyBytes = 4 * 1024 * 1024;
/** More than all pages, pictures and scripts of a checkout, of one launch, bytes. */
const mostBytes = 64 * 1024 * 1024;

/** Browsers take others too. */
const knownCodings = 'gzip, deflate, br';

/** A browser opens as many connections to a host. */
const connections = 6;
const connectMs = 30_000;

/** Begins to pass on for one launch. */
export function openForwarder({ way, ours, exchanges, onSent }: ForwardOptions): Forwarder {
  const dispatchers = new Map<string, Dispatcher>();
  const sockets = new Set<Duplex>();
  let bytes = 0;
  const overfull = new AbortController();
  /** Throws an Error once there is more than any checkout has. */
  const count = (chunk: Buffer, isCut = false): void => {
    bytes += chunk.length;
    if (isCut || bytes > mostBytes) overfull.abort(new Error('more than a checkout has'));
    overfull.signal.throwIfAborted();
  };
  async function* counted(chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
    for await (const chunk of chunks) {
      count(chunk);
      yield chunk;
    }
  }
  const toAny = wayToAny(way);
  const to = (origin: string): Dispatcher => {
    const known =
      dispatchers.get(origin) ?? dispatcherTo(origin, toAny, { connections, timeoutMs: connectMs });
    dispatchers.set(origin, known);
    return known;
  };

  const pass: Forwarder['pass'] = async (url, incoming, response) => {
    const { method = 'GET' } = incoming;
    const { bytes: body, isCut } = await readBounded(incoming, mostBodyBytes);
    count(body, isCut);
    const isKept =
      url.origin !== ours && !['GET', 'HEAD', 'OPTIONS'].includes(method) && exchanges.length < mostExchanges;
    const { authorization } = incoming.headers;
    const sentAt = steadyNow();
    const sent = {
      method,
      url: url.href,
      ...(authorization !== undefined && { authorization }),
      body: body.toString().slice(0, longest),
      sentAt,
    };
    const keep = (reply?: WireExchange['reply']): void => {
      if (isKept) exchanges.push({ ...sent, ms: steadyNow() - sentAt, ...(reply && { reply }) });
    };
    try {
      const answer = await to(url.origin).request({
        origin: url.origin,
        path: url.pathname + url.search,
        method,
        headers: { ...passedOn(incoming.headers), ...(isKept && { 'accept-encoding': knownCodings }) },
        body: body.length > 0 ? body : null,
      });
      const head = passedOn(answer.headers);
      if (!isKept) {
        response.writeHead(answer.statusCode, head);
        return await pipeline(answer.body, counted, response);
      }
      const { bytes: whole, isCut: isLong } = await readBounded(answer.body, mostBodyBytes);
      const coding = answer.headers['content-encoding'];
      const plain = decoded(whole, coding === undefined ? undefined : String(coding), mostBodyBytes);
      count(whole, isLong || ('why' in plain && plain.why === 'size'));
      const text = 'why' in plain ? '' : plain.bytes.toString().slice(0, longest);
      keep({ http: answer.statusCode, body: text });
      response.writeHead(answer.statusCode, head).end(whole);
    } catch (error) {
      if (!response.headersSent) keep();
      throw error;
    }
    return undefined;
  };

  const upgrade: Forwarder['upgrade'] = async (url, incoming, { socket, head }) => {
    const answer = await upgraded(to(url.origin), {
      origin: url.origin,
      path: url.pathname + url.search,
      headers: passedOn(incoming.headers),
      protocol: incoming.headers.upgrade ?? 'websocket',
    });
    const lines = Object.entries({ ...answer.headers, connection: 'Upgrade' }).flatMap(([name, value]) =>
      [value].flat().map((one) => `${name}: ${one}\r\n`),
    );
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('')}\r\n`);
    const { socket: far } = answer;
    for (const [from, into] of [
      [socket, far],
      [far, socket],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk: Buffer) => {
        if (from === socket) onSent(url.origin);
        try {
          count(chunk);
        } catch {
          from.destroy();
        }
      });
      from.on('error', () => into.destroy()).on('close', () => into.destroy());
      from.pipe(into);
    }
    if (head.length > 0) far.write(head);
  };

  return {
    pass,
    upgrade,
    overfull: overfull.signal,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await Promise.all([...dispatchers.values()].map((one) => one.destroy()));
    },
  };
}

/** The way to any allowed host, of which some are not the target's own: their certificates are for other names, and by other authorities. */
function wayToAny({ tls: { ca, cert, key } = {}, ...way }: WaySettings): WaySettings {
  const authorities = ca === undefined ? {} : { ca: [...rootCertificates, ca].join('\n') };
  return {
    ...way,
    tls: { ...authorities, ...(cert !== undefined && { cert }), ...(key !== undefined && { key }) },
  };
}

/** undici's types leave out the origin, which a dispatcher for several hosts needs. */
const upgraded = (
  dispatcher: Dispatcher,
  options: Dispatcher.UpgradeOptions & { readonly origin: string },
): Promise<Dispatcher.UpgradeData> => dispatcher.upgrade(options);

/** Headers that are about one connection only (RFC 9110, 7.6.1), those that come anew, and those by which a browser would leave for another way. */
const ofOneHop: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'http2-settings',
  'alt-svc',
]);

function passedOn(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || ofOneHop.has(name) ? [] : [[name, value]],
    ),
  );
}

/** So many bytes at most, and whether there were more. */
export async function readBounded(
  stream: Readable,
  most: number,
): Promise<{ readonly bytes: Buffer; readonly isCut: boolean }> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > most) return { bytes: Buffer.concat(chunks).subarray(0, most), isCut: true };
  }
  return { bytes: Buffer.concat(chunks), isCut: false };
}
