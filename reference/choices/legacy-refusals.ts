import { fieldsOf, httpWhere, stating } from '../faults/replies.ts';
import { bodyMessages } from '../legacy/replies.ts';
import type { HandlerReply, ReplyWrapper } from '../seams.ts';
import type { JsonObject } from '../json.ts';
import { type Choice, choice } from './choice.ts';

const others = ['update', 'close', 'capture', 'status', 'refund'] as const;
const operations = ['authorize', ...others] as const;

/** Whether a reply is a refusal of a kind. */
type Kind = (reply: HandlerReply, request: JsonObject) => boolean;

/** Changes the refusals of one kind, known by their HTTP status as the reference has it, or by their reason. */
function refusals(
  kind: Kind,
  change: (reply: HandlerReply, operation: string) => HandlerReply,
  of: readonly string[] = operations,
): Readonly<Record<string, ReplyWrapper>> {
  const wrapper: ReplyWrapper = (reply, { operation, request }) =>
    kind(reply, request) ? change(reply, operation) : reply;
  return Object.fromEntries(of.map((operation) => [operation, wrapper]));
}

const withReason =
  (...reasons: readonly string[]) =>
  (reply: HandlerReply): boolean =>
    reasons.some((reason) => fieldsOf(reply)['reason'] === reason);

const refusing =
  (begin: RegExp) =>
  (reply: HandlerReply): boolean =>
    withReason('bad_request')(reply) && begin.test(String(fieldsOf(reply)['message']));

const noObject: Kind = (reply) => fieldsOf(reply)['message'] === bodyMessages.noObject;
const noJson: Kind = (reply) => noObject(reply, {}) || fieldsOf(reply)['message'] === bodyMessages.noJson;
// A message about a missing field begins with its name; other messages begin with a capital.
const lacking = refusing(/^[a-z]/);
const isUnsigned = ({ checksum }: JsonObject): boolean => checksum === undefined || checksum === '';
const unsigned: Kind = (reply, request) => withReason('bad_checksum')(reply) && isUnsigned(request);
const mismatched: Kind = (reply, request) => withReason('bad_checksum')(reply) && !isUnsigned(request);
const declined = withReason('rejected', 'bad_auth_code');
const unknown = withReason('unknown_payment', 'unknown_capture');
export const keyless = withReason('unauthorized');

/** With 200 only the body shows a failure, and with 500 that the request is at fault, so the body stays JSON. */
export const withHttp = (http: number) => (reply: HandlerReply) => {
  const { text, ...rest } = reply;
  return http === 200 || http === 500 || text === undefined ? { ...rest, http } : { ...reply, http };
};
const withoutJson = (reply: HandlerReply): HandlerReply =>
  reply.http === 200 || reply.http === 500 ? reply : { ...reply, text: 'refused' };
const withStatus = (status: (operation: string) => string) => (reply: HandlerReply, operation: string) => ({
  ...reply,
  body: { ...fieldsOf(reply), status: status(operation) },
});

type Refusals = (
  change: (reply: HandlerReply, operation: string) => HandlerReply,
) => NonNullable<Choice['reply']>;
export const refusalsOf =
  (kind: Kind): Refusals =>
  (change) =>
    refusals(kind, change);

/** One choice of how refusals of a kind look. */
function looking(latitude: string, answer: string, reply: Choice['reply']): Choice {
  return choice(`legacy.errors.${latitude}`, answer, reply && { reply });
}

const failed = (operation: string): string => `${operation}_fail`;

/** The choices of how refusals for the checksum look; the reference's own status needs no change. */
function checksumLooks(
  point: string,
  kind: Kind,
  ownStatus: string,
  at: readonly string[],
): readonly Choice[] {
  const saying = ['request_failed', 'failed_request', 'bad_request'].map((status) =>
    status === ownStatus
      ? choice(`legacy.errors.${point}-status`, status)
      : looking(
          `${point}-status`,
          status,
          refusals(
            kind,
            withStatus(() => status),
            at,
          ),
        ),
  );
  return [
    ...saying,
    looking(`${point}-status`, 'operation-fail', refusals(kind, withStatus(failed), at)),
    ...checksumForms(point, kind, at),
  ];
}

/** The choices of whether a refusal for the checksum is JSON, and of its HTTP status. */
function checksumForms(point: string, kind: Kind, at: readonly string[]): readonly Choice[] {
  return [
    looking(`${point}-status`, 'none', refusals(kind, withoutJson, at)),
    choice(`legacy.errors.${point}-http`, '400'),
    looking(`${point}-http`, '401', refusals(kind, withHttp(401), at)),
    looking(`${point}-http`, 'other-4xx', refusals(kind, withHttp(422), at)),
    looking(`${point}-http`, '200', refusals(kind, withHttp(200), at)),
    looking(`${point}-http`, '5xx', refusals(kind, withHttp(500), at)),
  ];
}

