import { Big } from 'big.js';
import { type Fault, fault } from '../fault.ts';
import { overlapping } from '../overlapping.ts';
import { soundLegacyRules as sound } from '../../legacy/rules.ts';
import { discountOf, isWhole } from './patches.ts';

/** Faults in when captures close a payment. */
export const legacyCaptureClosingFaults: readonly Fault[] = [
  fault('legacy-full-capture-stays-open', 'legacy.capture.full-closes', {
    summary: 'A full capture leaves the payment open.',
    legacy: {
      closesAfterCapture: (payment, how) => how === 'partial' && sound.closesAfterCapture(payment, how),
    },
  }),
  fault('legacy-race-of-update-and-capture', 'legacy.capture.full-closes', {
    summary: 'An update overwrites a capture that happens at the same time.',
    ...overlapping('update', { guarded: true }),
  }),
  fault('legacy-last-partial-stays-open', 'legacy.capture.partials-close', {
    summary: 'Partial captures that reach the total leave the payment open.',
    legacy: { closesAfterCapture: (_payment, how) => how === 'full' },
  }),
  fault('legacy-last-partial-of-fractions-stays-open', 'legacy.capture.partials-close', {
    summary:
      'The sum of partial captures is rounded down to whole yen, so that it never reaches a total with a fraction.',
    legacy: {
      closesAfterCapture: ({ captured, order }, how) =>
        how === 'full' || captured.amount.round(0, 0).gte(order.totalAmount),
    },
  }),
  fault('legacy-closes-before-discounts', 'legacy.capture.partials-close', {
    summary: 'A payment is closed by partial captures when they reach its total before discounts.',
    legacy: {
      closesAfterCapture: ({ captured, order }, how) =>
        how === 'full' || captured.amount.gte(order.totalAmount.minus(discountOf(order))),
    },
  }),
  fault('legacy-update-forgets-captured', 'legacy.capture.partials-close', {
    summary: 'An update after a partial capture resets the captured amount to zero.',
    stored: {
      legacyPayments: (payment, previous) =>
        previous !== undefined && payment.order !== previous.order && payment.status === 'open'
          ? { ...payment, captured: { ...payment.captured, amount: new Big(0) } }
          : payment,
    },
  }),
  fault('legacy-last-line-of-fractions-stays-open', 'legacy.capture.partials-close', {
    summary: 'Partial captures that reach a total with a fraction of a yen leave the payment open.',
    legacy: {
      closesAfterCapture: (payment, how) =>
        sound.closesAfterCapture(payment, how) &&
        (how === 'full' || payment.captured.count < 2 || isWhole(payment.order.totalAmount)),
    },
  }),
  fault('legacy-race-of-last-parts', 'legacy.capture.partials-close', {
    summary: 'Of two captures of tax or shipping at the same time one is not counted.',
    ...overlapping('capture', {
      when: (request) => !('items' in request) && ('tax' in request || 'shipping' in request),
    }),
  }),
  fault('legacy-partial-capture-closes', 'legacy.capture.partial-keeps-open', {
    summary: 'Any capture closes the payment.',
    legacy: { closesAfterCapture: () => true },
  }),
  fault('legacy-second-capture-closes', 'legacy.capture.partial-keeps-open', {
    summary: 'The second partial capture closes the payment, whatever is left.',
    legacy: {
      closesAfterCapture: (payment, how) =>
        payment.captured.count > 1 || sound.closesAfterCapture(payment, how),
    },
  }),
  fault('legacy-closes-one-yen-early', 'legacy.capture.partial-keeps-open', {
    summary: 'A payment is closed when all but one yen is captured.',
    legacy: { closesAfterCapture: ({ captured, order }) => captured.amount.gte(order.totalAmount.minus(1)) },
  }),
  fault('legacy-closes-by-rounded-amounts', 'legacy.capture.partial-keeps-open', {
    summary: 'Whether everything is captured is decided in whole yen.',
    legacy: {
      closesAfterCapture: ({ captured, order }) => captured.amount.round(0).gte(order.totalAmount.round(0)),
    },
  }),
  fault('legacy-closes-by-lines', 'legacy.capture.partial-keeps-open', {
    summary: 'A payment is closed when its lines are captured, even if tax and shipping are not.',
    legacy: {
      closesAfterCapture: ({ captured, order }) =>
        captured.amount.gte(order.totalAmount.minus(order.tax).minus(order.shipping)),
    },
  }),
  fault('legacy-closes-without-shipping', 'legacy.capture.partial-keeps-open', {
    summary: 'A payment is closed when all but its shipping fee is captured.',
    legacy: {
      closesAfterCapture: ({ captured, order }) =>
        captured.amount.gte(order.totalAmount.minus(order.shipping)),
    },
  }),
  fault('legacy-capture-of-no-tax-is-full', 'legacy.capture.partial-keeps-open', {
    summary: 'A capture whose only value is zero counts as a full one.',
    legacy: {
      received: (operation, body) =>
        operation === 'capture' && body['items'] === undefined
          ? Object.fromEntries(Object.entries(body).filter(([, value]) => value !== 0))
          : body,
    },
  }),
];
