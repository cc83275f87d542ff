import { Big } from 'big.js';
import { httpWhere, lacking } from '../faults/replies.ts';
import type { ReplyBody, ReplyWrapper } from '../seams.ts';
import { soundLegacyRules as sound } from '../legacy/rules.ts';
import type { JsonObject } from '../json.ts';
import { type Choice, choice } from './choice.ts';
import { converted } from './converted.ts';
import { keyless, refusalsOf, withHttp } from './legacy-refusals.ts';

/** Shows an order_ref that was never set in another way than as empty text. */
function withoutRef(change: (body: ReplyBody) => ReplyBody): Readonly<Record<string, ReplyWrapper>> {
  return {
    status: (reply) =>
      'order_ref' in reply.body && reply.body.order_ref === ''
        ? { ...reply, body: change(reply.body) }
        : reply,
  };
}

const closedWith200 = {
  update: httpWhere('update_fail', 200),
  close: httpWhere('close_fail', 200),
  capture: httpWhere('capture_fail', 200),
};

/** Answers to what the document leaves open about the six operations. */
export const legacyChoices: readonly Choice[] = [
  choice('legacy.errors.bad-key-http', '401'),
  choice('legacy.errors.bad-key-http', 'other-4xx', { reply: refusalsOf(keyless)(withHttp(403)) }),
  choice('legacy.errors.bad-key-http', '5xx', { reply: refusalsOf(keyless)(withHttp(500)) }),
  choice('legacy.errors.bad-key-http', '200', { reply: refusalsOf(keyless)(withHttp(200)) }),
  choice('legacy.errors.closed-http', '400'),
  choice('legacy.errors.closed-http', '200', { reply: closedWith200 }),
  choice('legacy.errors.refund-http', '400'),
  choice('legacy.errors.refund-http', '200', { reply: { refund: httpWhere('refund_fail', 200) } }),
  choice('legacy.capture.fail-reason', 'present'),
  choice('legacy.capture.fail-reason', 'absent', {
    reply: { capture: lacking('capture_fail', 'reason') },
  }),
  choice('legacy.checksum.hex-case', 'accepted'),
  choice('legacy.checksum.hex-case', 'refused', {
    legacy: { acceptsChecksumForm: (given) => !(given.length === 64 && /[A-F]/.test(given)) },
  }),
  choice('legacy.checksum.base64-url-safe', 'refused'),
  choice('legacy.checksum.base64-url-safe', 'accepted', {
    legacy: {
      acceptsChecksum: (of, given, hashed) =>
        sound.acceptsChecksum(of, given, hashed) ||
        (/^[\w-]{43}$/.test(given) &&
          sound.acceptsChecksum(of, `${given.replaceAll('-', '+').replaceAll('_', '/')}=`, hashed)),
    },
  }),
  choice('legacy.common.other-types', 'refused'),
  choice('legacy.common.convertible-values', 'refused'),
  choice('legacy.common.convertible-values', 'executed', {
    legacy: { received: (_operation, body) => converted(body) as JsonObject },
  }),
  choice('legacy.common.empty-values', 'refused'),
  choice('legacy.common.odd-numbers', 'refused'),
  choice('legacy.common.odd-texts', 'executed'),
  choice('legacy.authorize.wrong-pin', 'authorize_fail'),
  choice('legacy.authorize.wrong-pin', 'authenticate_consumer', {
    reply: {
      authorize: (reply) =>
        'reason' in reply.body && reply.body.reason === 'bad_auth_code'
          ? { http: 200, body: { status: 'authenticate_consumer', message: 'The PIN is wrong.' } }
          : reply,
    },
  }),
  choice('legacy.status.no-order-ref', 'empty'),
  choice('legacy.status.no-order-ref', 'absent', {
    reply: withoutRef(({ order_ref: _left, ...body }) => body),
  }),
  choice('legacy.status.no-order-ref', 'null', {
    reply: withoutRef((body) => ({ ...body, order_ref: null })),
  }),
  choice('legacy.status.amount-after-update', 'updated'),
  choice('legacy.status.amount-after-update', 'authorized', {
    legacy: { amountShown: (payment) => payment.authorizedAmount },
  }),
  choice('legacy.update.edited-line', 'refused'),
  choice('legacy.update.edited-line', 'accepted', { legacy: { acceptsLines: () => true } }),
  choice('legacy.update.new-discount', 'refused'),
  choice('legacy.update.new-discount', 'accepted', {
    legacy: { acceptsLowerTotal: true },
  }),
  choice('legacy.update.missing-order-ref', 'refused'),
  choice('legacy.update.missing-order-ref', 'dropped', { legacy: { acceptsMissingRef: () => true } }),
  choice('legacy.update.other-order-ref', 'refused'),
  choice('legacy.update.other-order-ref', 'replaced', { legacy: { acceptsRef: () => true } }),
  choice('legacy.capture.amount-after-update', 'updated'),
  choice('legacy.capture.amount-after-update', 'authorized', {
    legacy: {
      capturable: (payment) => payment.authorizedAmount.minus(payment.captured.amount),
      closesAfterCapture: (payment) => payment.captured.amount.gte(payment.authorizedAmount),
    },
  }),
  choice('legacy.capture.above-rest', 'refused'),
  choice('legacy.capture.above-rest', 'closes', { legacy: { acceptsOfRest: () => true } }),
  choice('legacy.capture.nothing', 'refused'),
  choice('legacy.capture.nothing', 'accepted', {
    legacy: { acceptsLeast: () => true },
  }),
  choice('legacy.refund.payment-state', 'unchanged'),
  choice('legacy.refund.payment-state', 'reopens', { legacy: { closedAfterRefund: () => 'open' } }),
  choice('legacy.refund.open-payment-state', 'unchanged'),
  choice('legacy.refund.open-payment-state', 'closes', { legacy: { openAfterRefund: () => 'close' } }),
  choice('legacy.refund.nothing', 'refused'),
  choice('legacy.refund.nothing', 'accepted', {
    legacy: {
      acceptsRefund: (amount, refundable) => amount.lte(refundable.gt(0) ? refundable : new Big(-1)),
    },
  }),
];
