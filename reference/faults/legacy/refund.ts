import { Big } from 'big.js';
import { priceBeyond } from '../../legacy/order.ts';
import type { ReplyWrapper } from '../../seams.ts';
import { type Fault, fault } from '../fault.ts';
import { overlapping } from '../overlapping.ts';
import { lacking, stating } from '../replies.ts';
import { soundLegacyRules as sound } from '../../legacy/rules.ts';
import { nameless, takenWhere, billing, isWhole } from './patches.ts';
import type { LegacyCapture } from '../../legacy/records.ts';
import type { Store } from '../../store.ts';

const sumOf = (amounts: readonly Big[]): Big => amounts.reduce((sum, amount) => sum.plus(amount), new Big(0));
const capturedOf = (captures: readonly LegacyCapture[]): Big => sumOf(captures.map(({ amount }) => amount));
const refundedOf = (captures: readonly LegacyCapture[]): Big =>
  sumOf(captures.map(({ refunded }) => refunded));

/** Every capture of the payment that one belongs to, oldest first. */
function siblings({ paymentId }: LegacyCapture, store: Store): readonly LegacyCapture[] {
  return [...store.legacyCaptures.values()].filter((one) => one.paymentId === paymentId);
}

/** Faults in what refunds may give, and in how they are counted. */
export const legacyRefundAmountsFaults: readonly Fault[] = [
  fault('legacy-refund-unlimited', 'legacy.refund.above-refundable', {
    summary: 'A refund of any amount is accepted.',
    legacy: { acceptsRefund: (amount) => amount.gt(0) },
  }),
  fault('legacy-refund-one-too-many', 'legacy.refund.above-refundable', {
    summary: 'A refund may exceed what is left by one yen.',
    legacy: { acceptsRefund: (amount, refundable) => amount.gt(0) && amount.lte(refundable.plus(1)) },
  }),
  fault('legacy-refunds-not-counted', 'legacy.refund.above-refundable', {
    summary: 'While something is left, a refund is limited by the captured amount.',
    legacy: {
      refundable: (capture, store) => (sound.refundable(capture, store).gt(0) ? capture.amount : new Big(0)),
    },
  }),
  fault('legacy-refund-up-to-payment', 'legacy.refund.above-refundable', {
    summary: 'A refund of one capture may also give what the other captures of the payment took.',
    legacy: {
      refundable: (capture, store) =>
        capturedOf(siblings(capture, store)).minus(refundedOf(siblings(capture, store))),
    },
  }),
  fault('legacy-partial-rounded-up', 'legacy.refund.above-refundable', {
    summary: 'A partial capture bills a fraction of a yen as one yen.',
    legacy: billing('partial', (amount) => amount.round(0, Big.roundUp)),
  }),
  fault('legacy-refund-limit-of-payment', 'legacy.refund.above-refundable', {
    summary: 'A refund may give as much as was captured by all captures of the payment.',
    legacy: {
      refundable: (capture, store) =>
        capturedOf(siblings(capture, store)).minus(refundedOf(siblings(capture, store))),
    },
  }),
  fault('legacy-refund-limit-largest-capture', 'legacy.refund.above-refundable', {
    summary: 'A refund may give as much as the largest capture of the payment took.',
    legacy: {
      refundable: (capture, store) =>
        siblings(capture, store)
          .reduce((most, { amount }) => (amount.gt(most) ? amount : most), capture.amount)
          .minus(capture.refunded),
    },
  }),
  fault('legacy-refund-almost-a-yen-over', 'legacy.refund.above-refundable', {
    summary: 'A refund is limited in whole yen, its fraction is ignored.',
    legacy: {
      acceptsRefund: (amount, refundable) =>
        amount.gt(0) && amount.round(0, Big.roundDown).lte(refundable.round(0, Big.roundDown)),
    },
  }),
  fault('legacy-full-capture-refunds-round-up', 'legacy.refund.above-refundable', {
    summary: 'A fraction of a yen that is left of a capture can be refunded as a whole yen.',
    legacy: {
      acceptsRefund: (amount, refundable) => amount.gt(0) && amount.lte(refundable.round(0, Big.roundUp)),
    },
  }),
  fault('legacy-refunds-counted-in-yen', 'legacy.refund.above-refundable', {
    summary: 'Refunds are counted rounded down to whole yen.',
    stored: {
      legacyCaptures: (capture, previous) =>
        previous === undefined || capture.refunded.eq(capture.amount)
          ? capture
          : { ...capture, refunded: capture.refunded.round(0, Big.roundDown) },
    },
  }),
  fault('legacy-second-refund-not-counted', 'legacy.refund.above-refundable', {
    summary: 'Only the first refund of a capture is counted.',
    stored: {
      legacyCaptures: (capture, previous) =>
        previous?.refunded.gt(0) ? { ...capture, refunded: previous.refunded } : capture,
    },
  }),
  fault('legacy-refund-replaces-earlier', 'legacy.refund.above-refundable', {
    summary: 'Only the latest refund of a capture is counted.',
    stored: {
      legacyCaptures: (capture, previous) =>
        previous === undefined ||
        capture.refunded.eq(previous.refunded) ||
        capture.refunded.eq(capture.amount)
          ? capture
          : { ...capture, refunded: capture.refunded.minus(previous.refunded) },
    },
  }),
  fault('legacy-refund-only-once', 'legacy.refund.several-partials', {
    summary: 'A second refund of a capture is refused.',
    legacy: { refundable: (capture) => (capture.refunded.gt(0) ? new Big(0) : capture.amount) },
  }),
  fault('legacy-refund-after-fraction-refused', 'legacy.refund.several-partials', {
    summary: 'After a refund of a fraction of a yen no other partial refund is accepted.',
    legacy: {
      refundable: (capture, store) =>
        isWhole(capture.refunded) ? sound.refundable(capture, store) : new Big(0),
      acceptsRefund: (amount, refundable, how) =>
        how === 'full' ? amount.gt(0) : sound.acceptsRefund(amount, refundable, how),
    },
  }),
  fault('legacy-full-refund-of-everything', 'legacy.refund.full-after-partials', {
    summary: 'A full refund asks for the captured amount, not for what is left of it, and is refused.',
    legacy: { fullRefund: (capture) => capture.amount },
  }),
  fault('legacy-refund-rest-in-floats', 'legacy.refund.full-after-partials', {
    summary: 'What earlier refunds left is calculated with binary floats.',
    legacy: { refundable: ({ amount, refunded }) => new Big(Number(amount) - Number(refunded)) },
  }),
  fault('legacy-refund-of-last-fraction-refused', 'legacy.refund.full-after-partials', {
    summary: 'A full refund is refused when less than a yen is left of the capture.',
    legacy: {
      acceptsRefund: (amount, refundable, how) =>
        sound.acceptsRefund(amount, refundable, how) && (how === 'partial' || amount.gte(1)),
    },
  }),
  fault('legacy-refunds-counted-per-payment', 'legacy.refund.per-capture', {
    summary: 'A refund of one capture lowers what can be refunded of the others of the payment.',
    legacy: { refundable: (capture, store) => capture.amount.minus(refundedOf(siblings(capture, store))) },
  }),
  fault('legacy-refunds-shared', 'legacy.refund.per-capture', {
    summary: 'A refund of one capture lowers what is left of the others of its payment.',
    legacy: {
      refundable: (capture, store) => capture.amount.minus(refundedOf(siblings(capture, store))),
    },
  }),
  fault('legacy-refund-of-first-capture', 'legacy.refund.full-succeeds', {
    summary: 'Every refund is limited by the first capture of the payment.',
    legacy: {
      refundable: (capture, store) => sound.refundable(siblings(capture, store)[0] ?? capture, store),
    },
  }),
  fault('legacy-refund-of-the-rest-refused', 'legacy.refund.partial-succeeds', {
    summary: 'A refund with the exact amount that is left is refused.',
    legacy: {
      acceptsRefund: (amount, refundable, how) =>
        sound.acceptsRefund(amount, refundable, how) && (how === 'full' || amount.lt(refundable)),
    },
  }),
  fault('legacy-refund-leaves-something', 'legacy.refund.partial-succeeds', {
    summary: 'A partial refund must be less than what is left.',
    legacy: {
      acceptsRefund: (amount, refundable, how) =>
        how === 'full' ? sound.acceptsRefund(amount, refundable, how) : amount.gt(0) && amount.lt(refundable),
    },
  }),
  fault('legacy-refused-refund-counted', 'legacy.refund.partial-succeeds', {
    summary: 'A refund that was refused is counted as if it had been made.',
    legacy: {
      afterRefusedRefund: (capture, amount) =>
        amount.gt(0) ? { ...capture, refunded: capture.refunded.plus(amount) } : capture,
    },
  }),
  fault('legacy-refund-of-later-capture-refused', 'legacy.refund.partial-succeeds', {
    summary: 'Only the first capture of a payment can be refunded in part.',
    legacy: {
      refundable: (capture, store) =>
        siblings(capture, store)[0]?.id === capture.id ? sound.refundable(capture, store) : new Big(0),
    },
  }),
  fault('legacy-full-refund-after-part-gives-nothing', 'legacy.refund.partial-after-full', {
    summary: 'A refund without an amount after partial ones succeeds and gives nothing.',
    legacy: {
      fullRefund: (capture) => (capture.refunded.gt(0) ? new Big(0) : sound.fullRefund(capture)),
      acceptsRefund: (amount, refundable, how) =>
        how === 'full' ? refundable.gt(0) : sound.acceptsRefund(amount, refundable, how),
    },
  }),
  fault('legacy-full-refund-gives-half', 'legacy.refund.partial-after-full', {
    summary: 'A refund without an amount gives half of what is left.',
    legacy: { fullRefund: (capture) => capture.amount.minus(capture.refunded).div(2) },
  }),
];

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
  fault('legacy-race-loses-a-refund', 'legacy.refund.above-refundable', {
    summary:
      'Of two refunds at the same time that are not too much together both succeed, and one is not counted.',
    ...overlapping('refund', { checkedAgain: true }),
  }),
];
