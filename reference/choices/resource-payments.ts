import { hasPlainNumbers } from './number-notation.ts';
import { Big } from 'big.js';
import { answering, succeeding } from '../faults/replies.ts';
import { refusals } from '../resource/errors.ts';
import type { Payment } from '../resource/records.ts';
import { type ResourceRules, soundResourceRules as sound } from '../resource/rules.ts';
import { type Choice, choice } from './choice.ts';
import { areUsual } from './unusual-lines.ts';

const whole = (amount: Big): boolean => amount.eq(amount.round(0));

const sumOf = (entries: readonly { readonly amount: number }[]): Big =>
  entries.reduce((sum, { amount }) => sum.plus(amount), new Big(0));

/** What captures show where the amount of the payment is not the sum of its order. */
function withoutSum(parts: ResourceRules['captureParts']): Partial<ResourceRules> {
  const comesTo = ({ items, tax, shipping }: Payment['order']) =>
    items.reduce((sum, one) => sum.plus(Big(one.unit_price).times(one.quantity)), Big(tax).plus(shipping));
  return {
    captureParts: (payment) =>
      comesTo(payment.order).eq(payment.amount) ? sound.captureParts(payment) : parts(payment),
  };
}

const captured = ({ captures }: Payment): Big => sumOf(captures);

/** Half of an amount first, then the rest. */
function inParts(payment: Payment): number {
  const rest = new Big(payment.amount).minus(captured(payment));
  const half = rest.div(2).round(0, Big.roundDown);
  return (payment.captures.length === 0 && half.gt(0) ? half : rest).toNumber();
}

/** Another description than the refusal for a right capture, which another choice may change. */
const nothingLeft = { ...refusals.fullyRefunded, description: 'Nothing is left to refund of any capture.' };

const lapsing = (status: 'CLOSED' | 'REJECTED') => ({
  lapsed: (payment: Payment, now: number): Payment =>
    payment.status === 'AUTHORIZED' && now >= payment.expiresAt ? { ...payment, status } : payment,
});

/** What a creation accepts and answers. */
const creations: readonly Choice[] = [
  choice('resource.create.amount-not-positive', 'refused'),
  choice('resource.create.amount-not-positive', 'accepted', { resource: { amountFits: () => true } }),
  choice('resource.create.fractions', 'accepted'),
  choice('resource.create.fractions', 'refused', {
    resource: { fractionFits: (amount) => whole(new Big(amount)) },
  }),
  choice('resource.create.inconsistent-total', 'accepted'),
  choice('resource.create.inconsistent-total', 'refused', {
    resource: {
      totalFits: (amount, { items, tax, shipping }) =>
        items
          .reduce((sum, item) => sum.plus(new Big(item.unit_price).times(item.quantity)), new Big(tax))
          .plus(shipping)
          .eq(amount),
    },
  }),
  choice('resource.requests.odd-forms', 'accepted'),
  choice('resource.requests.odd-forms', 'refused', { resource: { formFits: hasPlainNumbers } }),
  choice('resource.requests.unusual-orders', 'accepted'),
  choice('resource.requests.unusual-orders', 'refused', {
    resource: { itemsFit: (items) => areUsual(items.map(({ id, unit_price: price }) => ({ id, price }))) },
  }),
  choice('resource.create.declined', 'error'),
  choice('resource.create.declined', 'rejected-payment', {
    resource: {
      // Sometimes, as a credit check does.
      created: (payment) => (payment.amount % 7 === 0 ? { ...payment, status: 'REJECTED' } : payment),
    },
  }),
  choice('resource.create.not-active', 'error'),
  choice('resource.create.not-active', 'rejected-payment', { resource: { rejectedInstead: () => true } }),
  choice('resource.payment.store-name-shown', 'as-sent'),
  choice('resource.payment.store-name-shown', 'decorated', {
    resource: { storeNameOf: (sent, own) => (sent === undefined ? own : `${own}: ${sent}`) },
  }),
  choice('resource.payment.store-name-shown', 'of-account', {
    resource: { storeNameOf: (_sent, own) => own },
  }),
  choice('resource.create.success-status', '200'),
  ...[201, 202].map((http) => ({
    latitude: 'resource.create.success-status',
    choice: http === 201 ? '201' : 'other-2xx',
    reply: { 'payments.create': succeeding((reply) => ({ ...reply, http })) },
  })),
];

