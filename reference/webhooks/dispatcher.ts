import type { World } from '../world.ts';
import type { EventBody } from './body.ts';
import type { PaymentEvent } from './event.ts';
import { Pool } from 'undici';
import type { Clock } from '../clock.ts';
import type { SendOutcome } from './rules.ts';

/** Sends a notification of each event of a world to the merchant's URL. */
export class Dispatcher {
  readonly #world: World;
  readonly #sender: Sending;
  readonly #unsent: EventBody[] = [];
  #firstUrl: string | undefined;
  #latestUrl: string | undefined;
  /** How many events to skip after the latest URL was set. */
  #toPass = 0;
  #last: Promise<void> = Promise.resolve();
  #hasGivenUp = false;
  #closed = false;

  constructor(world: World, sender: Sending = new Sender(world.clock)) {
    this.#world = world;
    this.#sender = sender;
    world.events.on((event) => this.#take(event));
  }

  /** Ends every connection; nothing is sent any more. */
  close(): Promise<void> {
    this.#closed = true;
    return this.#sender.close();
  }

  #take(event: PaymentEvent): void {
    const { deliveryRules: rules, clock, webhookUrl } = this.#world;
    if (webhookUrl === null) this.#latestUrl = undefined;
    if (webhookUrl === null && !rules.keepsUnsent) return;
    const orderRef = this.#world.store.legacyPayments.get(event.paymentId)?.order.orderRef;
    const bodies = rules.announced(event).map((announced) => rules.body(announced, clock.now(), orderRef));
    this.#unsent.push(...bodies);
    if (webhookUrl === null || this.#hasGivenUp) return;
    this.#firstUrl ??= webhookUrl;
    if (webhookUrl !== this.#latestUrl) this.#toPass = rules.passedOver;
    this.#latestUrl = webhookUrl;
    if (this.#toPass > 0) {
      this.#toPass -= 1;
      return;
    }
    const url = rules.destination(webhookUrl, this.#firstUrl);
    for (const body of this.#unsent.splice(0)) this.#start(url, body);
  }

  #start(url: string, body: EventBody): void {
    const { clock, deliveryRules: rules } = this.#world;
    const heldMs = rules.holdMs();
    if (heldMs > 0) clock.schedule(clock.now() + heldMs, () => this.#queue(url, body));
    else this.#queue(url, body);
  }

  #queue(url: string, body: EventBody): void {
    if (!this.#world.deliveryRules.oneAtATime) return this.#attempt(url, body, 0);
    this.#last = this.#last.then(() => new Promise<void>((resolve) => this.#attempt(url, body, 0, resolve)));
  }

  /** The nth send of a notification, from 0; `done` is called when no send follows. */
  #attempt(url: string, body: EventBody, nth: number, done?: () => void): void {
    if (!this.#closed) this.#world.clock.track(this.#send(url, body, nth, done));
  }

  async #send(url: string, body: EventBody, nth: number, done?: () => void): Promise<void> {
    const { clock, deliveryRules: rules } = this.#world;
    const startedAt = clock.now();
    const sending = {
      url,
      method: rules.method,
      contentType: rules.contentType,
      text: rules.written(nth === 0 ? body : rules.retryBody(body, nth)),
      answerTimeoutMs: rules.answerTimeoutMs,
    };
    this.#copy(sending, rules.copyAfterMs('was sent'));
    const outcome = await this.#sender.send(sending);
    const failedAt = clock.now();
    const taken = rules.isTaken(outcome);
    if (taken) this.#copy(sending, rules.copyAfterMs('was taken'));
    const isLast = nth >= rules.maxRetries;
    if (!taken && isLast && !rules.goesOnAfterLast) this.#hasGivenUp = true;
    if (taken || isLast) return done?.();
    const next = rules.intervalFrom(startedAt, failedAt) + rules.intervalMs(nth + 1);
    // The answer time may be longer than the interval: then the retry is sent at once.
    clock.schedule(Math.max(failedAt, next), () => this.#attempt(url, body, nth + 1, done));
  }

  /** Sends the same once more, without retries. */
  #copy(sending: Send, afterMs: number | undefined): void {
    if (afterMs === undefined) return;
    const { clock } = this.#world;
    clock.schedule(clock.now() + afterMs, () => {
      if (!this.#closed) clock.track(this.#sender.send(sending));
    });
  }
}

/** How much of a receiver's answer is read before its connection is closed, bytes. */
const ANSWER_LIMIT = 65_536;

interface Send {
  readonly url: string;
  readonly method: 'POST' | 'PUT';
  readonly contentType: string;
  readonly text: string;
  readonly answerTimeoutMs: number;
}

/** What sends notifications. */
interface Sending {
  send(send: Send): Promise<SendOutcome>;
  close(): Promise<void>;
}

/** Sends notifications over open connections, one pool for each receiver. Never follows a redirect. */
class Sender implements Sending {
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
