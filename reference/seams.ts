import { type JsonObject, objectIn } from './json.ts';

/** A JSON object as it is sent. */
export type ReplyBody = JsonObject;

/** What a handler answers: HTTP status and JSON body. */
export interface HandlerReply {
  readonly http: number;
  readonly body: ReplyBody | readonly unknown[];
  /** Sent as it is instead of the body. */
  readonly text?: string;
  /** Default `application/json`. */
  readonly contentType?: string;
}

/** The request, for wrappers that depend on it. */
export interface ReplyContext {
  /** `capture`, `tokens.suspend`. */
  readonly operation: string;
  /** The parsed request body, or an empty object. */
  readonly request: JsonObject;
  /** How many replies of this operation were made before this one. */
  readonly nth: number;
  /** How many of them had shown the same payment or token; 0 where it shows none. */
  readonly nthOfRecord: number;
}

/** Changes a reply on its way out; the record behind it stays as it is. */
export type ReplyWrapper = (reply: HandlerReply, context: ReplyContext) => HandlerReply;

/** Applies the wrappers of one operation to its replies. The route calls it; handlers do not know. */
export type ReplySeam = (reply: HandlerReply, request: JsonObject) => HandlerReply;

/** The seam of one operation: undefined where no fault is set, so that the sound path costs nothing. */
export function replySeam(operation: string, wrappers: readonly ReplyWrapper[]): ReplySeam | undefined {
  if (wrappers.length === 0) return undefined;
  let nth = 0;
  const byRecord = new Map<unknown, number>();
  return (reply, request) => {
    const id = recordOf(reply.body);
    const nthOfRecord = byRecord.get(id) ?? 0;
    if (id !== undefined) byRecord.set(id, nthOfRecord + 1);
    const context = { operation, request, nth, nthOfRecord };
    nth += 1;
    return wrappers.reduce((wrapped, wrapper) => wrapper(wrapped, context), reply);
  };
}

/** The id of the payment or token that a reply shows. */
function recordOf(body: HandlerReply['body']): unknown {
  const { id, payment_id: paymentId } = objectIn(body);
  return id ?? paymentId;
}
