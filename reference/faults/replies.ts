import type { HandlerReply, ReplyBody, ReplyWrapper } from '../seams.ts';

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

/** Shows some fields of a success otherwise; errors pass. */
export function showing(change: ReplyBody): ReplyWrapper {
  return (reply) =>
    reply.http < 400 && isObject(reply.body) ? { ...reply, body: { ...reply.body, ...change } } : reply;
}
