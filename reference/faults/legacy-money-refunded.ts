import { Big } from 'big.js';
import { priceBeyond } from '../legacy/order.ts';
import type { LegacyCapture } from '../legacy/records.ts';
import { soundLegacyRules as sound } from '../legacy/rules.ts';
import type { Store } from '../store.ts';
import type { Fault } from './fault.ts';

const above = 'legacy.refund.above-refundable';

/** Every capture of the payment that one belongs to. */
function siblings({ paymentId }: LegacyCapture, store: Store): readonly LegacyCapture[] {
  return [...store.legacyCaptures.values()].filter((one) => one.paymentId === paymentId);
}

function refundedOf(captures: readonly LegacyCapture[]): Big {
  return captures.reduce((sum, { refunded }) => sum.plus(refunded), new Big(0));
}

/** Faults in what refunds may give, and in how they are counted. */
export const legacyRefundedMoneyFaults: readonly Fault[] = [
  {
    id: 'legacy-refund-of-over-capture-unlimited',
    requirement: above,
    summary: 'More of a line can be captured than was ordered, and any amount be refunded of such a capture.',
    legacy: {
      acceptsQuantity: (count) => count > 0,
      acceptsCapture: (amount) => amount.gt(0),
      priceOf: priceBeyond,
      refundable(capture, store) {
        const payment = store.legacyPayments.get(capture.paymentId);
        const over = payment?.order.lines.some(
          ({ itemId = '', quantity }) => (payment.captured.pieces.get(itemId) ?? 0) > quantity,
        );
        return over === true ? new Big(1e9) : sound.refundable(capture, store);
      },
    },
  },
  {
    id: 'legacy-refund-limit-of-payment',
    requirement: above,
    summary: 'A refund may give as much as was captured by all captures of the payment.',
    legacy: {
      refundable(capture, store) {
        const all = siblings(capture, store);
        return all.reduce((sum, { amount }) => sum.plus(amount), new Big(0)).minus(refundedOf(all));
      },
    },
  },
  {
    id: 'legacy-refund-limit-authorized',
    requirement: above,
    summary: 'A refund may give as much as was authorized.',
    legacy: {
      refundable(capture, store) {
        const payment = store.legacyPayments.get(capture.paymentId);
        return (payment?.authorizedAmount ?? capture.amount).minus(capture.refunded);
      },
    },
  },
  {
    id: 'legacy-refund-limit-largest-capture',
    requirement: above,
    summary: 'A refund may give as much as the largest capture of the payment took.',
    legacy: {
      refundable: (capture, store) =>
        siblings(capture, store)
          .reduce((most, { amount }) => (amount.gt(most) ? amount : most), capture.amount)
          .minus(capture.refunded),
    },
  },
  {
    id: 'legacy-refunds-shared',
    requirement: 'legacy.refund.per-capture',
    summary: 'A refund of one capture lowers what is left of the others of its payment.',
    legacy: {
      refundable: (capture, store) => capture.amount.minus(refundedOf(siblings(capture, store))),
    },
  },
  {
    id: 'legacy-refund-leaves-something',
    requirement: 'legacy.refund.partial-succeeds',
    summary: 'A partial refund must be less than what is left.',
    legacy: {
      acceptsRefund: (amount, refundable, how) =>
        how === 'full' ? sound.acceptsRefund(amount, refundable, how) : amount.gt(0) && amount.lt(refundable),
    },
  },
  {
    id: 'legacy-refund-almost-a-yen-over',
    requirement: above,
    summary: 'A refund is measured in whole yen, its fraction cut off.',
    legacy: {
      acceptsRefund: (amount, refundable) =>
        amount.gt(0) && amount.round(0, Big.roundDown).lte(refundable.round(0, Big.roundDown)),
    },
  },
  {
    id: 'legacy-full-capture-refunds-round-up',
    requirement: above,
    summary: 'Of a capture of a fraction of a yen the whole yen can be refunded.',
    legacy: {
      acceptsRefund: (amount, refundable) => amount.gt(0) && amount.lte(refundable.round(0, Big.roundUp)),
    },
  },
  {
    id: 'legacy-refund-rest-in-floats',
    requirement: 'legacy.refund.full-after-partials',
    summary: 'What earlier refunds left is reckoned in binary floats.',
    legacy: { refundable: ({ amount, refunded }) => new Big(Number(amount) - Number(refunded)) },
  },
  {
    id: 'legacy-refunds-counted-in-yen',
    requirement: above,
    summary: 'Refunds are counted in whole yen, what is beyond is forgotten.',
    stored: {
      legacyCaptures: (capture, previous) =>
        previous === undefined || capture.refunded.eq(capture.amount)
          ? capture
          : { ...capture, refunded: capture.refunded.round(0, Big.roundDown) },
    },
  },
  {
    id: 'legacy-refused-refund-counted',
    requirement: 'legacy.refund.partial-succeeds',
    summary: 'A refund that was refused is counted as if it had been made.',
    legacy: {
      afterRefusedRefund: (capture, amount) =>
        amount.gt(0) ? { ...capture, refunded: capture.refunded.plus(amount) } : capture,
    },
  },
  {
    id: 'legacy-second-refund-not-counted',
    requirement: above,
    summary: 'The first refund of a capture is the only one that is counted.',
    stored: {
      legacyCaptures: (capture, previous) =>
        previous?.refunded.gt(0) ? { ...capture, refunded: previous.refunded } : capture,
    },
  },
  {
    id: 'legacy-refund-replaces-earlier',
    requirement: above,
    summary: 'Of several refunds the latest alone is counted.',
    stored: {
      legacyCaptures: (capture, previous) =>
        previous === undefined ||
        capture.refunded.eq(previous.refunded) ||
        capture.refunded.eq(capture.amount)
          ? capture
          : { ...capture, refunded: capture.refunded.minus(previous.refunded) },
    },
  },
  {
    id: 'legacy-full-refund-after-part-gives-nothing',
    requirement: 'legacy.refund.partial-after-full',
    summary: 'A refund without an amount after partial ones succeeds and gives nothing.',
    legacy: {
      fullRefund: (capture) => (capture.refunded.gt(0) ? new Big(0) : sound.fullRefund(capture)),
      acceptsRefund: (amount, refundable, how) =>
        how === 'full' ? refundable.gt(0) : sound.acceptsRefund(amount, refundable, how),
    },
  },
  {
    id: 'legacy-full-refund-gives-half',
    requirement: 'legacy.refund.partial-after-full',
    summary: 'A refund without an amount gives half of what is left.',
    legacy: { fullRefund: (capture) => capture.amount.minus(capture.refunded).div(2) },
  },
];
