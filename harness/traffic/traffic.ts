import { SettingsError } from '../settings/settings-error.ts';
/** One request of another client, and its reply, as they were recorded. */
export interface RecordedExchange {
  /** Its place in the file, from 1. */
  readonly number: number;
  /** ms since the epoch, by the clock of the recorder. */
  readonly sentAt: number;
  readonly receivedAt: number;
  readonly method: string;
  readonly url: string;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Its body was not kept, or not wholly: it is not known what it asked for. */
  readonly isBodyUnseen?: true;
  /** Absent: no reply was recorded, only a part of it, or that of another than the target. */
  readonly reply?: RecordedReply;
  /** Why there is no reply, in words. Absent: nothing is known of it. */
  readonly lost?: string;
  /** As it stands in the file, where values stand here for masked ones: these are not shown, and prove nothing. */
  readonly masked?: RecordedExchange;
  /** The fields in which such values stand, of what was sent and of what was received: what they held is not known. */
  readonly notKnown?: { readonly sent: readonly string[]; readonly received: readonly string[] };
  /** Requests of the same sender were sent one after another, whatever their times say. Absent: only the times show the order. */
  readonly sender?: string;
}

export interface RecordedReply {
  readonly http: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A part of the file that can't be read, and may have been an exchange: what it was about is not known any more. */
export interface Unread {
  /** Its place in the file, from 1: a line, or an entry. */
  readonly number: number;
  /** Which field is of another form, and what would be right. */
  readonly why: string;
  /** Since when it may have happened, ms since the epoch. */
  readonly since: number;
  /** Its address, where that can be read. */
  readonly url?: string;
  /** Texts of it, in which ids may stand. */
  readonly texts: readonly string[];
  /** It leaves nothing in doubt: it was no request, or its request stands among the exchanges, without a reply. */
  readonly isAccountedFor?: true;
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
  /** Parts of the file that are no whole record. */
  readonly damaged: number;
  /** What may have been in them. Absent: nothing that concerns the target. */
  readonly unread?: readonly Unread[];
}

/** The last one that has a date of four digits: reports show dates. */
const lastInstant = Date.UTC(9999, 11, 31);

/** Traffic of these exchanges and notifications, sorted by their times. */
export function trafficOf(
  form: Traffic['form'],
  {
    exchanges,
    notifications,
    until = -Infinity,
    ...rest
  }: Pick<Traffic, 'exchanges' | 'notifications' | 'damaged' | 'unread' | 'isWhole'> & {
    /** It was recorded at least until then. Default: the last thing that it holds. */
    readonly until?: number;
  },
): Traffic {
  const sorted = inTurn(
    exchanges.toSorted((one, other) => one.sentAt - other.sentAt || one.number - other.number),
  );
  const received = notifications.toSorted((one, other) => one.receivedAt - other.receivedAt);
  let startsAt = Math.min(sorted[0]?.sentAt ?? Infinity, received[0]?.receivedAt ?? Infinity);
  let endsAt = Math.max(until, received.at(-1)?.receivedAt ?? -Infinity);
  for (const exchange of sorted) endsAt = Math.max(endsAt, exchange.receivedAt);
  if (startsAt > endsAt) [startsAt, endsAt] = [0, 0];
  if (startsAt < 0 || endsAt > lastInstant)
    throw new SettingsError(
      'its times lie outside of the years 1970 to 9999, so that nothing can be said of their order.',
    );
  return { form, exchanges: sorted, notifications: received, startsAt, endsAt, ...rest };
}

/** Recorders cut the instant to whole milliseconds, and round how long a request took, or add up its rounded parts. */
const resolutionMs = 2;

/** Who has sent a whole recording, where no two of its requests were under way at once. */
const oneSender = 'the recording';

/**
 * The exchanges as those of one sender, where no two overlap by more than their times are exact: a client that sends several at once would
 * show that somewhere.
 */
function inTurn(sorted: readonly RecordedExchange[]): readonly RecordedExchange[] {
  let until = -Infinity;
  for (const { sentAt, receivedAt, sender } of sorted) {
    if (sender !== undefined || sentAt + resolutionMs <= until) return sorted;
    until = Math.max(until, receivedAt);
  }
  return sorted.map((exchange) => ({ ...exchange, sender: oneSender }));
}

/** More exchanges of one file are not read: a recording of hours has some thousand, and each takes memory. */
export const mostExchanges = 500_000;
