import { randomUUID } from 'node:crypto';
import type { Arrivals } from '../../engine/arrivals.ts';
import { openArrivals } from '../../harness/arrivals.ts';
import type { FailureRecord } from '../../harness/journal-records.ts';
import { startReceiver, type Receiver } from '../../harness/receiver.ts';
import { judgeRegistration, type Declined, type Registration } from '../../models/webhooks/registration.ts';
import type { Notification } from '../../models/wire.ts';
import type { Inbox, Session } from '../session.ts';
import { objectOf, Unjudged, type Bench } from './bench.ts';
import { certifyClaim } from './claim.ts';
import { setWebhook } from './plain-calls.ts';

/**
 * Certifies where notifications go (legacy, Events): nowhere while no URL is set, to the URL from the next event on, to
 * another one once it was changed, and there nothing of an authorization that was declined. Needs the target to itself, and
 * leaves its URL as it was. Journals the verdict.
 */
export function certifyRegistration(session: Session): Promise<readonly FailureRecord[]> {
  return certifyClaim(session, {
    claim: 'registration',
    judge: async (bench) => ({ ...judgeRegistration(await register(bench, session)), observed: {} }),
  });
}

async function register(bench: Bench, session: Session): Promise<Registration> {
  const { receiver } = bench;
  const { inbox: here } = session;
  const arrivals = session.arrivals({ exclusive: true });
  if (arrivals === undefined) throw new Unjudged('notifications can not be received');
  try {
    await setUrl(bench, null);
    const early = await bench.authorize('while no URL is set', `silent-${randomUUID()}`);
    await setUrl(bench, receiver.url);
    const set = arrivals.now();
    await bench.close('the first event after the URL is set', early);
    const next = await came(arrivals, here, early, 'close_success');
    const moved = next ? await elsewhere(bench, session) : undefined;
    await arrivals.settle(moved?.since ?? set);
    const toOld = moved !== undefined && has(here, moved.paymentId, 'authorize_success');
    const seen = {
      early: has(here, early, 'authorize_success'),
      next,
      ...(moved !== undefined && { moved: { toNew: moved.toNew, toOld }, declined: moved.declined }),
    };
    here.forget([early, ...(moved === undefined ? [] : [moved.paymentId])]);
    return seen;
  } finally {
    await setUrl(bench, receiver.url);
  }
}

interface Moved {
  readonly paymentId: string;
  readonly toNew: boolean;
  /** When the last of its requests was answered. */
  readonly since: number;
  readonly declined?: Declined | undefined;
}

/** Changes the URL to a second receiver, where the settings leave us the choice of address, and sees whether an event goes there. */
async function elsewhere(bench: Bench, session: Session): Promise<Moved | undefined> {
  const { webhooks } = session.plan.target;
  if (webhooks === undefined || webhooks.publicUrl !== undefined) return undefined;
  const second = await openSecond(webhooks.listen);
  const there = openArrivals();
  const notifications: Notification[] = [];
  second.onNotification((received) => {
    notifications.push(received);
    there.add(received);
  });
  const arrivals = session.arrivals({ exclusive: true, at: there });
  if (arrivals === undefined) return undefined;
  try {
    await setUrl(bench, second.url);
    const orderRef = `declined-${randomUUID()}`;
    const isDeclined = await bench.isDeclined('once the URL was changed', orderRef);
    const paymentId = await bench.authorize('once the URL was changed', `moved-${randomUUID()}`);
    const since = arrivals.now();
    const toNew = await came(arrivals, there, paymentId, 'authorize_success');
    // What was told before the approval is here soon after it.
    if (toNew && isDeclined) await arrivals.settle(since);
    return { paymentId, toNew, since, ...(toNew && isDeclined && { declined: { orderRef, notifications } }) };
  } finally {
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

function came(
  arrivals: Arrivals<Notification>,
  inbox: Inbox,
  paymentId: string,
  status: string,
): Promise<boolean> {
  return arrivals.wait([paymentId], () => has(inbox, paymentId, status), 'whole', arrivals.now());
}

function has(inbox: Inbox, paymentId: string, status: string): boolean {
  return inbox
    .take([paymentId])
    .map(({ body }) => objectOf(body))
    .some((body) => body['payment_id'] === paymentId && body['status'] === status);
}
