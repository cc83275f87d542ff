import { Big } from 'big.js';
import { soundLegacyRules as sound } from '../legacy/rules.ts';
import type { Fault } from './fault.ts';
import { billing, discountIn } from './legacy-money-captured.ts';

const partial = 'legacy.capture.partial-succeeds';
const full = 'legacy.capture.full-succeeds';
const keepsOpen = 'legacy.capture.partial-keeps-open';
const isWhole = (amount: Big): boolean => amount.mod(1).eq(0);

/** Faults in amounts that show in few data only: at the third capture, of shipping alone, after a fraction of a yen. */
export const legacySeldomMoneyFaults: readonly Fault[] = [
  {
    id: 'legacy-third-capture-refused',
    requirement: partial,
    summary: 'After two captures a partial one is refused.',
    legacy: {
      capturable: (payment) => (payment.captured.count > 1 ? new Big(0) : sound.capturable(payment)),
    },
  },
  billing(
    'shipping-alone-billed-as-tax',
    partial,
    'A capture of shipping and nothing else bills the tax that the order has.',
    (amount, before, after) =>
      amount.eq(after.shipping.minus(before.captured.shipping)) && before.order.tax.gt(0)
        ? before.order.tax
        : amount,
  ),
  billing(
    'tax-alone-cut-to-yen',
    partial,
    'A capture of tax and nothing else bills whole yen.',
    (amount, before, after) =>
      amount.eq(after.tax.minus(before.captured.tax)) ? amount.round(0, Big.roundDown) : amount,
  ),
  billing(
    'later-shipping-not-billed',
    partial,
    'A partial capture after another one bills its lines without the shipping fee that it takes with them.',
    (amount, before, after) => {
      const less = amount.minus(after.shipping.minus(before.captured.shipping));
      return before.captured.count > 0 && less.gt(0) ? less : amount;
    },
  ),
  billing(
    'later-discount-not-billed',
    partial,
    'A discount line that is captured after others are is not taken off.',
    (amount, before, after) => (before.captured.count > 0 ? amount.minus(discountIn(before, after)) : amount),
  ),
  billing(
    'full-after-two-bills-a-yen-more',
    full,
    'A full capture after two partial ones bills a yen more than is left.',
    (amount, before) => (before.captured.count > 1 ? amount.plus(1) : amount),
  ),
  billing(
    'full-of-fractions-cut-to-yen',
    full,
    'A full capture after a partial one bills whole yen.',
    (amount, before) => (before.captured.count > 0 && amount.gt(1) ? amount.round(0, Big.roundDown) : amount),
  ),
  {
    id: 'legacy-closes-without-shipping',
    requirement: keepsOpen,
    summary: 'A payment is closed when all but its shipping fee is captured.',
    legacy: {
      closesAfterCapture: ({ captured, order }) =>
        captured.amount.gte(order.totalAmount.minus(order.shipping)),
    },
  },
  {
    id: 'legacy-last-line-of-fractions-stays-open',
    requirement: 'legacy.capture.partials-close',
    summary:
      'Partial captures leave a payment open when the last of them takes a fraction of a yen after another did.',
    legacy: {
      closesAfterCapture: (payment, how) =>
        sound.closesAfterCapture(payment, how) &&
        (how === 'full' || payment.captured.count < 2 || isWhole(payment.order.totalAmount)),
    },
  },
  {
    id: 'legacy-capture-of-no-tax-is-full',
    requirement: keepsOpen,
    summary: 'A capture whose only value is zero is taken for a full one.',
    legacy: {
      received: (operation, body) =>
        operation === 'capture' && body['items'] === undefined
          ? Object.fromEntries(Object.entries(body).filter(([, value]) => value !== 0))
          : body,
    },
  },
  {
    id: 'legacy-refund-after-fraction-refused',
    requirement: 'legacy.refund.several-partials',
    summary: 'After a refund of a fraction of a yen no other partial refund is taken.',
    legacy: {
      refundable: (capture, store) =>
        isWhole(capture.refunded) ? sound.refundable(capture, store) : new Big(0),
      acceptsRefund: (amount, refundable, how) =>
        how === 'full' ? amount.gt(0) : sound.acceptsRefund(amount, refundable, how),
    },
  },
  {
    id: 'legacy-refund-of-last-fraction-refused',
    requirement: 'legacy.refund.full-after-partials',
    summary: 'Less than a yen that is left of a capture can not be refunded.',
    legacy: {
      acceptsRefund: (amount, refundable, how) =>
        sound.acceptsRefund(amount, refundable, how) && (how === 'partial' || amount.gte(1)),
    },
  },
  {
    id: 'legacy-refund-of-later-capture-refused',
    requirement: 'legacy.refund.partial-succeeds',
    summary: 'Of several captures of a payment the first alone can be refunded in part.',
    legacy: {
      refundable(capture, store) {
        const [first] = [...store.legacyCaptures.values()].filter(
          ({ paymentId }) => paymentId === capture.paymentId,
        );
        return first === undefined || first.id === capture.id ? sound.refundable(capture, store) : new Big(0);
      },
    },
  },
];
