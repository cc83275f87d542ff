import { isUtf8 } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Notification } from '../../models/wire.ts';
import { Answering, statusOf, type AnswerPlan } from './answers.ts';
import { decoded } from '../wire/content-coding.ts';
import { idsOf } from './inbox.ts';
import { boundConnections } from '../wire/connections.ts';
import { flatHeaders, parsedJson } from '../wire/message.ts';
import { pathOf, shownPath, type WebhookSettings } from '../given/webhook-settings.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { openThreadChannel } from './thread-channel.ts';
import { steadyNow } from '../time.ts';

/** A notification with all that the journal keeps of it. */
export interface Received extends Notification {
  /** When it came, by the steady clock. */
  readonly at: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The status that the receiver answers; null when it answers nothing. */
  readonly answered: number | null;
  /** The connection that brought it, counted from 1. */
  readonly connection: number;
  /** The bytes in base64, where they are not valid UTF-8. */
  readonly base64?: string;
  /** The path that it came to, as `shownPath` shows it, where that is not the receiver's. */
  readonly path?: string;
}

/** A merchant's webhook endpoint: takes what the target sends and answers by a plan. */
export interface Receiver {
  /** The webhook URL to register at the target. */
  readonly url: string;
  /** Requests that were no notification: a body about nothing at another path, another method, or a body that is too large. */
  readonly strays: number;
  /** The last other path that a request with a body came to, as `shownPath` shows it. */
  readonly strayPath: string | undefined;
  /** Calls `listener` for each notification, in the order received. Gives a function that unsubscribes it. */
  onNotification(listener: (notification: Received) => void): () => void;
  /** Sets how to answer from now on; without a plan every notification is answered 200 at once. */
  answerWith(plan: AnswerPlan | undefined): void;
  /** Ends every connection and resolves when nothing of it is left; more calls do nothing more. */
  close(): Promise<void>;
}

const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);
/** Far above a notification's size, and little enough for a thousand at once. */
const LARGEST_BODY_BYTES = 64 * 1024;
const MOST_CONNECTIONS = 1024;
/** Longer than senders keep a connection, so that none is closed while a notification is on its way. */
const KEEP_ALIVE_MS = 120_000;

/** Starts a receiver. Throws SettingsError when `listen` can't be bound. */
export async function startReceiver({
  listen,
  publicUrl,
  path: ownPath,
}: WebhookSettings): Promise<Receiver> {
  const listeners = new Set<(notification: Received) => void>();
  const answering = new Answering();
  let plan: AnswerPlan | undefined;
  let strays = 0;
  let strayPath: string | undefined;
  let path = ownPath ?? pathOf(publicUrl);

  const take = (request: IncomingMessage, response: ServerResponse, sent: Buffer): void => {
    const { headers } = request;
    // What can't be decoded is taken as it is, so that its form is accused and not its absence.
    const body = decoded(sent, headers['content-encoding'], LARGEST_BODY_BYTES);
    const bytes = 'bytes' in body ? body.bytes : sent;
    const text = bytes.toString();
    const notification: Notification = {
      receivedAt: Date.now(),
      ...parsedJson(text),
      text,
      contentType: headers['content-type'] ?? '',
      method: request.method ?? '',
    };
    const cameTo = pathIn(request);
    const otherPath = cameTo === path ? undefined : shownPath(cameTo, path ?? '');
    if (otherPath !== undefined) {
      strayPath = otherPath;
      // Anybody may post to a port. What names a payment of the run is for it.
      if (idsOf(notification).length === 0) return turnAway(response, 404);
    }
    const answer = plan === undefined ? { status: 200 } : plan(notification);
    const received = {
      ...notification,
      ...(otherPath !== undefined && { path: otherPath }),
      // What a tunnel or a proxy has changed is not the target's doing.
      ...(otherPath !== undefined && publicUrl === undefined && { otherPath }),
      headers: flatHeaders(headers),
      answered: statusOf(answer),
      at: steadyNow(),
      connection: connections.idOf(request.socket),
      ...(!isUtf8(bytes) && { base64: bytes.toString('base64') }),
    };
    connections.complete(request, response);
    answering.answer(request, response, answer);
    for (const listener of listeners) listener(received);
  };

  const turnAway = (response: ServerResponse, status: number): void => {
    strays += 1;
    // The server itself drops the rest of the request and closes the connection once this is sent.
    response.writeHead(status, { 'content-length': 0, connection: 'close' }).end();
  };

  const server = createServer((request, response) => {
    // A wrong method with a body is accepted, so that the method is accused and not a missing notification.
    if (bodiless.has(request.method ?? '')) return turnAway(response, pathIn(request) === path ? 405 : 404);
    if (Number(request.headers['content-length'] ?? 0) > LARGEST_BODY_BYTES) return turnAway(response, 413);
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      if (response.headersSent) return;
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > LARGEST_BODY_BYTES) turnAway(response, 413);
    });
    request.on('end', () => {
      if (!response.headersSent) take(request, response, Buffer.concat(chunks));
    });
    request.on('error', () => request.destroy());
  });
  // A slow sender must not block the others.
  server.headersTimeout = 10_000;
  server.requestTimeout = 15_000;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.on('clientError', (_error, socket) => socket.destroy());
  // A receiver that was not closed must not keep the process alive.
  server.unref();
  const connections = boundConnections(server, MOST_CONNECTIONS);

  const own = await bind(server, listen);
  path ??= `/hooks/${randomBytes(12).toString('hex')}`;

  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    answering.close();
    listeners.clear();
    const ended = once(server, 'close');
    server.close();
    // Also those that no request has come on yet, which the server itself does not count.
    connections.destroyAll();
    await ended;
  };

  return {
    url: (publicUrl === undefined ? own : new URL(publicUrl).origin) + (pathOf(publicUrl) ?? path),
    get strayPath() {
      return strayPath;
    },
    get strays() {
      return strays;
    },
    onNotification(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    answerWith(next) {
      plan = next;
    },
    close: () => (closed ??= close()),
  };
}

function pathIn({ url = '' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '';
}

async function bind(server: ReturnType<typeof createServer>, listen: string): Promise<string> {
  const [, host = '', port = ''] = /^(.*):(\d+)$/.exec(listen) ?? [];
  server.listen(Number(port), host.replace(/^\[(.*)\]$/, '$1'));
  try {
    await once(server, 'listening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new SettingsError(`webhooks.listen ${listen} can't be bound (${code}). Port 0 picks a free one.`);
  }
  const everywhere = host === '0.0.0.0' || host === '[::]';
  return `http://${everywhere ? '127.0.0.1' : host}:${(server.address() as AddressInfo).port}`;
}

/**
 * Tells the other threads of this process that a receiver of the run in this folder takes nothing any more; once for each. `receivers`: how many
 * the run has.
 */
export function tellReceiverClosed(out: string, receivers = 1): void {
  const channel = openThreadChannel(nameOf(out));
  channel.post(receivers);
  channel.close();
}

/** Resolves when other threads have reported that each receiver is closed; never, when they don't. */
export function receiverClosed(out: string): { readonly closed: Promise<void>; release(): void } {
  let allTold = (): void => undefined;
  let told = 0;
  const closed = new Promise<void>((resolve) => (allTold = resolve));
  const channel = openThreadChannel(nameOf(out), (receivers) => {
    told += 1;
    if (told >= Number(receivers)) allTold();
  });
  return { closed, release: () => channel.close() };
}

function nameOf(out: string): string {
  return `payproof receiver ${out}`;
}
