import { Pool } from 'undici';
import type { Clock } from '../clock.ts';
import type { SendOutcome } from './rules.ts';

/** How much of a receiver's answer is read before its connection is closed, bytes. */
const ANSWER_LIMIT = 65_536;

export interface Send {
  readonly url: string;
  readonly method: 'POST' | 'PUT';
  readonly contentType: string;
  readonly text: string;
  readonly answerTimeoutMs: number;
}

/** What sends notifications. */
export interface Sending {
  send(send: Send): Promise<SendOutcome>;
  close(): Promise<void>;
}

/** Sends notifications over open connections, one pool for each receiver. Never follows a redirect. */
export class Sender implements Sending {
  readonly #pools = new Map<string, Pool>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Sends once. The answer time runs by the target's clock, so that an advance makes it run out. */
  async send({ url, method, contentType, text, answerTimeoutMs }: Send): Promise<SendOutcome> {
    const { origin, pathname, search } = new URL(url);
    const abort = new AbortController();
    const called = this.#clock.schedule(this.#clock.now() + answerTimeoutMs, () => abort.abort());
    try {
      const response = await this.#pool(origin).request({
        path: pathname + search,
        method,
        headers: { 'content-type': contentType },
        body: text,
        signal: abort.signal,
      });
      await response.body.dump({ limit: ANSWER_LIMIT, signal: abort.signal }).catch(() => undefined);
      return { http: response.statusCode };
    } catch {
      return { failure: abort.signal.aborted ? 'no-answer' : 'lost-connection' };
    } finally {
      called();
    }
  }

  /** Ends every connection. */
  async close(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.destroy()));
  }

  #pool(origin: string): Pool {
    const known = this.#pools.get(origin);
    if (known !== undefined) return known;
    // No limit on connections: a receiver that hangs must not hold up later events.
    const pool = new Pool(origin, { connections: null, headersTimeout: 0, bodyTimeout: 0 });
    this.#pools.set(origin, pool);
    return pool;
  }
}
