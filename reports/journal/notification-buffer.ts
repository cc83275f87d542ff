import { paymentsNamedIn } from '../../harness/receiver/inbox.ts';
import { StrayCounter } from '../words/stray-notifications.ts';
import type { ExchangeRecord, NotificationRecord } from '../../harness/journal/journal-records.ts';

/** A move of the target's clock by the suite. */
export interface ClockMove {
  /** When it was requested, ms since the run's start. */
  readonly at: number;
  readonly ms: number;
}

/** Far more than come while one failure is shrunk, few enough to keep memory flat. */
const mostKept = 8192;

/** Longest body that is kept: real ones have a few hundred characters. */
const longestBody = 4096;

/** Keeps the latest notifications and clock moves until the failure that they belong to is recorded. */
export class NotificationBuffer {
  readonly #notifications: NotificationRecord[] = [];
  readonly #moves: ClockMove[] = [];

  /** Counts those that are odd, those of the shards before too. */
  readonly strays: StrayCounter;

  constructor(strays = new StrayCounter()) {
    this.strays = strays;
  }

  add(notification: NotificationRecord): void {
    this.strays.add(notification);
    keep(this.#notifications, { ...notification, body: notification.body.slice(0, longestBody) });
  }

  /** Notes a control call that moved the target's clock; ignores any other request. */
  note({ control, request, reply, at }: ExchangeRecord): void {
    if (control !== true || reply === undefined || reply.http >= 300) return;
    if (!request.url.endsWith('/clock/advance')) return;
    const ms = /"ms":\s*(\d+)/.exec(request.body ?? '')?.[1];
    if (ms !== undefined && Number(ms) > 0) keep(this.#moves, { at, ms: Number(ms) });
  }

  /** What came since the first of these requests about the payments that they or their replies name. */
  of(exchanges: readonly ExchangeRecord[]): {
    readonly notifications: readonly NotificationRecord[];
    readonly moves: readonly ClockMove[];
  } {
    const since = exchanges[0]?.at ?? Infinity;
    const ids = paymentsIn(exchanges);
    return {
      notifications: this.#notifications.filter(
        ({ at, body }) => at >= since && ids.some((id) => body.includes(id)),
      ),
      moves: this.#moves.filter(({ at }) => at >= since),
    };
  }
}

/** The payments of a few requests, in the order in which they are first named. */
export function paymentsIn(exchanges: readonly ExchangeRecord[]): readonly string[] {
  const texts = exchanges.flatMap(({ request, reply }) => [request.body ?? '', reply?.body ?? '']);
  return [...new Set(texts.flatMap(paymentsNamedIn))];
}

function keep<T>(items: T[], item: T): void {
  items.push(item);
  // Cut in large steps, since each cut moves all that is kept.
  if (items.length > 2 * mostKept) items.splice(0, mostKept);
}
