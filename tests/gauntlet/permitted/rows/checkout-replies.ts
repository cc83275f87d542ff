import type { ReplyBody, ReplyWrapper } from '../../../../reference/seams.ts';

/** Wraps what the callback is told of a payment or a token of the resource interface, which stays as it is. */
export function inCallback(
  change: (body: ReplyBody, kind: 'payment' | 'token') => ReplyBody,
): Readonly<Record<string, ReplyWrapper>> {
  const wrapper =
    (kind: 'payment' | 'token'): ReplyWrapper =>
    (reply) =>
      reply.http >= 300 ? reply : { ...reply, body: change(reply.body as ReplyBody, kind) };
  return { 'checkout.payments': wrapper('payment'), 'checkout.tokens': wrapper('token') };
}
