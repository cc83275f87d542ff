import { randomUUID } from 'node:crypto';
import type { NotificationSource, Patience } from '../../engine/judge/judge-notifications.ts';
import { openInbox } from '../../harness/receiver/inbox.ts';
import type { FailureRecord } from '../../harness/records/failure-record.ts';
import { startReceiver, type Receiver } from '../../harness/receiver/receiver.ts';
import {
  judgeRegistration,
  type Registration,
  type WithoutPayment,
} from '../../models/webhooks/registration.ts';
import type { EventStatus } from '../../models/legacy/events/event-body.ts';
import { isAboutEvent } from '../../models/legacy/events/events.ts';
import type { Notification } from '../../models/wire.ts';
import { deliveryRules as rules } from '../../spec/legacy/deliveries.ts';
import { eventRules } from '../../spec/legacy/events.ts';
import type { Requirement } from '../../spec/requirement.ts';
import { setWebhook } from '../availability/watch.ts';
import type { Inbox, Session } from '../run/session.ts';
import { Unjudged, type Bench } from './bench.ts';
import { certifyNotifications } from './certify-notifications.ts';
import { isUnseen } from './awaited-events.ts';
import { withoutEnd } from '../../spec/forms.ts';

/**
 * Certifies where notifications go (legacy, Events): nowhere while no URL is set, to the URL from the next event on, to another one once
 * the URL was changed, and there nothing of a declined authorization. Needs the target to itself, and leaves its URL as it was. The second
 * attempt makes only the calls that show the accused rules. Journals the verdict.
 */
export function certifyRegistration(session: Session): Promise<readonly FailureRecord[]> {
  return certifyNotifications(session, {
    name: 'registration',
    judge: async (bench, attempt, accused) => {
      const isChecked = (...of: readonly Requirement[]) =>
        accused === undefined || of.some(({ id }) => accused.has(id));
      const registration = await register(bench, session, {
        set: isChecked(rules.startsWithNextEvent, rules.silentBeforeUrl, eventRules.noneBeforePin),
        asked: isChecked(eventRules.noneBeforePin),
        moved: isChecked(rules.toTheUrl, eventRules.status),
        declined: isChecked(eventRules.status),
        patience: patiences[attempt],
      });
      return judgeRegistration(registration);
    },
  });
}

/** What is missing at the first attempt is accused only where the second one has waited for it until the deadline. */
const patiences = { first: 'short', second: 'whole' } as const;

/** The parts of the procedure that are run, and how long each waits for its event. */
type Parts = Readonly<Record<keyof Registration, boolean>> & { readonly patience: Patience };

async function register(bench: Bench, session: Session, parts: Parts): Promise<Registration> {
  const { receiver } = bench;
  const { inbox: here } = session.run.access;
  const source = session.notifications({ exclusive: true });
  if (source === undefined) throw new Unjudged('notifications can not be received');
  try {
    const set = parts.set ? await afterSetting(bench, session, source, parts) : undefined;
    if (set === undefined) await setUrl(bench, receiver.url);
    const moved = parts.moved && set?.next !== false ? await afterMoving(bench, session, parts) : undefined;
    await source.settle(moved?.since ?? set?.since ?? source.now());
    const toOld = moved !== undefined && hasEvent(here, moved.paymentId, 'authorize_success');
    const isAnywhere = moved?.toNew === true || toOld;
    const seen = {
      ...(set !== undefined && {
        set: { early: hasEvent(here, set.paymentId, 'authorize_success'), next: set.next },
        asked: set.asked,
      }),
      ...(moved !== undefined &&
        (isAnywhere || !isUnseen(session, eventRules.authorizeSuccess)) && {
          moved: { toNew: moved.toNew, toOld },
          declined: moved.declined,
        }),
    };
    here.forget([set, moved].flatMap((one) => one?.paymentId ?? []));
    return seen;
  } finally {
    await setUrl(bench, receiver.url);
  }
}

interface AfterSetting {
  readonly paymentId: string;
  readonly next: boolean | undefined;
  readonly since: number;
  readonly asked?: WithoutPayment | undefined;
}

