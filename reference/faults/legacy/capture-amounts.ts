import { Big } from 'big.js';
import type { Captured, LegacyPayment, OrderLine } from '../../legacy/records.ts';
import { type Fault, fault } from '../fault.ts';
import { type LegacyRules, soundLegacyRules as sound } from '../../legacy/rules.ts';
import { billing } from './patches.ts';

/** How many pieces of a line a capture took. */
function piecesTaken(before: LegacyPayment, after: Captured, item = ''): number {
  return (after.pieces.get(item) ?? 0) - (before.captured.pieces.get(item) ?? 0);
}

/** What the discount lines among the pieces that a capture takes come to: nothing, or less. */
function discountIn(before: LegacyPayment, after: Captured): Big {
  return before.order.lines
    .filter(({ amount }) => amount.lt(0))
    .reduce((sum, line) => sum.plus(line.amount.times(piecesTaken(before, after, line.itemId))), new Big(0));
}

/** A partial capture that bills one piece of such lines, however many it takes. */
function billingOnePieceOf(isSuch: (line: OrderLine) => boolean): Partial<LegacyRules> {
  return billing('partial', (amount, before, after) =>
    before.order.lines.filter(isSuch).reduce((sum, line) => {
      const more = Math.max(0, piecesTaken(before, after, line.itemId) - 1);
      return sum.minus(line.amount.times(more));
    }, amount),
  );
}

