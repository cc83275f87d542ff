/** One request that somebody else has sent, and what came back, as it was recorded. */
export interface RecordedExchange {
  /** Its place in the file, from 1. */
  readonly number: number;
  /** ms since the epoch, by the clock of whoever recorded it. */
  readonly sentAt: number;
  readonly receivedAt: number;
  readonly method: string;
  readonly url: string;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Absent: no reply was recorded, or only a part of it. */
  readonly reply?: RecordedReply;
  /** Requests of the same sender were sent one after another, whatever their times say. Absent: only the times tell. */
  readonly sender?: string;
}

export interface RecordedReply {
  readonly http: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** One notification that a receiver has recorded. */
export interface RecordedNotification {
  readonly receivedAt: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The HTTP status that the receiver answered; null: none. */
  readonly answered: number | null;
}

/** What a file holds of the traffic of a target, in the order of its times. */
export interface Traffic {
  readonly form: 'har' | 'journal' | 'ndjson';
  readonly exchanges: readonly RecordedExchange[];
  readonly notifications: readonly RecordedNotification[];
  /** ms since the epoch, from the first to the last thing that it holds. */
  readonly startsAt: number;
  readonly endsAt: number;
  /** The target was started for this traffic, which is all that it got. Absent: not known. */
  readonly isWhole?: true;
  /** Lines of the file that are no whole record. */
  readonly damaged: number;
}

/** Traffic of these exchanges and notifications, sorted by their times. */
export function trafficOf(
  form: Traffic['form'],
  {
    exchanges,
    notifications,
    until = -Infinity,
    ...rest
  }: Pick<Traffic, 'exchanges' | 'notifications' | 'damaged' | 'isWhole'> & {
    /** It was recorded at least until then. Default: the last thing that it holds. */
    readonly until?: number;
  },
): Traffic {
  const sorted = exchanges.toSorted((one, other) => one.sentAt - other.sentAt || one.number - other.number);
  const received = notifications.toSorted((one, other) => one.receivedAt - other.receivedAt);
  let startsAt = Math.min(sorted[0]?.sentAt ?? Infinity, received[0]?.receivedAt ?? Infinity);
  let endsAt = Math.max(until, received.at(-1)?.receivedAt ?? -Infinity);
  for (const exchange of sorted) endsAt = Math.max(endsAt, exchange.receivedAt);
  if (startsAt > endsAt) [startsAt, endsAt] = [0, 0];
  return { form, exchanges: sorted, notifications: received, startsAt, endsAt, ...rest };
}

/** The headers of a recording, by their names in lower case; one that is repeated is joined by commas. */
export function lowerCased(headers: readonly { readonly name: string; readonly value: string }[]) {
  const named: Record<string, string> = {};
  for (const { name, value } of headers) {
    const key = name.toLowerCase();
    const before = Object.hasOwn(named, key) ? named[key] : undefined;
    named[key] = before === undefined ? value : `${before}, ${value}`;
  }
  return named;
}
