import { z } from 'zod';
import { instantIn } from '../../../spec/forms.ts';
import { keptText, type WrittenBody } from './kept-body.ts';
import { wrongField } from './unread.ts';
import type { RecordedExchange, Unread, RecordedReply } from '../traffic.ts';
import { notItsOwn } from '../../wire/not-its-own.ts';
import { parsedJson } from '../../wire/message.ts';

const headerList = z.array(z.object({ name: z.string(), value: z.string().nullish() })).nullish();
const field = z.object({ name: z.string(), value: z.string().nullish(), fileName: z.string().nullish() });

/** What is read of an entry beside its response (HAR 1.2, entries, request); browsers and proxies add much more. */
const sent = z.object({
  startedDateTime: z.string(),
  time: z.number().nullish(),
  timings: z.record(z.string(), z.unknown()).nullish(),
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers: headerList,
    bodySize: z.number().nullish(),
    postData: z
      .object({
        mimeType: z.string().nullish(),
        text: z.string().nullish(),
        encoding: z.string().nullish(),
        params: z.array(field).nullish(),
      })
      .nullish(),
  }),
});
type Request = z.infer<typeof sent>['request'];

/** The same of its response. */
const received = z.object({
  response: z
    .object({
      status: z.number(),
      headers: headerList,
      content: z
        .object({
          size: z.number().nullish(),
          mimeType: z.string().nullish(),
          text: z.string().nullish(),
          encoding: z.string().nullish(),
        })
        .nullish(),
    })
    .nullish(),
});
type Response = z.infer<typeof received>['response'];

/** What an entry holds. `why`: what of it can't be read; where that is the response, it is an exchange without a reply. */
interface ReadEntry {
  readonly exchange?: RecordedExchange;
  readonly why?: string;
}

/** The exchange that an entry of a HAR file holds. */
export function exchangeOf(value: unknown, number: number): ReadEntry {
  const request = sent.safeParse(value);
  if (!request.success) return { why: wrongField(request.error) };
  const sentAt = instantIn(request.data.startedDateTime);
  if (Number.isNaN(sentAt))
    return { why: '`startedDateTime`: expected a time such as 2026-01-31T09:00:00.000Z' };
  const response = received.safeParse(value);
  const { method, url } = request.data.request;
  const answer = response.success ? answerOf(response.data.response, method) : undefined;
  const took = tookMs(request.data);
  if (took === undefined && answer?.reply !== undefined)
    return { why: '`time`: expected how long it took, in milliseconds' };
  return {
    exchange: {
      number,
      sentAt,
      receivedAt: sentAt + (took ?? 0),
      method: method.toUpperCase(),
      url,
      ...bodyOf(request.data.request),
      ...(answer ?? { lost: 'its response can not be read' }),
    },
    ...(!response.success && { why: wrongField(response.error) }),
  };
}

/** When, and to which address, a damaged entry was sent, where it shows that. */
export function sentOf(value: unknown): Partial<Pick<Unread, 'since' | 'url'>> {
  const time = z.object({ startedDateTime: z.string() }).safeParse(value);
  const since = time.success ? instantIn(time.data.startedDateTime) : Number.NaN;
  const address = z.object({ request: z.object({ url: z.string() }) }).safeParse(value);
  return {
    ...(!Number.isNaN(since) && { since }),
    ...(address.success && { url: address.data.request.url }),
  };
}

/** How long an entry took, ms: -1 is how the format says that it was not measured. */
function tookMs({ time, timings }: Pick<z.infer<typeof sent>, 'time' | 'timings'>): number | undefined {
  if (typeof time === 'number' && time >= 0) return time;
  const parts = Object.values(timings ?? {}).filter((ms) => typeof ms === 'number' && ms >= 0);
  return parts.length === 0 ? undefined : parts.reduce<number>((sum, ms) => sum + Number(ms), 0);
}

