import { Big } from 'big.js';
import { fieldsOf, httpWhere, stating } from '../faults/replies.ts';
import type { ReplyBody, ReplyWrapper } from '../seams.ts';
import { addsAtMost } from '../legacy/order.ts';
import { soundLegacyRules as sound } from '../legacy/rules.ts';
import { type Choice, own } from './choice.ts';
import { everywhere } from './legacy-refusals.ts';

const unauthorizedAs =
  (http: number): ReplyWrapper =>
  (reply) => {
    if (reply.http !== 401 || fieldsOf(reply)['reason'] !== 'unauthorized') return reply;
    const { text, ...rest } = reply;
    // Under 200 only the body can tell a failure.
    return http === 200 || text === undefined ? { ...rest, http } : { ...reply, http };
  };

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
  own('legacy.errors.bad-key-http', '401'),
  { latitude: 'legacy.errors.bad-key-http', choice: 'other-4xx', reply: everywhere(unauthorizedAs(403)) },
  { latitude: 'legacy.errors.bad-key-http', choice: '200', reply: everywhere(unauthorizedAs(200)) },
  own('legacy.errors.closed-http', '400'),
  { latitude: 'legacy.errors.closed-http', choice: '200', reply: closedWith200 },
  own('legacy.errors.refund-http', '400'),
  { latitude: 'legacy.errors.refund-http', choice: '200', reply: { refund: httpWhere('refund_fail', 200) } },
  own('legacy.capture.fail-reason', 'absent'),
  {
    latitude: 'legacy.capture.fail-reason',
    choice: 'present',
    reply: { capture: stating('capture_fail', 'reason', 'closed') },
  },
  own('legacy.checksum.hex-case', 'accepted'),
  {
    latitude: 'legacy.checksum.hex-case',
    choice: 'refused',
    legacy: {
      acceptsChecksum: (of, given, hashed) =>
        !(given.length === 64 && /[A-F]/.test(given)) && sound.acceptsChecksum(of, given, hashed),
    },
  },
  own('legacy.checksum.base64-url-safe', 'refused'),
  {
    latitude: 'legacy.checksum.base64-url-safe',
    choice: 'accepted',
    legacy: {
      acceptsChecksum: (of, given, hashed) =>
        sound.acceptsChecksum(of, given, hashed) ||
        (/^[\w-]{43}$/.test(given) &&
          sound.acceptsChecksum(of, `${given.replaceAll('-', '+').replaceAll('_', '/')}=`, hashed)),
    },
  },
  own('legacy.common.other-types', 'refused'),
  own('legacy.common.empty-values', 'refused'),
  own('legacy.common.odd-numbers', 'refused'),
  own('legacy.common.odd-texts', 'executed'),
  own('legacy.authorize.wrong-pin', 'authorize_fail'),
  {
    latitude: 'legacy.authorize.wrong-pin',
    choice: 'authenticate_consumer',
    reply: {
      authorize: (reply) =>
        'reason' in reply.body && reply.body.reason === 'bad_auth_code'
          ? { http: 200, body: { status: 'authenticate_consumer', message: 'The PIN is wrong.' } }
          : reply,
    },
  },
  own('legacy.status.no-order-ref', 'empty'),
  {
    latitude: 'legacy.status.no-order-ref',
    choice: 'absent',
    reply: withoutRef(({ order_ref: _left, ...body }) => body),
  },
  {
    latitude: 'legacy.status.no-order-ref',
    choice: 'null',
    reply: withoutRef((body) => ({ ...body, order_ref: null })),
  },
  own('legacy.status.amount-after-update', 'updated'),
  {
    latitude: 'legacy.status.amount-after-update',
    choice: 'authorized',
    legacy: { amountShown: (payment) => payment.authorizedAmount },
  },
  own('legacy.update.edited-line', 'refused'),
  { latitude: 'legacy.update.edited-line', choice: 'accepted', legacy: { acceptsLines: () => true } },
  own('legacy.update.new-discount', 'refused'),
  {
    latitude: 'legacy.update.new-discount',
    choice: 'accepted',
    legacy: { acceptsLines: (before, after) => addsAtMost(before, after) },
  },
  own('legacy.update.missing-order-ref', 'refused'),
  {
    latitude: 'legacy.update.missing-order-ref',
    choice: 'dropped',
    legacy: { acceptsMissingRef: () => true },
  },
  own('legacy.update.other-order-ref', 'refused'),
  { latitude: 'legacy.update.other-order-ref', choice: 'replaced', legacy: { acceptsRef: () => true } },
  own('legacy.capture.amount-after-update', 'updated'),
  {
    latitude: 'legacy.capture.amount-after-update',
    choice: 'authorized',
    legacy: {
      capturable: (payment) => payment.authorizedAmount.minus(payment.captured.amount),
      closesAfterCapture: (payment) => payment.captured.amount.gte(payment.authorizedAmount),
    },
  },
  own('legacy.capture.above-rest', 'refused'),
  {
    latitude: 'legacy.capture.above-rest',
    choice: 'closes',
    legacy: { acceptsCapture: (amount) => amount.gt(0) },
  },
  own('legacy.capture.nothing', 'refused'),
  {
    latitude: 'legacy.capture.nothing',
    choice: 'accepted',
    legacy: { acceptsCapture: (amount, capturable) => amount.lte(capturable) },
  },
  own('legacy.refund.payment-state', 'unchanged'),
  { latitude: 'legacy.refund.payment-state', choice: 'reopens', legacy: { closedAfterRefund: () => 'open' } },
  own('legacy.refund.open-payment-state', 'unchanged'),
  {
    latitude: 'legacy.refund.open-payment-state',
    choice: 'closes',
    legacy: { openAfterRefund: () => 'close' },
  },
  own('legacy.refund.nothing', 'refused'),
  {
    latitude: 'legacy.refund.nothing',
    choice: 'accepted',
    legacy: {
      acceptsRefund: (amount, refundable) => amount.lte(refundable.gt(0) ? refundable : new Big(-1)),
    },
  },
];