/** Authorizes while no URL is set, sets one, and sees whether the next event goes there; and what comes of one that waits for its PIN. */
async function afterSetting(
  bench: Bench,
  session: Session,
  source: NotificationSource<Notification>,
  parts: Parts,
): Promise<AfterSetting> {
  const { inbox: here } = session.run.access;
  await setUrl(bench, null);
  const paymentId = await bench.authorize('while no URL is set', `silent-${randomUUID()}`);
  await setUrl(bench, bench.receiver.url);
  const orderRef = `asked-${randomUUID()}`;
  const notifications: Notification[] = [];
  const stopListening = bench.receiver.onNotification((received) => notifications.push(received));
  try {
    const isAsked = parts.asked && (await bench.asksForPin('without the PIN', orderRef));
    const since = source.now();
    await bench.close('the first event after the URL is set', paymentId);
    const came = await waitForEvent(source, here, paymentId, 'close_success', parts.patience);
    const next = came || !isUnseen(session, eventRules.closeSuccess) ? came : undefined;
    // What was sent when the PIN was asked for comes soon after what was sent since.
    if (came && isAsked) await source.settle(since);
    return { paymentId, next, since, ...(came && isAsked && { asked: { orderRef, notifications } }) };
  } finally {
    stopListening();
  }
}

interface AfterMoving {
  readonly paymentId: string;
  readonly toNew: boolean;
  /** When the last of its requests was answered. */
  readonly since: number;
  readonly declined?: WithoutPayment | undefined;
}

/** Changes the URL to a second receiver, where the settings leave us the choice of address, and sees whether an event goes there. */
async function afterMoving(bench: Bench, session: Session, parts: Parts): Promise<AfterMoving | undefined> {
  const { webhooks } = session.config.target;
  if (webhooks === undefined || !session.means.has('webhook.change')) return undefined;
  const second = await openSecond(webhooks.listen);
  const there = openInbox();
  const notifications: Notification[] = [];
  second.onNotification((received) => {
    notifications.push(received);
    there.add(received);
  });
  const source = session.notifications({ exclusive: true, inbox: there });
  try {
    if (source === undefined) return undefined;
    await setUrl(bench, second.url);
    const orderRef = `declined-${randomUUID()}`;
    const isDeclined = parts.declined && (await bench.isDeclined('once the URL was changed', orderRef));
    const paymentId = await bench.authorize('once the URL was changed', `moved-${randomUUID()}`);
    const since = source.now();
    const toNew = await waitForEvent(source, there, paymentId, 'authorize_success', parts.patience);
    // What was sent before the approval comes soon after it.
    if (toNew && isDeclined) await source.settle(since);
    return { paymentId, toNew, since, ...(toNew && isDeclined && { declined: { orderRef, notifications } }) };
  } finally {
    // Closed even where the URL could not be set back: a receiver left open outlives its run.
    try {
      await setUrl(bench, bench.receiver.url);
    } finally {
      await second.close();
    }
  }
}

/** The port of the first is taken, so the second gets a free one. Throws Unjudged when none can be bound. */
async function openSecond(listen: string): Promise<Receiver> {
  try {
    return await startReceiver({ listen: `${withoutEnd(listen, '0123456789')}0` });
  } catch (error) {
    throw new Unjudged(`no second receiver: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function setUrl(bench: Bench, url: string | null): Promise<void> {
  const reply = await bench.send(setWebhook(url), url === null ? 'none' : 'set');
  if (reply.http >= 300) throw new Unjudged(`webhook answered ${reply.http}`);
}

function waitForEvent(
  source: NotificationSource<Notification>,
  inbox: Inbox,
  paymentId: string,
  event: EventStatus,
  patience: Patience,
): Promise<boolean> {
  return source.wait([paymentId], () => hasEvent(inbox, paymentId, event), patience, source.now());
}

function hasEvent(inbox: Inbox, paymentId: string, event: EventStatus): boolean {
  return inbox.take([paymentId]).some((notification) => isAboutEvent(notification, event, { paymentId }));
}