function bodyOf({
  method,
  headers: listed,
  bodySize,
  postData,
}: Request): Pick<RecordedExchange, 'headers' | 'body' | 'isBodyUnseen'> {
  const named = typed(lowerCased(listed ?? []), postData?.mimeType);
  const text = keptText({
    text: postData?.text,
    isBase64: isBase64(postData?.encoding),
    bytes: bodySize,
    headers: named,
    params: postData?.params,
    method: method.toUpperCase(),
  });
  if (text === undefined) return { headers: named, isBodyUnseen: true };
  return { headers: named, ...(text !== '' && { body: text }) };
}

/** Statuses of replies that have no body (RFC 9110, 15). */
const withoutContent: ReadonlySet<number> = new Set([204, 205, 304]);

function answerOf(response: Response, method: string): Pick<RecordedExchange, 'reply' | 'lost'> {
  if (response === undefined || response === null) return { lost: 'no answer was recorded' };
  const { status, headers: listed, content } = response;
  const named = typed(lowerCased(listed ?? []), content?.mimeType);
  const written: WrittenBody = {
    text: content?.text,
    isBase64: isBase64(content?.encoding),
    bytes: content?.size,
    headers: named,
  };
  const hasNone = withoutContent.has(status) || method.toUpperCase() === 'HEAD';
  return answerAsJudged(
    { http: status, headers: named },
    hasNone ? (content?.text ?? '') : keptText(written),
  );
}

/** Some recorders list no header, and have the content type beside. */
function typed(
  named: Record<string, string>,
  mimeType: string | null | undefined,
): Readonly<Record<string, string>> {
  const isKnown = Object.keys(named).length > 0 || (mimeType ?? '') === '';
  return isKnown ? named : { 'content-type': mimeType ?? '' };
}

const isBase64 = (encoding: string | null | undefined): boolean => encoding?.toLowerCase() === 'base64';

/** What HTTP/2 and HTTP/3 have in place of the first line of a message (RFC 9113, 8.3). Some recorders list them as headers. */
const pseudoHeaders: ReadonlySet<string> = new Set([
  ':method',
  ':scheme',
  ':authority',
  ':path',
  ':status',
  ':protocol',
]);

/** A header of a recording. Some recorders write null, or nothing, for a value that they have left out. */
interface RecordedHeader {
  readonly name: string;
  readonly value?: string | null | undefined;
}

/** The headers of a recording, by their names in lower case; one that is repeated is joined by commas. */
export function lowerCased(listed: readonly RecordedHeader[]): Record<string, string> {
  const named = new Map<string, string>();
  for (const { name, value } of listed) {
    const key = name.toLowerCase();
    if (pseudoHeaders.has(key)) continue;
    const before = named.get(key);
    named.set(key, before === undefined ? (value ?? '') : `${before}, ${value ?? ''}`);
  }
  return Object.fromEntries(named);
}

/** Whether a number is the status of a final answer (RFC 9110, 15): 0, -1 and -999 are how recorders write that there was none. */
const isAnswer = (status: number): boolean => Number.isInteger(status) && status >= 200 && status <= 599;

/**
 * The reply of an exchange as it is judged, or why there is none: nothing came, what came was not kept, or another than the target has
 * answered. The request may have been executed all the same, as behind an answer that is lost in a run.
 */
export function answerAsJudged(
  { http, headers }: Omit<RecordedReply, 'body'>,
  body: string | undefined,
): Pick<RecordedExchange, 'reply' | 'lost'> {
  if (!isAnswer(http)) return { lost: 'no answer was recorded' };
  const text = body ?? '';
  const other = notItsOwn({
    http,
    contentType: headers['content-type'] ?? '',
    ...parsedJson(text),
    text,
    sentAt: 0,
    receivedAt: 0,
  });
  if (other !== undefined) return { lost: other };
  return body === undefined
    ? { lost: "the answer's body was not recorded, or not wholly" }
    : { reply: { http, headers, body } };
}
