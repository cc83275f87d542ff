import { Big } from 'big.js';
import type { Payment } from '../resource/records.ts';
import { soundResourceRules as sound } from '../resource/rules.ts';
import type { Fault } from './fault.ts';

const within = 'resource.refund.within-captured';
const full = 'resource.refund.full';
const part = 'resource.refund.partial';

/** A fault in what a refund with an amount, or one without, gives; the limit stays right. */
function giving(
  id: string,
  requirement: string,
  summary: string,
  change: (right: Big, remaining: Big, captured: number) => Big,
): Fault {
  return {
    id: `resource-${id}`,
    requirement,
    summary,
    resource: {
      refundAmount(asked, remaining, capture) {
        const right = sound.refundAmount(asked, remaining, capture);
        if (right === undefined || (asked === undefined) !== (requirement === full)) return right;
        return change(right, remaining, capture.amount);
      },
    },
  };
}

/** A fault in the most that a refund with an amount may give. */
function limiting(
  id: string,
  requirement: string,
  summary: string,
  fits: (asked: Big, remaining: Big) => boolean,
): Fault {
  return {
    id: `resource-${id}`,
    requirement,
    summary,
    resource: {
      refundAmount(asked, remaining) {
        if (asked === undefined) return remaining;
        const amount = new Big(asked);
        return amount.gt(0) && fits(amount, remaining) ? amount : undefined;
      },
    },
  };
}

/** A fault in which refunds are counted: those that are left of the earlier ones of the capture, oldest first. */
function counting(
  id: string,
  requirement: string,
  summary: string,
  counted: (amounts: readonly Big[]) => readonly Big[],
): Fault {
  return {
    id: `resource-${id}`,
    requirement,
    summary,
    resource: {
      remaining(capture, refunds) {
        const amounts = refunds
          .filter(({ captureId }) => captureId === capture.id)
          .map(({ amount }) => new Big(amount));
        const captured = new Big(capture.amount);
        const all = amounts.reduce((sum, amount) => sum.plus(amount), new Big(0));
        // That nothing is left is another requirement.
        if (all.gte(captured)) return new Big(0);
        return counted(amounts).reduce((left, amount) => left.minus(amount), captured);
      },
    },
  };
}

function beforeDiscounts({ amount, order }: Payment): number {
  return order.items
    .filter((item) => item.unit_price < 0)
    .reduce((sum, item) => sum.minus(new Big(item.unit_price).times(item.quantity)), new Big(amount))
    .toNumber();
}

/** Faults in what the resource interface captures, refunds and shows of both. */
export const resourceMoneyFaults: readonly Fault[] = [
  giving(
    'full-refund-gives-all-again',
    full,
    'A refund without an amount gives the whole capture, earlier refunds or not.',
    (_right, _remaining, captured) => new Big(captured),
  ),
  giving(
    'full-refund-in-floats',
    full,
    'A refund without an amount reckons what is left in single-precision floats.',
    (right) => new Big(Math.fround(Number(right))),
  ),
  giving(
    'full-refund-in-whole-yen',
    full,
    'A refund without an amount gives whole yen and leaves the fraction.',
    (right) => (right.gt(1) ? right.round(0, Big.roundDown) : right),
  ),
  giving('refund-cut-to-yen', part, 'A refund of a fraction of a yen gives whole yen.', (right) =>
    right.round(0, Big.roundDown),
  ),
  giving(
    'refund-in-floats',
    part,
    'A refund shows its amount with the error of a single-precision float.',
    (right) => new Big(Math.fround(Number(right.plus('0.1'))) - 0.1),
  ),
  limiting('refund-one-yen-over', within, 'A refund may exceed what is left by one yen.', (asked, left) =>
    asked.lte(left.plus(1)),
  ),
  limiting(
    'refund-almost-a-yen-over',
    within,
    'A refund may exceed what is left by less than a yen.',
    (asked, left) => asked.lt(left.plus(1)),
  ),
  limiting(
    'refund-leaves-something',
    part,
    'A refund with an amount must leave something of the capture.',
    (asked, left) => asked.lt(left),
  ),
  counting('first-refund-not-counted', within, 'The first refund of a capture is not counted.', (amounts) =>
    amounts.slice(1),
  ),
  counting(
    'newest-refund-not-counted',
    within,
    'What is left is what it was before the newest refund.',
    (amounts) => amounts.slice(0, -1),
  ),
  counting(
    'newest-refund-alone-counted',
    within,
    'Of several refunds the newest alone is counted.',
    (amounts) => amounts.slice(-1),
  ),
  counting(
    'refunds-counted-in-yen',
    within,
    'Refunds are counted in whole yen, what is beyond is forgotten.',
    (amounts) => amounts.map((amount) => amount.round(0, Big.roundDown)),
  ),
  {
    id: 'resource-exhausted-one-yen-early',
    requirement: 'resource.refund.several-parts',
    summary: 'Everything counts as refunded once a single yen is left.',
    resource: { exhausted: (remaining) => remaining.lte(1) },
  },
  {
    id: 'resource-second-refund-shows-sum',
    requirement: 'resource.refund.several-parts',
    summary: 'A second refund shows the sum of both as its amount.',
    resource: {
      refunded(payment, refund) {
        const amount = payment.refunds
          .filter(({ captureId }) => captureId === refund.captureId)
          .reduce((sum, one) => sum.plus(one.amount), new Big(refund.amount));
        return sound.refunded(payment, { ...refund, amount: amount.toNumber() });
      },
    },
  },
  {
    id: 'resource-refunds-show-share',
    requirement: 'resource.refunds.amount',
    summary: 'After a second refund the first one shows no amount any more but zero.',
    resource: {
      refunded: (payment, refund) => ({
        ...payment,
        refunds: [...payment.refunds.map((one) => ({ ...one, amount: 0 })), refund],
      }),
    },
  },
  {
    id: 'resource-refund-lowers-capture',
    requirement: 'resource.captures.amount',
    summary: 'A refund lowers the amount that its capture shows.',
    resource: {
      paymentRead: (payment) => ({
        ...payment,
        captures: payment.captures.map((capture) => ({
          ...capture,
          amount: sound.remaining(capture, payment.refunds).toNumber(),
        })),
      }),
    },
  },
  {
    id: 'resource-capture-before-discounts',
    requirement: 'resource.capture.within-amount',
    summary: 'A capture takes the amount before discounts.',
    resource: { captureAmount: beforeDiscounts },
  },
];
