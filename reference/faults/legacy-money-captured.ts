import { Big } from 'big.js';
import type { Captured, LegacyPayment } from '../legacy/records.ts';
import { soundLegacyRules as sound } from '../legacy/rules.ts';
import type { Fault } from './fault.ts';

const partial = 'legacy.capture.partial-succeeds';
const full = 'legacy.capture.full-succeeds';
const keepsOpen = 'legacy.capture.partial-keeps-open';

/** A fault in what captures bill, of which their refunds alone tell. `change` is given the right amount. */
export function billing(
  id: string,
  requirement: string,
  summary: string,
  change: (amount: Big, before: LegacyPayment, after: Captured) => Big,
): Fault {
  const changed = requirement === full ? 'full' : 'partial';
  return {
    id: `legacy-${id}`,
    requirement,
    summary,
    legacy: {
      billed(before, after, how) {
        const amount = sound.billed(before, after, how);
        return how === changed ? change(amount, before, after) : amount;
      },
    },
  };
}

/** What the discount lines among the pieces that a capture takes come to: nothing, or less. */
export function discountIn(before: LegacyPayment, after: Captured): Big {
  return before.order.lines
    .filter(({ amount }) => amount.lt(0))
    .reduce((sum, line) => sum.plus(line.amount.times(piecesTaken(before, after, line.itemId))), new Big(0));
}

function piecesTaken(before: LegacyPayment, after: Captured, item = ''): number {
  return (after.pieces.get(item) ?? 0) - (before.captured.pieces.get(item) ?? 0);
}

/** Faults in what captures bill, and in when they close a payment. */
export const legacyCapturedMoneyFaults: readonly Fault[] = [
  billing(
    'partial-cut-to-tens',
    partial,
    'A partial capture bills tens of yen, what is beyond is lost.',
    (amount) => (amount.gt(10) ? amount.round(-1, Big.roundDown) : amount),
  ),
  billing(
    'partial-rounded-up',
    'legacy.refund.above-refundable',
    'A partial capture bills a fraction of a yen as one yen.',
    (amount) => amount.round(0, Big.roundUp),
  ),
  billing(
    'full-capture-one-yen-short',
    full,
    'A full capture bills a yen less than what is left.',
    (amount) => (amount.gt(1) ? amount.minus(1) : amount),
  ),
  billing(
    'partial-without-tax',
    partial,
    'A partial capture of lines and tax bills the lines alone.',
    (amount, before, after) => {
      const tax = after.tax.minus(before.captured.tax);
      return amount.gt(tax) ? amount.minus(tax) : amount;
    },
  ),
  billing(
    'partial-ships-twice',
    partial,
    'A partial capture bills the shipping fee twice.',
    (amount, before, after) => amount.plus(after.shipping.minus(before.captured.shipping)),
  ),
  billing(
    'discount-billed-twice',
    partial,
    'A partial capture takes a discount off twice.',
    (amount, before, after) => {
      const off = amount.plus(discountIn(before, after));
      return off.gt(0) ? off : amount;
    },
  ),
  billing(
    'discount-not-billed',
    partial,
    'A partial capture takes a discount line and bills as if it had not.',
    (amount, before, after) => amount.minus(discountIn(before, after)),
  ),
  billing(
    'pieces-billed-once',
    partial,
    'A partial capture bills one piece of each line.',
    (amount, before, after) =>
      before.order.lines.reduce((sum, line) => {
        const more = Math.max(0, piecesTaken(before, after, line.itemId) - 1);
        return line.amount.gt(0) ? sum.minus(line.amount.times(more)) : sum;
      }, amount),
  ),
  billing(
    'second-capture-bills-all',
    partial,
    'A second partial capture bills what the first one took as well.',
    (_amount, _before, after) => after.amount,
  ),
  billing(
    'full-after-partial-bills-all',
    full,
    'A full capture after partial ones bills the whole order again.',
    (_amount, _before, after) => after.amount,
  ),
  {
    id: 'legacy-lines-in-floats',
    requirement: 'legacy.capture.partials-close',
    summary: 'The price of several pieces is reckoned in binary floats.',
    legacy: {
      priceOf: (lines, from, count) =>
        lines.length === 1
          ? new Big(Number(lines[0]?.amount ?? 0) * count)
          : sound.priceOf(lines, from, count),
    },
  },
  {
    id: 'legacy-rest-in-floats',
    requirement: 'legacy.capture.full-closes',
    summary: 'What is left to capture is reckoned in binary floats.',
    legacy: {
      capturable: ({ order, captured }) => new Big(Number(order.totalAmount) - Number(captured.amount)),
    },
  },
  {
    id: 'legacy-last-part-refused',
    requirement: partial,
    summary: 'A partial capture must leave something.',
    legacy: { acceptsCapture: (amount, capturable) => amount.gt(0) && amount.lt(capturable) },
  },
  {
    id: 'legacy-closes-one-yen-early',
    requirement: keepsOpen,
    summary: 'A payment is closed when all but one yen is captured.',
    legacy: { closesAfterCapture: ({ captured, order }) => captured.amount.gte(order.totalAmount.minus(1)) },
  },
  {
    id: 'legacy-closes-by-rounded-amounts',
    requirement: keepsOpen,
    summary: 'Whether everything is captured is compared in whole yen.',
    legacy: {
      closesAfterCapture: ({ captured, order }) => captured.amount.round(0).gte(order.totalAmount.round(0)),
    },
  },
  {
    id: 'legacy-closes-by-lines',
    requirement: keepsOpen,
    summary: 'A payment is closed when its lines are captured, tax and shipping or not.',
    legacy: {
      closesAfterCapture: ({ captured, order }) =>
        captured.amount.gte(order.totalAmount.minus(order.tax).minus(order.shipping)),
    },
  },
  {
    id: 'legacy-closes-before-discounts',
    requirement: 'legacy.capture.partials-close',
    summary: 'A payment is closed by partial captures when they reach its total before discounts.',
    legacy: {
      closesAfterCapture: ({ captured, order }, how) => {
        const off = order.lines.reduce(
          (sum, { amount, quantity }) => (amount.lt(0) ? sum.plus(amount.times(quantity)) : sum),
          new Big(0),
        );
        return how === 'full' || captured.amount.gte(order.totalAmount.minus(off));
      },
    },
  },
  {
    id: 'legacy-update-forgets-captured',
    requirement: 'legacy.capture.partials-close',
    summary: 'An update after a partial capture starts the count of what is captured anew.',
    stored: {
      legacyPayments: (payment, previous) =>
        previous !== undefined && payment.order !== previous.order && payment.status === 'open'
          ? { ...payment, captured: { ...payment.captured, amount: new Big(0) } }
          : payment,
    },
  },
  {
    id: 'legacy-update-keeps-prices',
    requirement: 'legacy.capture.items-of-order',
    summary: 'An update that sends a line with another unit price leaves its price as it was.',
    legacy: {
      orderAfterUpdate: (before, after) => ({
        ...after,
        lines: after.lines.map((line) => {
          const same = before.lines.find(({ itemId }) => itemId !== undefined && itemId === line.itemId);
          return { ...line, amount: same?.amount ?? line.amount };
        }),
      }),
    },
  },
];
