import { z } from 'zod';
import { SettingsError } from '../settings/settings-error.ts';
import { answerAsJudged, lowerCased } from './parts/har-entry.ts';
import { keptText } from './parts/kept-body.ts';
import {
  mostExchanges,
  trafficOf,
  type RecordedExchange,
  type RecordedNotification,
  type Traffic,
  type Unread,
} from './traffic.ts';
import { textsIn, wrongField } from './parts/unread.ts';

const headers = z.record(z.string(), z.string().nullable());
const time = z.iso.datetime({ offset: true });

/** A line of the plain form, which any log can be turned into. */
const line = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('exchange'),
    sent: time,
    ms: z.number().min(0),
    request: z.object({ method: z.string(), url: z.string(), headers, body: z.string().nullish() }),
    response: z.object({ status: z.int(), headers, body: z.string().nullish() }).nullish(),
  }),
  z.object({
    kind: z.literal('notification'),
    received: time,
    headers,
    body: z.string(),
    answered: z.int().nullable().default(200),
  }),
]);
type Line = z.infer<typeof line>;

/** When and to which address a line was sent that can't be read further. */
const shown = z.object({
  sent: time.optional(),
  request: z.object({ url: z.string().optional() }).optional(),
});
/** A record that another program has written between: no exchange. */
const otherKind = z.object({ kind: z.string() });
const ownKinds: ReadonlySet<string> = new Set(['exchange', 'notification']);

const lowered = (named: Readonly<Record<string, string | null>>): Record<string, string> =>
  lowerCased(Object.entries(named).map(([name, value]) => ({ name, value })));

/**
 * The traffic in lines of JSON, one exchange or notification each. A line of another form counts as damaged, and may have been any request.
 * Throws SettingsError where there are too many.
 */
export function trafficOfLines(lines: Iterable<string>): Traffic {
  const exchanges: RecordedExchange[] = [];
  const notifications: RecordedNotification[] = [];
  const unread: Unread[] = [];
  let number = 0;
  let since = -Infinity;
  for (const text of lines) {
    number += 1;
    if (text.trim() === '') continue;
    if (exchanges.length + notifications.length + unread.length >= mostExchanges)
      throw new SettingsError(
        `there are more than ${mostExchanges} lines, the most that are read of a file: cut it into several.`,
      );
    const value = jsonOf(text);
    const one = line.safeParse(value);
    if (!one.success) {
      unread.push(unreadLine(text, value, { number, since, why: wrongField(one.error) }));
    } else if (one.data.kind === 'notification') {
      const { received, answered: status, body } = one.data;
      const named = lowered(one.data.headers);
      notifications.push({ receivedAt: Date.parse(received), headers: named, body, answered: status });
    } else {
      const exchange = exchangeOf(one.data, number);
      exchanges.push(exchange);
      since = exchange.sentAt;
    }
  }
  return trafficOf('ndjson', { exchanges, notifications, damaged: unread.length, unread });
}

function exchangeOf(
  { sent, ms, request, response }: Extract<Line, { readonly kind: 'exchange' }>,
  number: number,
): RecordedExchange {
  const sentAt = Date.parse(sent);
  const named = lowered(request.headers);
  const method = request.method.toUpperCase();
  const body = keptText({
    text: request.body,
    headers: named,
    saysEmpty: true,
    method,
  });
  return {
    number,
    sentAt,
    receivedAt: sentAt + ms,
    method,
    url: request.url,
    headers: named,
    ...(body === undefined ? { isBodyUnseen: true as const } : body !== '' && { body }),
    ...(response === undefined || response === null
      ? { lost: 'no answer was recorded' }
      : answerOf(response)),
  };
}

function answerOf({
  status,
  headers: listed,
  body,
}: NonNullable<Extract<Line, { readonly kind: 'exchange' }>['response']>) {
  const named = lowered(listed);
  const text = keptText({ text: body, headers: named, saysEmpty: true });
  return answerAsJudged({ http: status, headers: named }, text);
}

function unreadLine(text: string, value: unknown, of: Pick<Unread, 'number' | 'since' | 'why'>): Unread {
  if (value === undefined) return { ...of, why: 'it is no JSON', texts: [text.slice(0, 64 * 1024)] };
  const seen = shown.safeParse(value);
  const { sent, request } = seen.success ? seen.data : {};
  const other = otherKind.safeParse(value);
  // A record of another kind is surely no request.
  const isNone = other.success && !ownKinds.has(other.data.kind);
  return {
    ...of,
    texts: textsIn(value),
    ...(sent !== undefined && { since: Date.parse(sent) }),
    ...(request?.url !== undefined && { url: request.url }),
    ...(isNone && { isAccountedFor: true }),
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