/** Faults in the amounts that captures take and bill. Only the refunds of a capture show what it billed. */
export const legacyCaptureAmountsFaults: readonly Fault[] = [
  fault('legacy-discount-ignored', 'legacy.capture.partial-succeeds', {
    summary: 'Captured discount lines count as zero, so that not all parts of an order can be captured.',
    legacy: {
      priceOf(lines, from, count) {
        const price = sound.priceOf(lines, from, count);
        return price.lt(0) ? new Big(0) : price;
      },
    },
  }),
  fault('legacy-second-line-refused', 'legacy.capture.partial-succeeds', {
    summary: 'After one capture only a full one is accepted.',
    legacy: {
      capturable: (payment) => (payment.captured.count > 0 ? new Big(0) : sound.capturable(payment)),
    },
  }),
  fault('legacy-capture-of-the-rest-refused', 'legacy.capture.partial-succeeds', {
    summary: 'A partial capture of exactly what is left is refused.',
    legacy: { acceptsOfRest: (amount, capturable) => amount.lt(capturable) },
  }),
  fault('legacy-discount-captured-as-charge', 'legacy.capture.partial-succeeds', {
    summary: 'The capture of a discount line adds the amount that it should subtract.',
    legacy: { priceOf: (lines, from, count) => sound.priceOf(lines, from, count).abs() },
  }),
  fault('legacy-partial-cut-to-tens', 'legacy.capture.partial-succeeds', {
    summary: 'A partial capture bills its amount rounded down to tens of yen.',
    legacy: billing('partial', (amount) => (amount.gt(10) ? amount.round(-1, Big.roundDown) : amount)),
  }),
  fault('legacy-partial-without-tax', 'legacy.capture.partial-succeeds', {
    summary: 'A partial capture of lines and tax bills only the lines.',
    legacy: billing('partial', (amount, before, after) => {
      const tax = after.tax.minus(before.captured.tax);
      return amount.gt(tax) ? amount.minus(tax) : amount;
    }),
  }),
  fault('legacy-partial-ships-twice', 'legacy.capture.partial-succeeds', {
    summary: 'A partial capture bills the shipping fee twice.',
    legacy: billing('partial', (amount, before, after) =>
      amount.plus(after.shipping.minus(before.captured.shipping)),
    ),
  }),
  fault('legacy-discount-billed-twice', 'legacy.capture.partial-succeeds', {
    summary: 'A partial capture subtracts a discount twice.',
    legacy: billing('partial', (amount, before, after) => {
      const off = amount.plus(discountIn(before, after));
      return off.gt(0) ? off : amount;
    }),
  }),
  fault('legacy-discount-not-billed', 'legacy.capture.partial-succeeds', {
    summary: 'A partial capture does not subtract the discount lines that it captures.',
    legacy: billing('partial', (amount, before, after) => amount.minus(discountIn(before, after))),
  }),
  fault('legacy-discount-pieces-subtracted-once', 'legacy.capture.partial-succeeds', {
    summary: 'A partial capture subtracts one piece of a discount line, however many it captures.',
    legacy: billingOnePieceOf(({ amount }) => amount.lt(0)),
  }),
  fault('legacy-pieces-billed-once', 'legacy.capture.partial-succeeds', {
    summary: 'A partial capture bills one piece of each line.',
    legacy: billingOnePieceOf(({ amount }) => amount.gt(0)),
  }),
  fault('legacy-second-capture-bills-all', 'legacy.capture.partial-succeeds', {
    summary: 'A second partial capture bills the amount of the first one again.',
    legacy: billing('partial', (_amount, _before, after) => after.amount),
  }),
  fault('legacy-last-part-refused', 'legacy.capture.partial-succeeds', {
    summary: 'A partial capture must leave something.',
    legacy: { acceptsOfRest: (amount, capturable) => amount.lt(capturable) },
  }),
  fault('legacy-third-capture-refused', 'legacy.capture.partial-succeeds', {
    summary: 'A partial capture after two others is refused.',
    legacy: {
      capturable: (payment) => (payment.captured.count > 1 ? new Big(0) : sound.capturable(payment)),
    },
  }),
  fault('legacy-shipping-alone-billed-as-tax', 'legacy.capture.partial-succeeds', {
    summary: 'A capture of only shipping bills the tax of the order.',
    legacy: billing('partial', (amount, before, after) =>
      amount.eq(after.shipping.minus(before.captured.shipping)) && before.order.tax.gt(0)
        ? before.order.tax
        : amount,
    ),
  }),
  fault('legacy-tax-alone-cut-to-yen', 'legacy.capture.partial-succeeds', {
    summary: 'A capture of only tax bills its amount rounded down to whole yen.',
    legacy: billing('partial', (amount, before, after) =>
      amount.eq(after.tax.minus(before.captured.tax)) ? amount.round(0, Big.roundDown) : amount,
    ),
  }),
  fault('legacy-later-shipping-not-billed', 'legacy.capture.partial-succeeds', {
    summary:
      'A partial capture after another one does not bill the shipping fee that it captures with its lines.',
    legacy: billing('partial', (amount, before, after) => {
      const less = amount.minus(after.shipping.minus(before.captured.shipping));
      return before.captured.count > 0 && less.gt(0) ? less : amount;
    }),
  }),
  fault('legacy-later-discount-not-billed', 'legacy.capture.partial-succeeds', {
    summary: 'A discount line that is captured after other parts is not subtracted.',
    legacy: billing('partial', (amount, before, after) =>
      before.captured.count > 0 ? amount.minus(discountIn(before, after)) : amount,
    ),
  }),
  fault('legacy-quantity-ignored', 'legacy.capture.partials-close', {
    summary: 'A capture of several pieces of a line has the price of one.',
    legacy: { priceOf: (lines, from) => sound.priceOf(lines, from, 1) },
  }),
  fault('legacy-lines-in-floats', 'legacy.capture.partials-close', {
    summary: 'The price of several pieces is calculated with binary floats.',
    legacy: {
      priceOf: (lines, from, count) =>
        lines.length === 1
          ? new Big(Number(lines[0]?.amount ?? 0) * count)
          : sound.priceOf(lines, from, count),
    },
  }),
  fault('legacy-full-capture-one-yen-short', 'legacy.capture.full-succeeds', {
    summary: 'A full capture bills a yen less than what is left.',
    legacy: billing('full', (amount) => (amount.gt(1) ? amount.minus(1) : amount)),
  }),
  fault('legacy-full-after-partial-bills-all', 'legacy.capture.full-succeeds', {
    summary: 'A full capture after partial ones bills the whole order.',
    legacy: billing('full', (_amount, _before, after) => after.amount),
  }),
  fault('legacy-third-part-a-yen-short', 'legacy.capture.partial-succeeds', {
    summary: 'The third capture of parts of a payment bills a yen less.',
    legacy: billing('partial', (amount, { captured }) =>
      captured.count === 2 && amount.gt(1) ? amount.minus(1) : amount,
    ),
  }),
  fault('legacy-full-after-two-bills-a-yen-more', 'legacy.capture.full-succeeds', {
    summary: 'A full capture after two partial ones bills a yen more than is left.',
    legacy: billing('full', (amount, before) => (before.captured.count > 1 ? amount.plus(1) : amount)),
  }),
  fault('legacy-full-of-fractions-cut-to-yen', 'legacy.capture.full-succeeds', {
    summary: 'A full capture after a partial one bills its amount rounded down to whole yen.',
    legacy: billing('full', (amount, before) =>
      before.captured.count > 0 && amount.gt(1) ? amount.round(0, Big.roundDown) : amount,
    ),
  }),
  fault('legacy-rest-in-floats', 'legacy.capture.full-closes', {
    summary: 'What is left to capture is calculated with binary floats.',
    legacy: {
      capturable: ({ order, captured }) => new Big(Number(order.totalAmount) - Number(captured.amount)),
    },
  }),
];
