import type { Refusal } from '../resource/errors.ts';
import { soundRequestRules } from '../resource/request-rules.ts';
import { isObject, objectIn } from '../json.ts';
import type { HandlerReply, ReplyBody, ReplyContext, ReplyWrapper } from '../seams.ts';

/** The body of a reply as an object; a list has no fields. */
export function fieldsOf(reply: HandlerReply): ReplyBody {
  return objectIn(reply.body);
}

/** Changes the bodies whose status is the given one. */
export function whereStatus(status: string, change: (body: ReplyBody) => ReplyBody): ReplyWrapper {
  return (reply) => {
    const body = fieldsOf(reply);
    return body.status === status ? { ...reply, body: change(body) } : reply;
  };
}

/** Replies of one status without one field. */
export function lacking(status: string, field: string): ReplyWrapper {
  return whereStatus(status, ({ [field]: _left, ...body }) => body);
}

/** Replies of one status with another value in one field. */
export function stating(status: string, field: string, value: unknown): ReplyWrapper {
  return whereStatus(status, (body) => ({ ...body, [field]: value }));
}

/** Changes the HTTP status of the replies whose status is the given one. */
export function httpWhere(status: string, http: number): ReplyWrapper {
  return (reply) => (fieldsOf(reply).status === status ? { ...reply, http } : reply);
}

/** Gives one refusal another HTTP status and code; other replies pass. */
export function answering(
  { description }: Pick<Refusal, 'description'>,
  http: number,
  code: string,
): ReplyWrapper {
  return (reply) => {
    const body = fieldsOf(reply);
    return reply.http >= 400 && body['description'] === description
      ? { http, body: { ...body, status: String(http), code } }
      : reply;
  };
}

/** Gives one refusal another HTTP status; other replies pass. */
export function underHttp(refusal: Pick<Refusal, 'description'>, http: number): ReplyWrapper {
  return (reply, context) => answering(refusal, http, String(fieldsOf(reply)['code']))(reply, context);
}

/** Changes the successes of an operation. */
export function succeeding(
  change: (reply: HandlerReply, context: ReplyContext) => HandlerReply,
): ReplyWrapper {
  return (reply, context) => (reply.http >= 400 ? reply : change(reply, context));
}

/** Answers some successes, chosen by request and body, as if they had been refused. What was done stays done. */
export function refusing(
  refusal: Refusal,
  which: (context: ReplyContext, body: ReplyBody) => boolean,
): ReplyWrapper {
  return succeeding((reply, context) =>
    isObject(reply.body) && which(context, reply.body)
      ? { http: refusal.http, body: soundRequestRules.errorObject(refusal, 'err_0') }
      : reply,
  );
}

/** Shows other values in some fields of a success. */
export function showing(change: ReplyBody): ReplyWrapper {
  return succeeding((reply) =>
    isObject(reply.body) ? { ...reply, body: { ...reply.body, ...change } } : reply,
  );
}

/** One reply in so many is changed: a cache, a worker or a replica of many is wrong. */
export const oneIn =
  (many: number, change: (body: ReplyBody) => ReplyBody): ReplyWrapper =>
  (reply, { nth }) =>
    nth % many === many - 1 && reply.http === 200 ? { ...reply, body: change(fieldsOf(reply)) } : reply;
