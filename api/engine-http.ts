import { Agent, request } from 'undici';
import type { HttpReply } from '../engine/build/expect.ts';
import type { System } from '../engine/check/systems.ts';

/** A call over HTTP. A body that is no text is sent as JSON. */
export interface HttpCall {
  readonly method: string;
  /** Behind the address of the service: `/accounts/7`. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A service that was started for one sequence. */
export interface Service {
  /** Its address: `http://127.0.0.1:3000`. */
  readonly url: string;
  close?(): unknown;
}

export interface HttpOptions {
  /** Sent with each call. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A driver for services over HTTP, with undici: a call is `{ method, path, body }`, its reply `{ status, headers, body }`, where a body of JSON is read. Give what starts a fresh
 * service for each sequence, or the address of one and how it is made as it was (`reset`).
 *
 * @example
 * ```ts
 * import { check, machine } from 'payproof/engine';
 * import { http } from 'payproof/engine/http';
 *
 * const health = machine({
 *   state: 'up',
 *   operations: ({ operation, expect }) => [
 *     operation('health', {
 *       call: () => ({ method: 'GET', path: '/health' }),
 *       expect: () => expect.status(200).sameState(),
 *     }),
 *   ],
 * });
 * const reset = () => fetch('http://127.0.0.1:3000/reset', { method: 'POST' });
 * export const checking = () => check(health, http('http://127.0.0.1:3000', { reset }));
 * ```
 */
export function http(
  url: string,
  options: HttpOptions & { readonly reset: () => unknown },
): System<HttpCall> & { reset(): unknown };
export function http(
  start: () => Service | Promise<Service>,
  options?: HttpOptions,
): () => Promise<System<HttpCall>>;
export function http(
  to: string | (() => Service | Promise<Service>),
  { headers = {}, reset }: HttpOptions & { readonly reset?: () => unknown } = {},
): System<HttpCall> | (() => Promise<System<HttpCall>>) {
  if (typeof to === 'string') return { ...connected({ url: to }, headers), ...(reset && { reset }) };
  return async () => connected(await to(), headers);
}

function connected(service: Service, headers: Readonly<Record<string, string>>): System<HttpCall> {
  const dispatcher = new Agent();
  return {
    send: async (call) => {
      const body = textOf(call.body);
      const isJson = body !== null && body !== call.body;
      const sent = { ...(isJson && { 'content-type': 'application/json' }), ...headers, ...call.headers };
      const answer = await request(new URL(call.path, service.url), {
        dispatcher,
        method: call.method as 'GET',
        headers: sent,
        body,
      });
      return replyOf(answer.statusCode, answer.headers, await answer.body.text());
    },
    close: async () => {
      await dispatcher.destroy();
      await service.close?.();
    },
  };
}

/** A body as it is sent; null: none. */
function textOf(body: unknown): string | null {
  if (body === undefined) return null;
  return typeof body === 'string' ? body : JSON.stringify(body);
}

function replyOf(
  status: number,
  given: Readonly<Record<string, string | readonly string[] | undefined>>,
  text: string,
): HttpReply {
  const headers = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : (value ?? []).join(', '),
    ]),
  );
  return { status, headers, body: bodyOf(text) };
}

/** A body of JSON as what it says, an empty one as `undefined`, any other as text. */
function bodyOf(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
