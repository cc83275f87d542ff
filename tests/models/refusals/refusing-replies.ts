import type { Json } from '../../../engine/model.ts';
import type { Reply } from '../../../models/wire.ts';

const json = (http: number, body: Json | undefined): Reply => ({
  http,
  body,
  contentType: body === undefined ? 'text/html' : 'application/json',
  text: body === undefined ? 'no' : '',
  sentAt: 0,
  receivedAt: 0,
});

const https = [200, 400, 401, 404, 409, 500];

/** Replies of every documented status, in the forms of every cause. */
export const legacyReplies = (operation: string): readonly Reply[] => [
  ...https.filter((http) => http !== 200).map((http) => json(http, undefined)),
  ...https.flatMap((http) =>
    ['bad_request', 'request_failed', 'failed_request', `${operation}_fail`].flatMap((status) =>
      [undefined, 'closed', 'invalid_amount', 'another'].map((reason) =>
        json(http, {
          status,
          ...(reason !== undefined && { reason }),
          message: 'm',
          ...(operation === 'refund' ? { capture_id: 'capture-of-c' } : { payment_id: 'payment-of-p' }),
          test: true,
        }),
      ),
    ),
  ),
];

const codes: readonly (readonly [string, readonly number[]])[] = [
  ['404', [404]],
  ['authentication.failed', [401]],
  ['authorization.failed', [403]],
  ['method.invalid', [405, 400]],
  ['media_type.unsupported', [415]],
  ['request_content.malformed', [400, 422]],
  ['request_entity.invalid', [400, 422]],
  ['service.conflict', [409]],
  ['service.exception', [500]],
  ['service.forbidden', [403, 400]],
  ['version.unknown', [400]],
  ['payment.authorization.expired', [400]],
  ['payment.refund.amount', [400]],
  ['payment.refund.captureId', [400]],
  ['token.suspended', [403]],
  ['token.not_found', [404]],
  ['one.more', [400, 403, 404, 409, 500]],
];
const titles = ['Malformed request content', 'Validation of the request content failed'];

export const resourceReplies = (): readonly Reply[] =>
  codes.flatMap(([code, under]) =>
    under.flatMap((http) =>
      titles.map((title) =>
        json(http, { reference: 'r', status: String(http), code, title, description: 'd' }),
      ),
    ),
  );
