import type { ExchangeRecord } from '../../harness/journal/journal-records.ts';
import { described } from '../../harness/wire/checksum.ts';
import { parsedJson } from '../../harness/wire/message.ts';
import { isObject } from '../../models/checks.ts';
import type { ApiCall } from '../../models/wire.ts';
import { lostOf } from './recorded-reply.ts';
import type { RecordedStep } from './tie/thread.ts';

/** Headers of a request that are kept: all others may be somebody's secrets. */
const kept: ReadonlySet<string> = new Set(['content-type']);

/** The journal's record of a recorded exchange, without keys and checksums; undefined: nothing was sent. */
export function exchangeRecord(
  { step, call, exchange }: RecordedStep,
  number: number,
  { startedAt, ...of }: { readonly startedAt: number; readonly suite: string; readonly sequence: string },
): ExchangeRecord | undefined {
  if (exchange === undefined) return undefined;
  const { sentAt, receivedAt, method, url, headers, body, reply } = exchange.masked ?? exchange;
  const isControl = call.to === 'control';
  const shown: Record<string, string> = {};
  if (call.to !== 'control' && headers['authorization'] !== undefined)
    shown['authorization'] = `<${call.credential} key>`;
  for (const [name, value] of Object.entries(headers)) if (kept.has(name)) shown[name] = value;
  return {
    k: 'exchange',
    n: number,
    ...of,
    step: step.id,
    operation: step.operation,
    kind: step.kind,
    phase: 'explore',
    ...(isControl && { control: true as const }),
    at: Math.max(0, Math.round(sentAt - startedAt)),
    ms: receivedAt - sentAt,
    request: {
      method,
      url,
      headers: shown,
      ...(body !== undefined && { body: isControl ? body : withoutChecksum(call, body) }),
    },
    ...(reply === undefined
      ? { lost: lostOf(exchange) }
      : { reply: { http: reply.http, headers: reply.headers, body: reply.body } }),
  };
}

/** A checksum in a text that is no JSON, such as a form. */
const checksumInText = /(checksum["']?\s{0,8}[=:]\s{0,8}["']?)[^"'&\s,}]+/gi;

/** The body with a description of its checksum in its place. */
function withoutChecksum({ checksum, body }: ApiCall, text: string): string {
  if (body === undefined) return text.replaceAll(checksumInText, '$1<checksum>');
  if (checksum === undefined) return text;
  // Where values stand for masked ones, the masks are shown.
  const shown = parsedJson(text).body;
  return JSON.stringify({ ...(isObject(shown) ? shown : (body as object)), checksum: described(checksum) });
}