/** What a capture takes and shows, and the states after captures and expiry. */
const captures: readonly Choice[] = [
  choice('resource.capture.amount', 'full'),
  choice('resource.capture.amount', 'part', { resource: { captureAmount: inParts } }),
  choice('resource.capture.partial-state', 'closes'),
  choice('resource.capture.partial-state', 'stays-authorized', {
    resource: {
      captured(payment, capture) {
        const after = sound.captured(payment, capture);
        return captured(after).gte(payment.amount) ? after : { ...after, status: payment.status };
      },
    },
  }),
  choice('resource.captures.parts-shown', 'of-order'),
  choice('resource.captures.parts-shown', 'empty', {
    resource: withoutSum(() => ({ tax: 0, shipping: 0, items: [] })),
  }),
  choice('resource.captures.parts-shown', 'some', {
    resource: withoutSum((payment) => ({ ...sound.captureParts(payment), items: [] })),
  }),
  choice('resource.payment.state-after-expiry', 'authorized'),
  choice('resource.payment.state-after-expiry', 'closed', { resource: lapsing('CLOSED') }),
  choice('resource.payment.state-after-expiry', 'rejected', { resource: lapsing('REJECTED') }),
  choice('resource.capture.expired-code', 'expired'),
  choice('resource.capture.expired-code', 'closed', {
    resource: {
      expiredRefusal: ({ status }) => (status === 'CLOSED' ? refusals.captureForbidden : refusals.expired),
    },
  }),
  choice('resource.close.after-expiry', 'closed'),
  choice('resource.close.after-expiry', 'refused', {
    resource: {
      closeAllowed: (payment, now) => sound.closeAllowed(payment, now) && now < payment.expiresAt,
    },
  }),
  choice('resource.payment.token-ended', 'served'),
  choice('resource.payment.token-ended', 'refused', { resource: { servedAfterToken: () => false } }),
  choice('resource.update.after-expiry', 'accepted'),
  choice('resource.update.after-expiry', 'refused', {
    resource: { updateInTime: (payment, now) => now < payment.expiresAt },
  }),
  choice('resource.update.rejected', 'refused'),
  choice('resource.update.rejected', 'updated', { resource: { updateAllowed: () => true } }),
];

/** Which refunds succeed, and with which errors the others fail. */
const refunds: readonly Choice[] = [
  choice('resource.refund.fractions', 'accepted'),
  choice('resource.refund.fractions', 'refused', { resource: { refundFractionFits: whole } }),
  choice('resource.refund.full-after-part', 'remaining'),
  choice('resource.refund.full-after-part', 'refused', {
    resource: {
      refundAmount(asked, remaining, capture) {
        const partly = asked === undefined && remaining.lt(capture.amount);
        return partly ? undefined : sound.refundAmount(asked, remaining, capture);
      },
    },
  }),
  choice('resource.refund.amount-not-positive', 'payment.refund.amount'),
  choice('resource.refund.amount-not-positive', 'other-4xx', {
    reply: {
      'payments.refund': answering(refusals.refundNotPositive, 400, 'request_content.malformed'),
    },
  }),
  choice('resource.refund.amount-not-positive', 'accepted', {
    resource: { refundPositive: (asked) => asked.gte(0) },
  }),
  choice('resource.refund.after-expiry', 'accepted'),
  choice('resource.refund.after-expiry', 'refused', {
    resource: { refundInTime: (payment, now) => now < payment.expiresAt },
  }),
  choice('resource.refund.reason-values', 'accepted'),
  choice('resource.refund.reason-values', 'refused', {
    resource: { refundReasonFits: (reason) => reason === 'requested_by_customer' },
  }),
  choice('resource.refund.wrong-capture-exhausted-code', 'payment.refund.captureId'),
  choice('resource.refund.wrong-capture-exhausted-code', 'service.forbidden', {
    resource: {
      wrongCaptureRefusal: (payment) =>
        sumOf(payment.refunds).gte(captured(payment)) ? nothingLeft : refusals.refundCapture,
    },
  }),
  choice('resource.refund.exhausted-code', 'service.forbidden'),
  choice('resource.refund.exhausted-code', 'payment.refund.amount', {
    reply: {
      'payments.refund': (reply, context) =>
        'amount' in context.request
          ? answering(refusals.fullyRefunded, 400, 'payment.refund.amount')(reply, context)
          : reply,
    },
  }),
  choice('resource.refund.uncaptured-code', 'state'),
  choice('resource.refund.uncaptured-code', 'capture-id', {
    reply: {
      'payments.refund': answering(refusals.notCaptured, 400, 'payment.refund.captureId'),
    },
  }),
];

/** Answers to what the document leaves open about payments. */
export const resourcePaymentChoices: readonly Choice[] = [...creations, ...captures, ...refunds];
