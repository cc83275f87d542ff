import { legacyIds } from '../../spec/operations.ts';
import type { Notification } from '../../models/wire.ts';
import { startTimeLimit } from '../wire/exchange.ts';

/** The notifications received, by payment, so that each sequence finds its own. */
export interface Inbox<N extends Notification = Notification> {
  /** Takes a notification. Gives whose it is, as far as that is known by now. */
  add(notification: N): Whose;
  /** The notifications for these ids, in the order received; they stay until forgotten. */
  take(ids: readonly string[]): readonly N[];
  /** How many are held for this id. */
  seen(id: string): number;
  /** Drops the notifications for these ids, and all later ones, so that memory stays bounded. */
  forget(ids: readonly string[]): void;
  /** True as soon as `predicate` holds; false after `deadlineMs` or when the inbox is closed. It is asked again only after a notification. */
  waitFor(predicate: () => boolean, deadlineMs: number): Promise<boolean>;
  /** Marks payments and captures as the run's own: notifications that name them are not counted as others, earlier ones included. */
  own(ids: readonly string[]): void;
  /** Notifications that name neither a payment nor a capture; the first hundred. */
  readonly unroutable: readonly N[];
  /** Counts since the start: all, those without an id, those for forgotten ids, those about payments that are not the run's own. */
  readonly counts: {
    readonly all: number;
    readonly unroutable: number;
    readonly late: number;
    readonly others: number;
  };
  /** Ends every wait with false. */
  close(): void;
}

/** About a payment of the run, also in the place of the oldest one about it, since more would be held than may be; or about none that is known to be. */
export type Whose = 'own' | 'own, one too many' | 'others';

interface Waiter {
  readonly predicate: () => boolean;
  settle(held: boolean): void;
}

/** Limits, since any client may post to a receiver. */
const MOST_IDS = 50_000;
const MOST_UNROUTABLE = 100;
/** What one payment may have: far more than any target sends, and enough for each judgement. */
const mostOfOne = { notifications: 500, characters: 4_000_000 };
/** What may be held that is not known to be the run's own: the oldest goes first. A reply that shows a payment to be own comes within seconds. */
const mostOfOthers = { notifications: 10_000, characters: 16_000_000 };

/** Told of what an inbox does with what it holds. */
interface InboxOptions<N> {
  /** Of one that turns out to be about a payment of the run. Default: nothing. */
  readonly onOwn?: (notification: N) => void;
  /** Of one of others that is held no more. Default: nothing. */
  readonly onDropped?: (notification: N) => void;
}

