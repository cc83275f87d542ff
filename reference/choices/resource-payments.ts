import { Big } from 'big.js';
import { answering, succeeding } from '../faults/replies.ts';
import { refusals } from '../resource/errors.ts';
import type { Payment } from '../resource/records.ts';
import { soundResourceRules as sound } from '../resource/rules.ts';
import { type Choice, own } from './choice.ts';

const whole = (amount: Big): boolean => amount.eq(amount.round(0));

const sumOf = (entries: readonly { readonly amount: number }[]): Big =>
  entries.reduce((sum, { amount }) => sum.plus(amount), new Big(0));

const captured = ({ captures }: Payment): Big => sumOf(captures);

/** Half of an amount at first, then the rest. */
function inParts(payment: Payment): number {
  const rest = new Big(payment.amount).minus(captured(payment));
  const half = rest.div(2).round(0, Big.roundDown);
  return (payment.captures.length === 0 && half.gt(0) ? half : rest).toNumber();
}

/** Described otherwise than the refusal of a right capture, which another choice may change. */
const nothingLeft = { ...refusals.fullyRefunded, description: 'Nothing is left to refund of any capture.' };

const lapsing = (status: 'CLOSED' | 'REJECTED') => ({
  lapsed: (payment: Payment, now: number): Payment =>
    payment.status === 'AUTHORIZED' && now >= payment.expiresAt ? { ...payment, status } : payment,
});

/** What a creation accepts and answers. */
const creations: readonly Choice[] = [
  own('resource.create.amount-not-positive', 'refused'),
  {
    latitude: 'resource.create.amount-not-positive',
    choice: 'accepted',
    resource: { amountFits: () => true },
  },
  own('resource.create.fractions', 'accepted'),
  {
    latitude: 'resource.create.fractions',
    choice: 'refused',
    resource: { fractionFits: (amount) => whole(new Big(amount)) },
  },
  own('resource.create.inconsistent-total', 'accepted'),
  {
    latitude: 'resource.create.inconsistent-total',
    choice: 'refused',
    resource: {
      totalFits: (amount, { items, tax, shipping }) =>
        items
          .reduce((sum, item) => sum.plus(new Big(item.unit_price).times(item.quantity)), new Big(tax))
          .plus(shipping)
          .eq(amount),
    },
  },
  own('resource.create.declined', 'error'),
  {
    latitude: 'resource.create.declined',
    choice: 'rejected-payment',
    resource: {
      // Now and then, as a credit check does.
      created: (payment) => (payment.amount % 7 === 0 ? { ...payment, status: 'REJECTED' } : payment),
    },
  },
  own('resource.create.success-status', '200'),
  ...[201, 202].map((http) => ({
    latitude: 'resource.create.success-status',
    choice: http === 201 ? '201' : 'other-2xx',
    reply: { 'payments.create': succeeding((reply) => ({ ...reply, http })) },
  })),
];

/** What a capture takes and shows, and what becomes of an authorization in the end. */
const captures: readonly Choice[] = [
  own('resource.capture.amount', 'full'),
  { latitude: 'resource.capture.amount', choice: 'part', resource: { captureAmount: inParts } },
  own('resource.capture.partial-state', 'closes'),
  {
    latitude: 'resource.capture.partial-state',
    choice: 'stays-authorized',
    resource: {
      captured(payment, capture) {
        const after = sound.captured(payment, capture);
        return captured(after).gte(payment.amount) ? after : { ...after, status: payment.status };
      },
    },
  },
  own('resource.captures.parts-shown', 'of-order'),
  {
    latitude: 'resource.captures.parts-shown',
    choice: 'empty',
    resource: { captureParts: () => ({ tax: 0, shipping: 0, items: [] }) },
  },
  {
    latitude: 'resource.captures.parts-shown',
    choice: 'some',
    resource: { captureParts: (payment) => ({ ...sound.captureParts(payment), items: [] }) },
  },
  own('resource.payment.state-after-expiry', 'authorized'),
  { latitude: 'resource.payment.state-after-expiry', choice: 'closed', resource: lapsing('CLOSED') },
  { latitude: 'resource.payment.state-after-expiry', choice: 'rejected', resource: lapsing('REJECTED') },
  own('resource.capture.expired-code', 'expired'),
  {
    latitude: 'resource.capture.expired-code',
    choice: 'closed',
    resource: {
      expiredRefusal: ({ status }) => (status === 'CLOSED' ? refusals.captureForbidden : refusals.expired),
    },
  },
  own('resource.close.after-expiry', 'closed'),
  {
    latitude: 'resource.close.after-expiry',
    choice: 'refused',
    resource: {
      closeAllowed: (payment, now) => sound.closeAllowed(payment, now) && now < payment.expiresAt,
    },
  },
  own('resource.update.rejected', 'refused'),
  { latitude: 'resource.update.rejected', choice: 'updated', resource: { updateAllowed: () => true } },
];

/** What is refunded, and which error meets what is not. */
const refunds: readonly Choice[] = [
  own('resource.refund.fractions', 'accepted'),
  { latitude: 'resource.refund.fractions', choice: 'refused', resource: { refundFractionFits: whole } },
  own('resource.refund.full-after-part', 'remaining'),
  {
    latitude: 'resource.refund.full-after-part',
    choice: 'refused',
    resource: {
      refundAmount(asked, remaining, capture) {
        const partly = asked === undefined && remaining.lt(capture.amount);
        return partly ? undefined : sound.refundAmount(asked, remaining, capture);
      },
    },
  },
  own('resource.refund.amount-not-positive', 'payment.refund.amount'),
  {
    latitude: 'resource.refund.amount-not-positive',
    choice: 'other-4xx',
    reply: {
      'payments.refund': answering(refusals.refundNotPositive, 400, 'request_content.malformed'),
    },
  },
  {
    latitude: 'resource.refund.amount-not-positive',
    choice: 'accepted',
    resource: { refundPositive: (asked) => asked.gte(0) },
  },
  own('resource.refund.after-expiry', 'accepted'),
  {
    latitude: 'resource.refund.after-expiry',
    choice: 'refused',
    resource: { refundInTime: (payment, now) => now < payment.expiresAt },
  },
  own('resource.refund.reason-values', 'accepted'),
  {
    latitude: 'resource.refund.reason-values',
    choice: 'refused',
    resource: { refundReasonFits: (reason) => reason === 'requested_by_customer' },
  },
  own('resource.refund.wrong-capture-exhausted-code', 'payment.refund.captureId'),
  {
    latitude: 'resource.refund.wrong-capture-exhausted-code',
    choice: 'service.forbidden',
    resource: {
      wrongCaptureRefusal: (payment) =>
        sumOf(payment.refunds).gte(captured(payment)) ? nothingLeft : refusals.refundCapture,
    },
  },
  own('resource.refund.exhausted-code', 'service.forbidden'),
  {
    latitude: 'resource.refund.exhausted-code',
    choice: 'payment.refund.amount',
    reply: {
      'payments.refund': (reply, context) =>
        'amount' in context.request
          ? answering(refusals.fullyRefunded, 400, 'payment.refund.amount')(reply, context)
          : reply,
    },
  },
  own('resource.refund.uncaptured-code', 'state'),
  {
    latitude: 'resource.refund.uncaptured-code',
    choice: 'capture-id',
    reply: {
      'payments.refund': answering(refusals.notCaptured, 400, 'payment.refund.captureId'),
    },
  },
];

/** Answers to what the document leaves open about payments. */
export const resourcePaymentChoices: readonly Choice[] = [...creations, ...captures, ...refunds];
