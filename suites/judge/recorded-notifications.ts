import type { NotificationSource } from '../../engine/judge/judge-notifications.ts';
import { openInbox } from '../../harness/receiver/inbox.ts';
import { parsedJson } from '../../harness/wire/message.ts';
import type { Traffic } from '../../harness/traffic/traffic.ts';
import { duplicateIdentity } from '../../models/webhooks/event-identity.ts';
import type { Notification } from '../../models/wire.ts';
import type { Thread } from './tie/thread.ts';
import type { Threads } from './tie/threads.ts';

/** The recorded notifications as the engine judges them, up to a time: all that will ever come is there. */
export function recordedNotifications({
  notifications,
  endsAt,
}: Traffic): (until: number) => NotificationSource<Notification> {
  const inbox = openInbox();
  const identities = new WeakMap<Notification, string>();
  for (const { receivedAt, headers, body } of notifications)
    inbox.add({
      receivedAt,
      ...parsedJson(body),
      text: body,
      contentType: headers['content-type'] ?? '',
    });
  return (until) => ({
    of: (ids) => inbox.take(ids).filter(({ receivedAt }) => receivedAt < until),
    now: () => endsAt,
    wait: (_ids, met) => Promise.resolve(met()),
    settle: () => Promise.resolve(),
    forget: (ids) => inbox.forget(ids),
    identity(notification) {
      let known = identities.get(notification);
      if (known === undefined) identities.set(notification, (known = duplicateIdentity(notification.text)));
      return known;
    },
  });
}

/** How far a thread is judged by the notifications that were recorded: `none missing` where some had no time to arrive. */
export type Notified = 'not' | 'none missing' | 'whole';

/**
 * How far threads may be judged by the notifications that were recorded. Where the URL was not set, one was not taken at once, or something else
 * has happened to the payment, not at all; what had no time to arrive is not missing.
 */
export function notifiedThreads(
  { form, notifications, endsAt }: Traffic,
  threads: Threads,
  deadlineMs: number,
): (thread: Thread) => Notified {
  const { webhookSet } = threads;
  // Of the forms, a journal alone has them all.
  const isReceived = notifications.length > 0 || (form === 'journal' && webhookSet.some(({ isOn }) => isOn));
  const refused = new Set(
    notifications
      .filter(({ answered }) => answered === null || answered < 200 || answered >= 300)
      .flatMap(({ body }) => [...body.matchAll(/[\w.:-]{3,80}/g)].map(([word]) => word)),
  );
  return (thread) => {
    if (thread.interface !== 'legacy' || thread.isBroken || thread.race !== undefined || !isReceived)
      return 'not';
    const until = thread.lastAt + deadlineMs;
    const own = webhookSet.filter(({ server }) => server === thread.server);
    if (own.some(({ at }) => at >= thread.firstAt && at <= until)) return 'not';
    const last = own.findLast(({ at }) => at < thread.firstAt);
    if (last === undefined ? webhookSet.length > 0 : !last.isOn) return 'not';
    if ([...thread.payments.keys(), ...thread.captures.keys()].some((id) => refused.has(id))) return 'not';
    return until > endsAt || until > threads.undisturbedUntil(thread) ? 'none missing' : 'whole';
  };
}
