import type { Redact } from '../secrets/redact.ts';
import type { Delivery } from './exchange.ts';
import type { HttpRequest } from './request.ts';

/** Longest reply text in a journal line. */
const JOURNALED_CHARACTERS = 32 * 1024;
/** Longer than any form of a secret. */
const FORM_CHARACTERS = 16 * 1024;

/** What the journal keeps of one exchange. */
export function recordOf(startedAt: number, request: HttpRequest, delivery: Delivery, redact: Redact) {
  const came = 'reply' in delivery ? delivery : undefined;
  const long = came !== undefined && came.reply.text.length > JOURNALED_CHARACTERS;
  return {
    at: (came === undefined ? Date.now() : came.reply.sentAt) - startedAt,
    ms: came === undefined ? 0 : Math.round(came.ms * 100) / 100,
    request: request.journal,
    ...(came !== undefined && {
      reply: {
        http: came.reply.http,
        headers: came.headers,
        body: long ? cutText(came.reply.text, redact) : came.reply.text,
        ...(long && { truncated: true as const }),
      },
    }),
  };
}

/** The beginning of a long text. It is redacted before it is cut, or half a secret would stay at the cut. */
function cutText(text: string, redact: Redact): string {
  const beyond = JOURNALED_CHARACTERS + FORM_CHARACTERS;
  const clean = redact(text.slice(0, beyond));
  const end = text.length > beyond ? clean.length - FORM_CHARACTERS : clean.length;
  return clean.slice(0, Math.min(JOURNALED_CHARACTERS, end));
}
