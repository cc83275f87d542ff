import type { Notification } from '../models/wire.ts';

/** Notifications by the payment that they are about, so that a sequence finds its own and leaves the others'. */
export interface Inbox<N extends Notification = Notification> {
  add(notification: N): void;
  /** What has come for these ids, in order of arrival; it stays until it is forgotten. */
  take(ids: readonly string[]): readonly N[];
  /** How many have come for this id and are not forgotten. */
  seen(id: string): number;
  /** Drops what came for these ids, and whatever comes for them later: memory stays flat. */
  forget(ids: readonly string[]): void;
  /** True as soon as `predicate` holds, false when it does not within `deadlineMs` or when the arrivals close. Asked again after arrivals only. */
  waitFor(predicate: () => boolean, deadlineMs: number): Promise<boolean>;
  /** These payments and captures are the run's own: what names them, or has named them before, is not about others. */
  own(ids: readonly string[]): void;
  /** Notifications that name no payment and no capture. */
  readonly unroutable: readonly N[];
  /** Counts since the start: every notification, those that name nothing, those for forgotten ids, those about what is not the run's own. */
  readonly counts: {
    readonly all: number;
    readonly unroutable: number;
    readonly late: number;
    readonly others: number;
  };
  /** Lets every waiter go with false. */
  close(): void;
}

interface Waiter {
  readonly predicate: () => boolean;
  settle(held: boolean): void;
}

/** Stray notifications are bounded, since anybody may post to a receiver. */
const MOST_IDS = 50_000;
const MOST_UNROUTABLE = 100;

/** An empty index of arrivals. */
export function openInbox<N extends Notification = Notification>(): Inbox<N> {
  const byId = new Map<string, N[]>();
  const forgotten = new Set<string>();
  const waiters = new Set<Waiter>();
  const unroutable: N[] = [];
  const owned = new Set<string>();
  /** By payment, since it may turn out to be the run's own: a notification may be faster than the reply. */
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

  return {
    unroutable,
    counts,
    add(notification) {
      counts.all += 1;
      const ids = idsOf(notification);
      const [payment] = ids;
      if (payment !== undefined && !ids.some((id) => owned.has(id)))
        bounded(others.set(payment, (others.get(payment) ?? 0) + 1));
      if (ids.length === 0) {
        counts.unroutable += 1;
        if (unroutable.length < MOST_UNROUTABLE) unroutable.push(notification);
      } else if (ids.some((id) => forgotten.has(id))) {
        counts.late += 1;
      } else {
        for (const id of ids) {
          const known = byId.get(id);
          if (known === undefined) bounded(byId.set(id, [notification]));
          else known.push(notification);
        }
      }
      // Once per turn of the event loop, however many came in it.
      if (waiters.size > 0 && !asking) {
        asking = true;
        setImmediate(ask);
      }
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
      }
    },
    seen: (id) => byId.get(id)?.length ?? 0,
    forget(ids) {
      for (const id of ids) {
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
            clearTimeout(timer);
            waiters.delete(waiter);
            resolve(held);
          },
        };
        const timer = setTimeout(() => waiter.settle(predicate()), deadlineMs);
        waiters.add(waiter);
      });
    },
    close() {
      for (const waiter of waiters) waiter.settle(false);
    },
  };
}

/** Drops the oldest entry of a collection that has grown too large. */
function bounded(entries: Map<string, unknown> | Set<string>): void {
  if (entries.size <= MOST_IDS) return;
  for (const oldest of entries.keys()) {
    entries.delete(oldest);
    return;
  }
}

/** A field's name, and what stands beside it in a list, a form or a mark-up. */
const named = /\b(?:payment|capture)_id\W{1,6}([\w.:-]{1,80})/g;

/**
 * The payment's id and the capture's (legacy, Events): by either one its sequence finds it when the other is wrong. Of a body that is no
 * object those that its text names, so that its form is accused, not its absence.
 */
function idsOf({ body, text }: Notification): readonly string[] {
  const ids = namedIn(body);
  if (ids.length > 0 || (typeof body === 'object' && body !== null && !Array.isArray(body)))
    return [...new Set(ids)];
  return [...new Set([...text.matchAll(named)].flatMap(([, id]) => id ?? []))];
}

/** The payment and the capture that a body of the legacy interface names. */
export function namedIn(body: unknown): readonly string[] {
  const { payment_id: payment, capture_id: capture } = (body ?? {}) as Readonly<Record<string, unknown>>;
  return [payment, capture].filter((id) => typeof id === 'string');
}
