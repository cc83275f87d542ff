import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { Reply } from '../../models/wire.ts';
import { chunksOf } from '../../spec/wire-variants.ts';
import { decoded } from './content-coding.ts';
import { extentOf, flatHeaders, parsedJson, type RawHeaders } from './message.ts';
import { proxyRefused } from './not-its-own.ts';
import type { HttpRequest } from './request.ts';

/** The result of one request. `code` is the system's name of the failure, `ECONNREFUSED`. */
export type Delivery =
  | {
      readonly reply: Reply;
      readonly headers: Readonly<Record<string, string>>;
      readonly ms: number;
      /** When it was sent, by the steady clock. */
      readonly at: number;
      readonly refused?: true;
    }
  | { readonly lost: string; readonly code?: string };

/** A limit, since replies are hostile; a high one, since the list of tokens may have no pages (resource, GET /tokens/). */
export const LARGEST_REPLY_BYTES = 8 * 1024 * 1024;

/** A limit, since each copy of such a text takes its memory again; far above any field that the documents show. */
export const LONGEST_TEXT = 128 * 1024;

/** Waits before a refused connection is retried: a server that restarts needs a second or two. */
const RETRY_AFTER_MS = [50, 200, 800] as const;

type Controller = Dispatcher.DispatchController;

/** One open request: an undici handler that settles once, by a reply, a failure, its time limit or an interrupt. */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #pool: Dispatcher;
  readonly #request: HttpRequest;
  readonly #settle: (delivery: Delivery) => void;
  readonly #ended: (exchange: Exchange) => unknown;
  readonly #limit: TimeLimit;
  #controller: Controller | undefined;
  #retry: NodeJS.Timeout | undefined;
  #attempt = 0;
  #settled = false;
  #sentAt = Date.now();
  #startedAt = performance.now();
  #http = 0;
  #headers: RawHeaders = {};
  readonly #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(
    pool: Dispatcher,
    request: HttpRequest,
    timeoutMs: number,
    settle: (delivery: Delivery) => void,
    ended: (exchange: Exchange) => unknown,
  ) {
    this.#pool = pool;
    this.#request = request;
    this.#settle = settle;
    this.#ended = ended;
    this.#limit = startTimeLimit(timeoutMs, () => {
      const refused = this.#controller === undefined && this.#attempt > 0;
      if (refused) this.lose(REFUSED, 'ECONNREFUSED');
      else this.lose(`no answer within ${timeoutMs} ms`, 'ETIMEDOUT');
    });
  }

  start(): void {
    const { method, origin, path, headers, body = null, chunked } = this.#request;
    // What is read piece by piece goes out in chunks. Made for each try, since it can be read once.
    const sent = chunked === true && body !== null ? Readable.from(chunksOf(body)) : body;
    this.#pool.dispatch({ method, origin, path, headers, body: sent }, this);
  }

  /** Settles as lost and closes the connection. No effect when it is settled already. */
  lose(why: string, code?: string): void {
    if (this.#settled) return;
    this.#finish(code === undefined ? { lost: why } : { lost: why, code });
    this.#controller?.abort(new Error(why));
  }

  onRequestStart(controller: Controller): void {
    // It was given up while it waited for a connection, so it is not sent.
    if (this.#settled) return controller.abort(new Error('given up'));
    this.#controller = controller;
    this.#sentAt = Date.now();
    this.#startedAt = performance.now();
  }

  onResponseStart(_controller: Controller, http: number, headers: RawHeaders): void {
    this.#http = http;
    this.#headers = headers;
  }

  onResponseData(_controller: Controller, chunk: Buffer): void {
    this.#bytes += chunk.length;
    // An incomplete reply must not be judged: a cut list would accuse a correct target.
    if (this.#bytes > LARGEST_REPLY_BYTES)
      this.lose(`the reply is larger than ${LARGEST_REPLY_BYTES} bytes`, 'EMSGSIZE');
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (this.#settled) return;
    const headers = flatHeaders(this.#headers);
    const [first] = this.#chunks;
    const bytes = first !== undefined && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks);
    const body = decoded(bytes, headers['content-encoding'], LARGEST_REPLY_BYTES);
    if ('why' in body && body.why === 'size')
      return this.lose(`the reply is larger than ${LARGEST_REPLY_BYTES} bytes`, 'EMSGSIZE');
    // What can't be decoded stays as it came.
    const text = ('bytes' in body ? body.bytes : bytes).toString();
    // As with a reply that is too large: what was not read to its end is not judged.
    if (text.length > LONGEST_TEXT && extentOf(text).longest > LONGEST_TEXT)
      return this.lose(`the reply holds a text of more than ${LONGEST_TEXT} characters`, 'EMSGSIZE');
    this.#finish({
      reply: {
        http: this.#http,
        contentType: headers['content-type'] ?? '',
        ...parsedJson(text),
        text,
        sentAt: this.#sentAt,
        receivedAt: Date.now(),
      },
      headers,
      ms: performance.now() - this.#startedAt,
      at: Math.round(performance.timeOrigin + this.#startedAt),
      ...(this.#attempt > 0 && { refused: true }),
    });
  }

  onResponseError(_controller: Controller, error: Error): void {
    if (this.#settled) return;
    const code = codeOf(error);
    // Without a controller no byte was written, so a retry cannot act twice.
    const wait =
      this.#controller === undefined && code === 'ECONNREFUSED' ? RETRY_AFTER_MS[this.#attempt] : undefined;
    if (wait === undefined) return this.lose(causeOf(code, error), code);
    this.#attempt += 1;
    this.#retry = setTimeout(() => this.start(), wait);
  }

  #finish(delivery: Delivery): void {
    this.#settled = true;
    this.#limit.clear();
    clearTimeout(this.#retry);
    this.#ended(this);
    this.#settle(delivery);
  }
}

const REFUSED = 'connection refused';
const UNTRUSTED =
  'its certificate is of an authority that is not known here: give the authority in tls.ca, or in the environment variable NODE_EXTRA_CA_CERTS';

const causes: Readonly<Record<string, string>> = {
  ECONNREFUSED: REFUSED,
  ECONNRESET: 'connection reset',
  UND_ERR_SOCKET: 'connection closed before the answer was complete',
  ENOTFOUND: 'host name not found',
  EAI_AGAIN: 'host name not found',
  EHOSTUNREACH: 'host not reachable',
  ENETUNREACH: 'network not reachable',
  UND_ERR_CONNECT_TIMEOUT: 'no connection within the time limit',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the server does not speak TLS',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'its certificate is for another name: give the name that it is for in tls.servername, if that is right',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL: 'the server does not speak HTTP/1.1, perhaps HTTP/2 alone',
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED:
    'it asks for a certificate of ours: give one in tls.cert and tls.key',
};

/** The cause in one line; messages of libraries may have several. */
function causeOf(code: string, { name, message }: Error): string {
  if (name === 'HTTPParserError') return 'what answered does not speak HTTP';
  // undici has no field for it.
  const [, proxied] = /^Proxy (?:response|Authentication Required) \((\d{3})\)/.exec(message) ?? [];
  if (proxied !== undefined) return proxyRefused(Number(proxied));
  return causes[code] ?? `${message.split('\n', 1)[0]} (${code})`;
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : 'UNKNOWN';
}

/** A limit is counted in so many pieces at most, and in none that is shorter: each of them takes time of ours. */
const mostPieces = 20;
const shortestMs = 250;

/** A limit of time that was begun. */
interface TimeLimit {
  /** Ends it: nothing is called. */
  clear(): void;
}

/**
 * Calls `reached` after so many ms in which this process ran. Of the time in which it stands still, on a machine that sleeps or whose processor
 * others keep, one piece at most is counted, and what came meanwhile is read before the limit is reached: none of it is taken for missing.
 */
export function startTimeLimit(ms: number, reached: () => void): TimeLimit {
  const pieceMs = Math.max(shortestMs, Math.ceil(ms / mostPieces));
  let leftMs = ms;
  let isOver = false;
  let timer: NodeJS.Timeout;
  const next = (): void => {
    if (isOver) return reached();
    const now = Math.min(leftMs, pieceMs);
    // The last piece has no length: before it there is time to read what came.
    isOver = leftMs <= 0;
    leftMs -= now;
    timer = setTimeout(next, now);
  };
  next();
  return { clear: () => clearTimeout(timer) };
}
