import { Big } from 'big.js';
import { priceBeyond } from '../../legacy/order.ts';
import type { ReplyWrapper } from '../../seams.ts';
import { type Fault, fault } from '../fault.ts';
import { overlapping } from '../overlapping.ts';
import { lacking, stating } from '../replies.ts';
import { soundLegacyRules as sound } from '../../legacy/rules.ts';
import { nameless, takenWhere } from './patches.ts';

/** Refunds with an amount, or those without, succeed with another status. */
function refundWord(partial: boolean): ReplyWrapper {
  const renamed = stating('refund_success', 'status', 'refunded');
  return (reply, context) =>
    (context.request['amount'] !== undefined) === partial ? renamed(reply, context) : reply;
}

/** Faults in what a refund replies, and in which requests it accepts. */
export const legacyRefundFaults: readonly Fault[] = [
  fault('legacy-refund-after-full-refund', 'legacy.refund.partial-after-full', {
    summary: 'A capture that was refunded in full can be refunded in part again.',
    legacy: {
      refundable(capture, store) {
        const left = sound.refundable(capture, store);
        return left.lte(0) ? capture.amount : left;
      },
    },
  }),
  fault('legacy-refund-names-no-capture', 'legacy.refund.success-reply', {
    summary: 'The reply to a refund has no capture_id.',
    reply: { refund: lacking('refund_success', 'capture_id') },
  }),
  fault('legacy-refund-names-no-text', 'legacy.refund.success-reply', {
    summary: 'A refund shows its capture_id in a list.',
    reply: { refund: stating('refund_success', 'capture_id', ['cap']) },
  }),
  fault('legacy-partial-refund-word', 'legacy.refund.partial-succeeds', {
    summary: 'A successful refund with an amount has the status refunded instead of refund_success.',
    reply: { refund: refundWord(true) },
  }),
  fault('legacy-full-refund-word', 'legacy.refund.full-succeeds', {
    summary: 'A successful refund without an amount has the status refunded instead of refund_success.',
    reply: { refund: refundWord(false) },
  }),
  fault('legacy-refund-fail-without-message', 'legacy.refund.fail-reply', {
    summary: 'A failed refund has no message.',
    reply: { refund: lacking('refund_fail', 'message') },
  }),
  fault('legacy-refund-fail-lacks-capture-id', 'legacy.refund.fail-reply', {
    summary: 'A reply of refund with the status refund_fail has no capture_id.',
    reply: { refund: lacking('refund_fail', 'capture_id') },
  }),
  fault('legacy-refund-fail-lacks-reason', 'legacy.refund.fail-reply', {
    summary: 'A reply of refund with the status refund_fail has no reason.',
    reply: { refund: lacking('refund_fail', 'reason') },
  }),
  fault('legacy-refund-of-nothing', 'legacy.refund.required-fields', {
    summary: 'A refund without capture_id is answered with success.',
    reply: { refund: nameless('capture_id', { status: 'refund_success' }) },
  }),
  fault('legacy-refund-of-unknown', 'legacy.common.unknown-capture', {
    summary: 'A refund of an id that was never issued is answered with success.',
    reply: {
      refund: takenWhere(({ reason }) => reason === 'unknown_capture', { status: 'refund_success' }),
    },
  }),
  fault('legacy-refund-of-over-capture-unlimited', 'legacy.refund.above-refundable', {
    summary:
      'More pieces of a line can be captured than were ordered, and such a capture can be refunded without limit.',
    legacy: {
      acceptsQuantity: (count) => count > 0,
      acceptsOfRest: () => true,
      priceOf: priceBeyond,
      refundable(capture, store) {
        const payment = store.legacyPayments.get(capture.paymentId);
        const over = payment?.order.lines.some(
          ({ itemId = '', quantity }) => (payment.captured.pieces.get(itemId) ?? 0) > quantity,
        );
        return over === true ? new Big(1e9) : sound.refundable(capture, store);
      },
    },
  }),
  fault('legacy-refund-limit-authorized', 'legacy.refund.above-refundable', {
    summary: 'A refund may give as much as was authorized.',
    legacy: {
      refundable(capture, store) {
        const payment = store.legacyPayments.get(capture.paymentId);
        return (payment?.authorizedAmount ?? capture.amount).minus(capture.refunded);
      },
    },
  }),
  fault('legacy-race-of-refunds', 'legacy.refund.above-refundable', {
    summary: 'Refunds of the same capture at the same time are each compared with what was left before.',
    ...overlapping('refund', { when: (request) => 'amount' in request }),
  }),
];