/** The choices of how a body is refused that is no JSON object, or lacks data. `other`: those with another status at operations other than Authorize. */
function dataLooks(point: string, kind: Kind, other: Kind = kind): readonly Choice[] {
  return [
    choice(`legacy.errors.${point}-status`, 'bad_request'),
    looking(`${point}-status`, 'other', {
      ...refusals(other, withStatus(failed)),
      ...refusals(kind, withStatus(failed), ['authorize']),
    }),
    looking(`${point}-status`, 'none', refusalsOf(kind)(withoutJson)),
    choice(`legacy.errors.${point}-http`, '400'),
    looking(`${point}-http`, 'other-4xx', refusalsOf(kind)(withHttp(422))),
    looking(`${point}-http`, '200', refusalsOf(kind)(withHttp(200))),
    looking(`${point}-http`, '5xx', refusalsOf(kind)(withHttp(500))),
  ];
}

/** Answers to how failures are reported: with which HTTP status, which `status`, with or without JSON. */
export const legacyRefusalChoices: readonly Choice[] = [
  choice('legacy.errors.bad-checksum-status', 'request_failed'),
  ...checksumForms('bad-checksum', mismatched, others),
  ...checksumLooks('authorize-checksum', mismatched, 'request_failed', ['authorize']),
  ...checksumLooks('missing-checksum', unsigned, 'request_failed', operations),
  choice('legacy.errors.authorize-checksum-reason', 'bad_checksum'),
  looking('authorize-checksum-reason', 'other', {
    authorize: (reply, { request }) =>
      mismatched(reply, request) ? { ...reply, body: { ...fieldsOf(reply), reason: 'mismatch' } } : reply,
  }),
  choice('legacy.errors.bad-key-body', 'status'),
  looking('bad-key-body', 'none', refusalsOf(keyless)(withoutJson)),
  ...dataLooks('no-json', noJson, noObject),
  ...dataLooks('missing-data', lacking),
  choice('legacy.errors.unknown-id-status', 'request_failed'),
  looking('unknown-id-status', 'bad_request', refusalsOf(unknown)(withStatus(() => 'bad_request'))),
  looking('unknown-id-status', 'operation-fail', refusalsOf(unknown)(withStatus(failed))),
  looking('unknown-id-status', 'other', refusalsOf(unknown)(withStatus(() => 'failed_request'))),
  looking('unknown-id-status', 'none', refusalsOf(unknown)(withoutJson)),
  choice('legacy.errors.unknown-id-http', '400'),
  looking('unknown-id-http', 'other-4xx', refusalsOf(unknown)(withHttp(404))),
  looking('unknown-id-http', '200', refusalsOf(unknown)(withHttp(200))),
  looking('unknown-id-http', '5xx', refusalsOf(unknown)(withHttp(500))),
  looking('closed-http', 'other-4xx', {
    update: httpWhere('update_fail', 409),
    close: httpWhere('close_fail', 409),
    capture: httpWhere('capture_fail', 409),
  }),
  looking('closed-http', '5xx', {
    update: httpWhere('update_fail', 500),
    close: httpWhere('close_fail', 500),
    capture: httpWhere('capture_fail', 500),
  }),
  looking('refund-http', '5xx', { refund: httpWhere('refund_fail', 500) }),
  looking('refund-http', 'other-4xx', { refund: httpWhere('refund_fail', 422) }),
  choice('legacy.authorize.declined-status', 'authorize_fail'),
  choice('legacy.authorize.declined-status', 'rejected', {
    reply: refusals(
      withReason('rejected'),
      withStatus(() => 'failed_request'),
      ['authorize'],
    ),
  }),
  choice('legacy.errors.declined-http', '400'),
  looking('declined-http', 'other-4xx', refusals(declined, withHttp(402), ['authorize'])),
  looking('declined-http', '5xx', refusals(declined, withHttp(500), ['authorize'])),
  looking('declined-http', '200', refusals(declined, withHttp(200), ['authorize'])),
  choice('legacy.refund.fail-reason', 'invalid_amount'),
  choice('legacy.refund.fail-reason', 'other', {
    reply: { refund: stating('refund_fail', 'reason', 'above_refundable') },
  }),
  choice('legacy.authorize.wrong-pin', 'other', {
    reply: {
      authorize: (reply) =>
        withReason('bad_auth_code')(reply) ? withStatus(() => 'bad_request')(reply, 'authorize') : reply,
    },
  }),
];
