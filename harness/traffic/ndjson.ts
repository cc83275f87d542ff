import { z } from 'zod';
import { trafficOf, type RecordedExchange, type RecordedNotification, type Traffic } from './traffic.ts';

const headers = z.record(z.string(), z.string());
const body = z.string();

/** A line of the plain form, which any log can be turned into. */
const line = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('exchange'),
    sent: z.iso.datetime({ offset: true }),
    ms: z.number().min(0),
    request: z.object({ method: z.string(), url: z.string(), headers, body: body.optional() }),
    response: z.object({ status: z.int(), headers, body }).optional(),
  }),
  z.object({
    kind: z.literal('notification'),
    received: z.iso.datetime({ offset: true }),
    headers,
    body,
    answered: z.int().nullable().default(200),
  }),
]);

const lowered = (named: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(named).map(([name, value]) => [name.toLowerCase(), value]));

/** The traffic in lines of JSON, one exchange or notification each. A line of another form counts as damaged. */
export function trafficOfLines(lines: readonly string[]): Traffic {
  const exchanges: RecordedExchange[] = [];
  const notifications: RecordedNotification[] = [];
  let damaged = 0;
  for (const [index, text] of lines.entries()) {
    if (text.trim() === '') continue;
    const one = line.safeParse(jsonOf(text));
    if (!one.success) {
      damaged += 1;
    } else if (one.data.kind === 'notification') {
      const { received, answered } = one.data;
      notifications.push({
        receivedAt: Date.parse(received),
        headers: lowered(one.data.headers),
        body: one.data.body,
        answered,
      });
    } else {
      const { sent, ms, request, response } = one.data;
      const sentAt = Date.parse(sent);
      exchanges.push({
        number: index + 1,
        sentAt,
        receivedAt: sentAt + ms,
        method: request.method,
        url: request.url,
        headers: lowered(request.headers),
        ...(request.body !== undefined && { body: request.body }),
        ...(response !== undefined && {
          reply: { http: response.status, headers: lowered(response.headers), body: response.body },
        }),
      });
    }
  }
  return trafficOf('ndjson', { exchanges, notifications, damaged });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
