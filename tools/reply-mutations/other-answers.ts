import { failureStatuses } from '../../spec/legacy/common.ts';
import type { Json } from '../../engine/model.ts';
import type { Reply } from '../../models/wire.ts';

/** Answers that the operations of a machine may give in place of another: refusals of each documented kind, and a success of each status. */
export function otherAnswers(machine: string): readonly Reply[] {
  return machine === 'legacy' ? legacyAnswers : resourceAnswers;
}

const successes = ['authorize', 'update', 'close', 'capture', 'refund'].map((name) => `${name}_success`);

const legacyAnswers: readonly Reply[] = [
  ...failureStatuses.map((status) => answer(400, { status })),
  answer(200, { status: 'bad_request' }),
  ...['bad_request', 'request_failed', 'failed_request'].flatMap((status) => [
    answer(400, { status, reason: 'bad_checksum' }),
    answer(400, { status, reason: 'bad_checksum', test: true }),
  ]),
  answer(401, { status: 'unauthorized' }),
  ...[...successes, 'open', 'close'].map((status) =>
    answer(200, { payment_id: 'pay_x', capture_id: 'cap_x', refund_id: 'ref_x', status, test: true }),
  ),
  ...[404, 405, 500].map((http) => ({
    ...answer(http, ''),
    body: undefined,
    text: '',
    contentType: 'text/html',
  })),
];

const errors: readonly (readonly [number, string])[] = [
  [400, 'request_content.malformed'],
  [400, 'request_entity.invalid'],
  [400, 'version.unknown'],
  [401, 'authentication.failed'],
  [403, 'authorization.failed'],
  [403, 'service.forbidden'],
  [404, '404'],
  [405, 'method.invalid'],
  [409, 'service.conflict'],
  [409, 'token.suspended'],
  [409, 'payment.authorization.expired'],
  [404, 'token.not_found'],
  [415, 'media_type.unsupported'],
  [500, 'service.exception'],
  [400, 'another.code'],
];

const resourceAnswers: readonly Reply[] = [
  ...errors.map(([http, code]) =>
    answer(http, { reference: 'r1', status: String(http), code, title: 'a title', description: 'a text' }),
  ),
  answer(200, { id: 'x', status: 'CLOSED', kind: 'x', version_nr: 1 }),
];

function answer(http: number, body: Json): Reply {
  return {
    http,
    contentType: 'application/json',
    body,
    text: JSON.stringify(body),
    sentAt: 0,
    receivedAt: 0,
  };
}
