import { Big } from 'big.js';
import { soundLegacyRules as sound } from '../legacy/rules.ts';
import type { Fault } from './fault.ts';

/** Faults in what is captured, refunded and kept of legacy orders. */
export const legacyAmountFaults: readonly Fault[] = [
  {
    id: 'legacy-discount-ignored',
    requirement: 'legacy.capture.partial-succeeds',
    summary: 'Captured discount lines count for nothing, so that not all parts of an order can be captured.',
    legacy: {
      priceOf(lines, from, count) {
        const price = sound.priceOf(lines, from, count);
        return price.lt(0) ? new Big(0) : price;
      },
    },
  },
  {
    id: 'legacy-quantity-ignored',
    requirement: 'legacy.capture.partials-close',
    summary: 'Capturing several pieces of a line takes the price of one.',
    legacy: { priceOf: (lines, from) => sound.priceOf(lines, from, 1) },
  },
  {
    id: 'legacy-second-line-refused',
    requirement: 'legacy.capture.partial-succeeds',
    summary: 'After one capture only a full one is taken.',
    legacy: {
      capturable: (payment) => (payment.captured.count > 0 ? new Big(0) : sound.capturable(payment)),
    },
  },
  {
    id: 'legacy-amount-shrinks-by-capture',
    requirement: 'legacy.capture.keeps-amount',
    summary: 'Status shows what is left to capture in place of the authorized amount.',
    legacy: { amountShown: (payment) => payment.order.totalAmount.minus(payment.captured.amount) },
  },
  {
    id: 'legacy-amount-shown-whole',
    requirement: 'legacy.authorize.amount',
    summary: 'Status rounds the amount to whole yen.',
    legacy: { amountShown: (payment) => payment.order.totalAmount.round(0, Big.roundDown) },
  },
  {
    id: 'legacy-amount-without-discount',
    requirement: 'legacy.authorize.amount',
    summary: 'Status shows the amount before discount lines.',
    legacy: {
      amountShown: ({ order }) =>
        order.lines
          .filter((line) => line.amount.lt(0))
          .reduce((sum, line) => sum.minus(line.amount.times(line.quantity)), order.totalAmount),
    },
  },
  {
    id: 'legacy-refund-unlimited',
    requirement: 'legacy.refund.above-refundable',
    summary: 'A refund of any amount is taken.',
    legacy: { acceptsRefund: (amount) => amount.gt(0) },
  },
  {
    id: 'legacy-refund-one-too-many',
    requirement: 'legacy.refund.above-refundable',
    summary: 'A refund may exceed what is left by one yen.',
    legacy: { acceptsRefund: (amount, refundable) => amount.gt(0) && amount.lte(refundable.plus(1)) },
  },
  {
    id: 'legacy-refunds-not-counted',
    requirement: 'legacy.refund.above-refundable',
    summary: 'While something is left, a refund is measured against the captured amount.',
    legacy: {
      refundable: (capture, store) => (sound.refundable(capture, store).gt(0) ? capture.amount : new Big(0)),
    },
  },
  {
    id: 'legacy-refund-after-full-refund',
    requirement: 'legacy.refund.partial-after-full',
    summary: 'What was refunded whole can be refunded in part again.',
    legacy: {
      refundable(capture, store) {
        const left = sound.refundable(capture, store);
        return left.lte(0) ? capture.amount : left;
      },
    },
  },
  {
    id: 'legacy-refund-only-once',
    requirement: 'legacy.refund.several-partials',
    summary: 'A second refund of a capture is refused.',
    legacy: { refundable: (capture) => (capture.refunded.gt(0) ? new Big(0) : capture.amount) },
  },
  {
    id: 'legacy-full-refund-of-everything',
    requirement: 'legacy.refund.full-after-partials',
    summary: 'A full refund asks for the captured amount, not for what is left of it, and is refused.',
    legacy: { fullRefund: (capture) => capture.amount },
  },
  {
    id: 'legacy-update-ignored',
    requirement: 'legacy.update.overwrites',
    summary: 'An update is answered with success and forgotten.',
    legacy: { orderAfterUpdate: (before) => before },
  },
  {
    id: 'legacy-update-keeps-shipping',
    requirement: 'legacy.update.overwrites',
    summary: 'An update does not change the shipping fee.',
    legacy: { orderAfterUpdate: (before, after) => ({ ...after, shipping: before.shipping }) },
  },
  {
    id: 'legacy-update-drops-third-line',
    requirement: 'legacy.update.overwrites',
    summary: 'An update keeps two lines of the new order.',
    legacy: { orderAfterUpdate: (_before, after) => ({ ...after, lines: after.lines.slice(0, 2) }) },
  },
  {
    id: 'legacy-new-lines-refused',
    requirement: 'legacy.update.new-lines',
    summary: 'After a partial capture no line can be added.',
    legacy: { acceptsLines: (before, after) => after.lines.length === before.lines.length },
  },
  {
    id: 'legacy-order-ref-only-ignored',
    requirement: 'legacy.update.order-ref-only',
    summary: 'An update of the order_ref alone is answered with success and forgotten.',
    legacy: { orderAfterRef: (before) => before },
  },
  {
    id: 'legacy-order-ref-only-empties-order',
    requirement: 'legacy.update.order-ref-only-keeps-order',
    summary: 'An update of the order_ref alone removes the lines of the order.',
    legacy: { orderAfterRef: (before, orderRef) => ({ ...before, lines: [], orderRef }) },
  },
  {
    id: 'legacy-order-ref-lost',
    requirement: 'legacy.authorize.order-ref',
    summary: 'The order_ref of an authorization is not kept.',
    stored: {
      legacyPayments: (payment, previous) =>
        previous === undefined ? { ...payment, order: { ...payment.order, orderRef: undefined } } : payment,
    },
  },
];
