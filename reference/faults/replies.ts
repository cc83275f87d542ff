import type { Refusal } from '../resource/errors.ts';
import { soundRequestRules } from '../resource/request-rules.ts';
import type { HandlerReply, ReplyBody, ReplyContext, ReplyWrapper } from '../seams.ts';

function isObject(body: HandlerReply['body']): body is ReplyBody {
  return !Array.isArray(body);
}

/** Gives error replies of one description another status and code; other replies pass. */
export function answering(description: string, http: number, code: string): ReplyWrapper {
  return (reply) =>
    reply.http >= 400 && isObject(reply.body) && reply.body['description'] === description
      ? { http, body: { ...reply.body, status: String(http), code } }
      : reply;
}

const failed = (reply: HandlerReply): boolean => reply.http >= 400;

/** Gives the successes of an operation another form. */
export function succeeding(
  change: (reply: HandlerReply, context: ReplyContext) => HandlerReply,
): ReplyWrapper {
  return (reply, context) => (failed(reply) ? reply : change(reply, context));
}

/** Answers successes that a predicate picks by their request as if they had been refused; what was done stays done. */
export function refusing(
  refusal: Refusal,
  picks: (context: ReplyContext, body: ReplyBody) => boolean,
): ReplyWrapper {
  return succeeding((reply, context) =>
    isObject(reply.body) && picks(context, reply.body)
      ? { http: refusal.http, body: soundRequestRules.errorObject(refusal, 'err_0') }
      : reply,
  );
}

/** Shows some fields of a success otherwise; errors pass. */
export function showing(change: ReplyBody): ReplyWrapper {
  return (reply) =>
    reply.http < 400 && isObject(reply.body) ? { ...reply, body: { ...reply.body, ...change } } : reply;
}