/** An empty inbox. */
export function openInbox<N extends Notification = Notification>({
  onOwn,
  onDropped,
}: InboxOptions<N> = {}): Inbox<N> {
  const byId = new Map<string, N[]>();
  /** Those that are not known to be the run's own, with their ids, the oldest first. */
  const ofOthers = new Map<N, readonly string[]>();
  let othersCharacters = 0;
  const forgotten = new Set<string>();
  const waiters = new Set<Waiter>();
  const unroutable: N[] = [];
  const owned = new Set<string>();
  /** By payment, since a notification may be faster than the reply that shows the payment to be the run's own. */
  const others = new Map<string, number>();
  const counts = {
    all: 0,
    unroutable: 0,
    late: 0,
    get others() {
      return [...others.values()].reduce((sum, count) => sum + count, 0);
    },
  };
  let asking = false;

  const ask = (): void => {
    asking = false;
    for (const waiter of waiters) if (waiter.predicate()) waiter.settle(true);
  };

  const noLongerOfOthers = (notification: N): boolean => {
    const was = ofOthers.delete(notification);
    if (was) othersCharacters -= notification.text.length;
    return was;
  };
  const dropOldest = (): void => {
    for (const [oldest, ids] of ofOthers) {
      noLongerOfOthers(oldest);
      for (const id of ids) {
        const left = byId.get(id)?.filter((one) => one !== oldest) ?? [];
        if (left.length > 0) byId.set(id, left);
        else byId.delete(id);
      }
      onDropped?.(oldest);
      return;
    }
  };
  const hold = (notification: N, ids: readonly string[]): Whose => {
    let isOneTooMany = false;
    for (const id of ids) {
      const known = byId.get(id);
      if (known === undefined) byId.set(id, [notification]);
      else {
        known.push(notification);
        // The newest stay: sequences that name the same id, as one that no payment has, await theirs one after another.
        while (isTooMuch(known)) {
          known.shift();
          isOneTooMany = true;
        }
      }
    }
    if (ids.some((id) => owned.has(id))) return isOneTooMany ? 'own, one too many' : 'own';
    ofOthers.set(notification, ids);
    othersCharacters += notification.text.length;
    while (ofOthers.size > mostOfOthers.notifications || othersCharacters > mostOfOthers.characters)
      dropOldest();
    return 'others';
  };

  return {
    unroutable,
    counts,
    add(notification) {
      counts.all += 1;
      const ids = idsOf(notification).slice(0, mostIds);
      const [payment] = ids;
      let whose: Whose = 'others';
      if (payment !== undefined && !ids.some((id) => owned.has(id)))
        bounded(others.set(payment, (others.get(payment) ?? 0) + 1));
      if (ids.length === 0) {
        counts.unroutable += 1;
        if (unroutable.length < MOST_UNROUTABLE) unroutable.push(notification);
      } else if (ids.some((id) => forgotten.has(id))) {
        counts.late += 1;
        whose = ids.some((id) => owned.has(id)) ? 'own' : 'others';
      } else {
        whose = hold(notification, ids);
      }
      // Once per turn of the event loop, however many were received in it.
      if (waiters.size > 0 && !asking) {
        asking = true;
        setImmediate(ask);
      }
      return whose;
    },
    take(ids) {
      if (ids.length === 1) return byId.get(ids[0] ?? '') ?? [];
      return [...new Set(ids.flatMap((id) => byId.get(id) ?? []))].sort(
        (a, b) => a.receivedAt - b.receivedAt,
      );
    },
    own(ids) {
      for (const id of ids) {
        bounded(owned.add(id));
        others.delete(id);
        for (const notification of byId.get(id) ?? [])
          if (noLongerOfOthers(notification)) onOwn?.(notification);
      }
    },
    seen: (id) => byId.get(id)?.length ?? 0,
    forget(ids) {
      for (const id of ids) {
        for (const notification of byId.get(id) ?? [])
          if (noLongerOfOthers(notification)) onDropped?.(notification);
        byId.delete(id);
        bounded(forgotten.add(id));
      }
    },
    waitFor(predicate, deadlineMs) {
      if (predicate()) return Promise.resolve(true);
      return new Promise((resolve) => {
        const waiter: Waiter = {
          predicate,
          settle(held) {
            limit.clear();
            waiters.delete(waiter);
            resolve(held);
          },
        };
        const limit = startTimeLimit(deadlineMs, () => waiter.settle(predicate()));
        waiters.add(waiter);
      });
    },
    close() {
      for (const waiter of waiters) waiter.settle(false);
    },
  };
}

function isTooMuch(held: readonly Notification[]): boolean {
  if (held.length < 2) return false;
  if (held.length > mostOfOne.notifications) return true;
  return held.reduce((sum, { text }) => sum + text.length, 0) > mostOfOne.characters;
}

/** Drops the oldest entry of a collection that has grown too large. */
function bounded(entries: Map<string, unknown> | Set<string>): void {
  if (entries.size <= MOST_IDS) return;
  for (const oldest of entries.keys()) {
    entries.delete(oldest);
    return;
  }
}

/** A notification names a payment and a capture (legacy, Events); one of another form may name them again and again. */
const mostIds = 16;

/** An id field and its value, in a list, a form, mark-up, or a text within JSON. */
const named = new RegExp(`\\b(?:${Object.values(legacyIds).join('|')})\\W{1,6}([\\w.:-]{1,80})`, 'g');

/**
 * The ids of the payment and the capture (legacy, Events): one is enough to find the sequence when the other is wrong. For a body of another
 * form the ids in its text, so that its form is accused and not its absence. A body with an `event_type` is no envelope of a notification:
 * of which form events of other types are is not shown.
 */
export function idsOf({ body, text }: Pick<Notification, 'body' | 'text'>): readonly string[] {
  const ids = namedIn(body);
  if (ids.length > 0 || hasEventType(body)) return [...new Set(ids)];
  return [...new Set([...text.matchAll(named)].flatMap(([, id]) => id ?? []))];
}

function hasEventType(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'event_type' in body;
}

const inText = new RegExp(`"${legacyIds.payment}"\\s*:\\s*"([^"\\\\]{4,80})"`, 'g');

/** The payments that a text names in their field. */
export function paymentsNamedIn(text: string): readonly string[] {
  return [...text.matchAll(inText)].flatMap(([, id]) => id ?? []);
}

/** The payment and the capture that a body of the legacy interface names. */
export function namedIn(body: unknown): readonly string[] {
  const fields = (body ?? {}) as Readonly<Record<string, unknown>>;
  return Object.values(legacyIds)
    .map((name) => fields[name])
    .filter((id) => typeof id === 'string');
}
