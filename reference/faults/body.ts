import type { HandlerReply, ReplyBody, ReplyWrapper } from '../seams.ts';

/** The body of a reply as an object; a list has no fields. */
export function fieldsOf(reply: HandlerReply): ReplyBody {
  return Array.isArray(reply.body) ? {} : (reply.body as ReplyBody);
}

/** Changes the bodies whose status is the given one. */
export function whereStatus(status: string, change: (body: ReplyBody) => ReplyBody): ReplyWrapper {
  return (reply) => {
    const body = fieldsOf(reply);
    return body.status === status ? { ...reply, body: change(body) } : reply;
  };
}

/** Changes the HTTP status of the replies whose status is the given one. */
export function httpWhere(status: string, http: number): ReplyWrapper {
  return (reply) => (fieldsOf(reply).status === status ? { ...reply, http } : reply);
}

/** A body without one field. */
export function without(field: string): (body: ReplyBody) => ReplyBody {
  return (body) => Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));
}

/** A body with one field changed. */
export function having(field: string, value: unknown): (body: ReplyBody) => ReplyBody {
  return (body) => ({ ...body, [field]: value });
}
