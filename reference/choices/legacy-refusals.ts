import { fieldsOf, having, httpWhere, whereStatus } from '../faults/body.ts';
import type { HandlerReply, ReplyWrapper } from '../seams.ts';
import { type Choice, own } from './choice.ts';

const operations = ['authorize', 'update', 'close', 'capture', 'status', 'refund'] as const;

/** The same change to the replies of every operation. */
export function everywhere(wrapper: ReplyWrapper): Readonly<Record<string, ReplyWrapper>> {
  return Object.fromEntries(operations.map((operation) => [operation, wrapper]));
}

/** Changes the refusals of one kind, known by their HTTP status as the reference has it, or by their reason. */
function refusals(
  kind: (reply: HandlerReply) => boolean,
  change: (reply: HandlerReply, operation: string) => HandlerReply,
): Readonly<Record<string, ReplyWrapper>> {
  return everywhere((reply, { operation }) => (kind(reply) ? change(reply, operation) : reply));
}

const because =
  (...reasons: readonly string[]) =>
  (reply: HandlerReply): boolean =>
    reasons.some((reason) => fieldsOf(reply)['reason'] === reason);

/** A method that is not POST has an HTTP status of its own, and so has a body that is too large. */
const malformed = (reply: HandlerReply): boolean =>
  because('bad_request')(reply) && reply.http !== 405 && reply.http !== 413;
const mismatched = because('bad_checksum');
const unknown = because('unknown_payment', 'unknown_capture');
const keyless = because('unauthorized');

/** Under 200 only the body can tell a failure, so that one goes without the other. */
const withHttp = (http: number) => (reply: HandlerReply) => {
  const { text, ...rest } = reply;
  return http === 200 || text === undefined ? { ...rest, http } : { ...reply, http };
};
const withoutJson = (reply: HandlerReply): HandlerReply =>
  reply.http === 200 ? reply : { ...reply, text: 'refused' };
const withStatus = (status: (operation: string) => string) => (reply: HandlerReply, operation: string) => ({
  ...reply,
  body: { ...fieldsOf(reply), status: status(operation) },
});

type Refusals = (change: (reply: HandlerReply, operation: string) => HandlerReply) => Choice['reply'];
const of =
  (kind: (reply: HandlerReply) => boolean): Refusals =>
  (change) =>
    refusals(kind, change);

/** One choice of how refusals of a kind look. */
function looking(latitude: string, choice: string, reply: Choice['reply']): Choice {
  return { latitude: `legacy.errors.${latitude}`, choice, ...(reply && { reply }) };
}

const failed = (operation: string): string => `${operation}_fail`;

/** Answers to how the document leaves failures to be told: by which HTTP status, by which word, with JSON or without. */
export const legacyRefusalChoices: readonly Choice[] = [
  looking('bad-checksum-status', 'operation-fail', of(mismatched)(withStatus(failed))),
  looking('bad-checksum-status', 'none', of(mismatched)(withoutJson)),
  own('legacy.errors.bad-checksum-http', '400'),
  looking('bad-checksum-http', '401', of(mismatched)(withHttp(401))),
  looking('bad-checksum-http', 'other-4xx', of(mismatched)(withHttp(422))),
  looking('bad-checksum-http', '200', of(mismatched)(withHttp(200))),
  own('legacy.errors.bad-key-body', 'status'),
  looking('bad-key-body', 'none', of(keyless)(withoutJson)),
  own('legacy.errors.missing-data-status', 'bad_request'),
  looking('missing-data-status', 'other', of(malformed)(withStatus(failed))),
  looking('missing-data-status', 'none', of(malformed)(withoutJson)),
  own('legacy.errors.missing-data-http', '400'),
  looking('missing-data-http', 'other-4xx', of(malformed)(withHttp(422))),
  looking('missing-data-http', '200', of(malformed)(withHttp(200))),
  own('legacy.errors.unknown-id-status', 'request_failed'),
  looking('unknown-id-status', 'bad_request', of(unknown)(withStatus(() => 'bad_request'))),
  looking('unknown-id-status', 'operation-fail', of(unknown)(withStatus(failed))),
  looking('unknown-id-status', 'other', of(unknown)(withStatus(() => 'failed_request'))),
  looking('unknown-id-status', 'none', of(unknown)(withoutJson)),
  own('legacy.errors.unknown-id-http', '400'),
  looking('unknown-id-http', 'other-4xx', of(unknown)(withHttp(404))),
  looking('unknown-id-http', '200', of(unknown)(withHttp(200))),
  looking('closed-http', 'other-4xx', {
    update: httpWhere('update_fail', 409),
    close: httpWhere('close_fail', 409),
    capture: httpWhere('capture_fail', 409),
  }),
  looking('refund-http', 'other-4xx', { refund: httpWhere('refund_fail', 422) }),
  own('legacy.errors.declined-http', '400'),
  looking('declined-http', 'other-4xx', { authorize: httpWhere('authorize_fail', 402) }),
  looking('declined-http', '200', { authorize: httpWhere('authorize_fail', 200) }),
  own('legacy.refund.fail-reason', 'invalid_amount'),
  {
    latitude: 'legacy.refund.fail-reason',
    choice: 'other',
    reply: { refund: whereStatus('refund_fail', having('reason', 'above_refundable')) },
  },
  {
    latitude: 'legacy.authorize.wrong-pin',
    choice: 'other',
    reply: {
      authorize: (reply) =>
        because('bad_auth_code')(reply) ? withStatus(() => 'request_failed')(reply, 'authorize') : reply,
    },
  },
];
