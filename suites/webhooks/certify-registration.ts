import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FailureRecord } from '../../harness/journal-records.ts';
import { startReceiver, type Received, type Receiver } from '../../harness/receiver.ts';
import { judgeRegistration, type Registration } from '../../models/webhooks/registration.ts';
import type { Session } from '../session.ts';
import { objectOf, Unjudged, type Bench, type Listening } from './bench.ts';
import { certifyClaim } from './claim.ts';
import { setWebhook } from './plain-calls.ts';

// A loopback target sends as it answers. One that is slower teaches us its delay before any silence is judged.
const shortestSilenceMs = 50;

/**
 * Certifies where notifications go (legacy, Events): nowhere while no URL is set, to the URL from the next event on, to
 * another one once it was changed. Needs the target to itself, and leaves its URL as it was. Journals the verdict.
 */
export function certifyRegistration(session: Session): Promise<readonly FailureRecord[]> {
  return certifyClaim(session, {
    claim: 'registration',
    judge: async (bench) => ({ ...judgeRegistration(await register(bench, session)), observed: {} }),
  });
}

async function register(bench: Bench, session: Session): Promise<Registration> {
  const { receiver } = bench;
  const here = new Inbox(receiver);
  try {
    await setUrl(bench, null);
    const early = await bench.authorize('while no URL is set', `silent-${randomUUID()}`);
    await setUrl(bench, receiver.url);
    const started = performance.now();
    await bench.close('the first event after the URL is set', early);
    const next = await here.came(early, 'close_success', bench.deadlineMs);
    const silenceMs = Math.max(shortestSilenceMs, 3 * (performance.now() - started));
    const moved = next ? await elsewhere(bench, session, here) : undefined;
    await sleep(Math.min(silenceMs, bench.deadlineMs));
    session.inbox.forget([early]);
    return { early: here.has(early, 'authorize_success'), next, ...(moved !== undefined && { moved }) };
  } finally {
    here.close();
    await setUrl(bench, receiver.url);
  }
}

/** Changes the URL to a second receiver, where the settings leave us the choice of address, and sees where an event goes. */
async function elsewhere(bench: Bench, session: Session, here: Inbox): Promise<Registration['moved']> {
  const { webhooks } = session.plan.target;
  if (webhooks === undefined || webhooks.publicUrl !== undefined) return undefined;
  const second = await openSecond(webhooks.listen);
  const there = new Inbox(second);
  try {
    await setUrl(bench, second.url);
    const id = await bench.authorize('once the URL was changed', `moved-${randomUUID()}`);
    const came = await there.came(id, 'authorize_success', bench.deadlineMs);
    session.inbox.forget([id]);
    return { toNew: came, toOld: here.has(id, 'authorize_success') };
  } finally {
    there.close();
    await setUrl(bench, bench.receiver.url);
    await second.close();
  }
}

/** The port of the first is taken, so the second gets a free one. Throws Unjudged when none can be bound. */
async function openSecond(listen: string): Promise<Receiver> {
  try {
    return await startReceiver({ listen: listen.replace(/\d+$/, '0') });
  } catch (error) {
    throw new Unjudged(`no second receiver: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function setUrl(bench: Bench, url: string | null): Promise<void> {
  const reply = await bench.send(setWebhook(url), url === null ? 'none' : 'set');
  if (reply.http >= 300) throw new Unjudged(`webhook answered ${reply.http}`);
}

/** What came to one receiver, by payment and status. */
class Inbox {
  readonly #seen = new Set<string>();
  readonly #stop: () => void;
  #told: () => void = () => undefined;

  constructor(receiver: Pick<Listening, 'onNotification'>) {
    this.#stop = receiver.onNotification((notification) => this.#take(notification));
  }

  has(paymentId: string, status: string): boolean {
    return this.#seen.has(`${paymentId} ${status}`);
  }

  /** True once it came, false when the deadline has passed. */
  came(paymentId: string, status: string, deadlineMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(this.has(paymentId, status)), deadlineMs);
      this.#told = () => {
        if (!this.has(paymentId, status)) return;
        clearTimeout(timer);
        resolve(true);
      };
      this.#told();
    });
  }

  close(): void {
    this.#stop();
  }

  #take({ body }: Received): void {
    const { payment_id: paymentId, status } = objectOf(body);
    if (typeof paymentId === 'string' && typeof status === 'string') this.#seen.add(`${paymentId} ${status}`);
    this.#told();
  }
}
