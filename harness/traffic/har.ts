import { z } from 'zod';
import { instantIn } from '../../spec/instant.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { lowerCased, trafficOf, type RecordedExchange, type Traffic } from './traffic.ts';

const headers = z.array(z.object({ name: z.string(), value: z.string() }));

/** What is read of an entry (HAR 1.2, entries, request, response, content); browsers and proxies add much more. */
const entry = z.object({
  startedDateTime: z.string(),
  time: z.number(),
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers,
    postData: z.object({ text: z.string().optional() }).optional(),
  }),
  response: z.object({
    status: z.number(),
    headers,
    content: z.object({ text: z.string().optional(), encoding: z.string().optional() }).optional(),
  }),
});

const har = z.object({ log: z.object({ entries: z.array(z.unknown()) }) });

/** Whether a JSON value is meant as a HAR file. */
export function isHar(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'log' in value;
}

/**
 * The traffic in a HAR file. An entry that lacks what is read of it counts as damaged. Throws SettingsError where there is no list of entries,
 * or none of them can be read.
 */
export function trafficOfHar(value: unknown, file: string): Traffic {
  const parsed = har.safeParse(value);
  if (!parsed.success) throw new SettingsError(`${file} is no HAR file: it has no list \`log.entries\`.`);
  const exchanges: RecordedExchange[] = [];
  let damaged = 0;
  for (const [index, one] of parsed.data.log.entries.entries()) {
    const exchange = exchangeOf(one, index + 1);
    if (exchange === undefined) damaged += 1;
    else exchanges.push(exchange);
  }
  if (exchanges.length === 0 && damaged > 0)
    throw new SettingsError(
      `${file} is no HAR file that can be read: none of its ${damaged} entries has a time, a request and a response.`,
    );
  return trafficOf('har', { exchanges, notifications: [], damaged });
}

function exchangeOf(value: unknown, number: number): RecordedExchange | undefined {
  const parsed = entry.safeParse(value);
  const sentAt = parsed.success ? instantIn(parsed.data.startedDateTime) : Number.NaN;
  if (!parsed.success || Number.isNaN(sentAt)) return undefined;
  const { time, request, response } = parsed.data;
  const { text, encoding } = response.content ?? {};
  const body = encoding === 'base64' ? Buffer.from(text ?? '', 'base64').toString() : (text ?? '');
  return {
    number,
    sentAt,
    receivedAt: sentAt + Math.max(0, time),
    method: request.method,
    url: request.url,
    headers: lowerCased(request.headers),
    ...(request.postData?.text !== undefined && { body: request.postData.text }),
    // A request that was broken off has the status 0.
    ...(response.status > 0 && {
      reply: { http: response.status, headers: lowerCased(response.headers), body },
    }),
  };
}
