import { parsedJson, type Parsed } from '../../harness/wire/message.ts';
import type { RecordedExchange } from '../../harness/traffic/traffic.ts';
import type { Observation } from '../../engine/model.ts';
import type { Reply } from '../../models/wire.ts';

const parsed = new WeakMap<RecordedExchange, Parsed>();

/** The reply's body, parsed once. */
function parsedReply(exchange: RecordedExchange): Parsed {
  let known = parsed.get(exchange);
  if (known === undefined) parsed.set(exchange, (known = parsedJson(exchange.reply?.body ?? '')));
  return known;
}

/** The parsed body of the reply; undefined where there is none, or it is no JSON. */
export function replyBody(exchange: RecordedExchange): unknown {
  return parsedReply(exchange).body;
}

/** Whether the reply is there and its HTTP status says success. */
export function isSuccess({ reply }: RecordedExchange): boolean {
  return reply !== undefined && reply.http >= 200 && reply.http < 300;
}

/** Why an exchange has no reply, in words. */
export const lostOf = ({ lost = 'no whole reply was recorded' }: RecordedExchange): string => lost;

/** The reply as the engine judges it. */
export function observationOf(exchange: RecordedExchange): Observation<Reply> {
  const { reply, sentAt, receivedAt } = exchange;
  if (reply === undefined) return { lost: lostOf(exchange) };
  return {
    reply: {
      http: reply.http,
      contentType: reply.headers['content-type'] ?? '',
      ...parsedReply(exchange),
      text: reply.body,
      sentAt,
      receivedAt,
    },
  };
}
