import { Big } from 'big.js';
import { refusals, contentInvalid } from '../../../resource/errors.ts';
import { type ResourceRules, soundResourceRules as sound } from '../../../resource/rules.ts';
import type { Payment } from '../../../resource/records.ts';
import type { ReplyBody } from '../../../seams.ts';
import { type Fault, fault } from '../../fault.ts';
import { overlapping } from '../../overlapping.ts';
import { answering, succeeding, refusing } from '../../replies.ts';
import { unprocessable, isMissing, isOfType, hollow, refusingContent, size, pairsFit } from '../patches.ts';
import { refundKept, refunded, wholeCapture } from './patches.ts';

/** Payments that can be refunded as if everything had been captured, though nothing was. */
function refundable(which: (payment: Payment) => boolean): Partial<ResourceRules> {
  return {
    refundAllowed: (payment) => which(payment) || sound.refundAllowed(payment),
    captureToRefund: (payment, id) =>
      which(payment) ? wholeCapture(payment) : sound.captureToRefund(payment, id),
  };
}

/** The sum of the amounts that a list of a payment shows. */
function sumOf(list: unknown): number {
  const entries: readonly ReplyBody[] = Array.isArray(list) ? list : [];
  return entries.reduce((sum, entry) => sum + Number(entry['amount']), 0);
}

/** Faults in which refunds are accepted, and in what they leave behind. */
export const paymentRefundFaults: readonly Fault[] = [
  fault('resource-refund-field-types-is-422', 'resource.refund.field-types', {
    summary: 'A field of another type is refused by refund with 422 request_entity.invalid.',
    reply: { 'payments.refund': unprocessable(isOfType) },
  }),
  fault('resource-refund-capture-id-required-is-422', 'resource.refund.capture-id-required', {
    summary: 'A missing capture_id is refused by refund with 422 request_entity.invalid.',
    reply: { 'payments.refund': unprocessable(isMissing) },
  }),
  fault('resource-refund-uncaptured-is-409', 'resource.refund.uncaptured-refused', {
    summary: 'A refund of an authorized payment is refused with 409.',
    reply: { 'payments.refund': answering(refusals.notCaptured, 409, 'service.conflict') },
  }),
  fault('resource-authorized-payment-refunded', 'resource.refund.uncaptured-refused', {
    summary: 'An authorized payment can be refunded.',
    resource: refundable(({ status }) => status === 'AUTHORIZED'),
  }),
  fault('resource-refund-metadata-lost', 'resource.refund.metadata', {
    summary: 'The metadata of a refund is not kept.',
    resource: refundKept(() => ({ metadata: {} })),
  }),
  fault('resource-refund-metadata-20-refused', 'resource.refund.metadata', {
    summary: 'Twenty metadata pairs of a refund are refused as malformed.',
    resource: refusingContent(
      'payments.refund',
      contentInvalid('metadata: too many'),
      ({ metadata }) => size(metadata) === 20,
    ),
  }),
  fault('resource-refund-second-lost', 'resource.refund.adds-refund', {
    summary: 'A second refund is answered with success, but not kept.',
    resource: refunded((_after, before) => (before.refunds.length > 0 ? before : {})),
  }),
  fault('resource-refund-replaces-earlier', 'resource.refund.adds-refund', {
    summary: 'A refund replaces the one before.',
    resource: refunded((_after, _before, refund) => ({ refunds: [refund] })),
  }),
  fault('resource-refund-after-everything', 'resource.refund.exhausted', {
    summary: 'After everything was refunded a further refund succeeds and gives nothing.',
    resource: { exhausted: () => false },
  }),
  fault('resource-refund-exhausted-is-409', 'resource.refund.exhausted', {
    summary: 'A refund after everything was refunded is refused with 409 service.conflict.',
    reply: { 'payments.refund': answering(refusals.fullyRefunded, 409, 'service.conflict') },
  }),
  fault('resource-race-of-full-refunds', 'resource.refund.exhausted', {
    summary: 'Two refunds without an amount at the same time both succeed.',
    ...overlapping('payments.refund', { when: (request) => !('amount' in request) }),
  }),
  fault('resource-refund-any-capture-id', 'resource.refund.wrong-capture', {
    summary: 'The capture id of a refund is not checked.',
    resource: { captureToRefund: (payment) => payment.captures[0] },
  }),
  fault('resource-refund-wrong-capture-is-404', 'resource.refund.wrong-capture', {
    summary: 'A wrong capture id is answered with 404.',
    reply: { 'payments.refund': answering(refusals.refundCapture, 404, '404') },
  }),
  fault('resource-refund-lowers-amount', 'resource.refund.keeps-captures', {
    summary: 'A refund lowers the amount of the payment.',
    resource: refunded(({ amount }, _before, refund) => ({
      amount: new Big(amount).minus(refund.amount).toNumber(),
    })),
  }),
  fault('resource-refund-removes-capture', 'resource.refund.keeps-captures', {
    summary: 'A capture that was refunded in full is no longer listed.',
    resource: refunded(({ refunds }, { captures }) => ({
      captures: captures.filter((capture) => sound.remaining(capture, refunds).gt(0)),
    })),
  }),
  fault('resource-refund-metadata-unlimited', 'resource.refund.metadata-limit', {
    summary: 'A refund accepts any number of metadata pairs.',
    resource: pairsFit('refund', () => true),
  }),
  fault('resource-closed-payment-refunded', 'resource.refund.closed-without-capture-refused', {
    summary: 'A payment that was closed without a capture can be refunded.',
    resource: refundable(({ status, captures }) => status === 'CLOSED' && captures.length === 0),
  }),
  fault('resource-rejected-payment-refunded', 'resource.refund.rejected-refused', {
    summary: 'A rejected payment can be refunded.',
    resource: refundable(({ status }) => status === 'REJECTED'),
  }),
  fault('resource-refund-too-large-kept', 'resource.error.changes-nothing', {
    summary: 'A refund above what is left is refused, but listed.',
    resource: {
      refundAmount: (asked, remaining) => (asked === undefined ? remaining : remaining.times(0).plus(asked)),
    },
    reply: {
      'payments.refund': refusing(
        refusals.refundAmount,
        (_asked, { captures, refunds }) => sumOf(refunds) > sumOf(captures),
      ),
    },
  }),
  fault('resource-refund-answers-result', 'resource.refund.returns-payment', {
    summary: 'A successful refund answers with a result instead of the payment.',
    reply: { 'payments.refund': succeeding(hollow) },
  }),
  fault('resource-refund-error-is-200', 'resource.http.failure-is-4xx-or-5xx', {
    summary: 'A refund that is refused answers with 200 and the error object.',
    reply: { 'payments.refund': (reply) => ({ ...reply, http: 200 }) },
  }),
  fault('resource-second-refund-shows-sum', 'resource.refund.several-parts', {
    summary: 'A second refund shows the sum of both as its amount.',
    resource: {
      refunded(payment, refund) {
        const amount = payment.refunds
          .filter(({ captureId }) => captureId === refund.captureId)
          .reduce((sum, one) => sum.plus(one.amount), new Big(refund.amount));
        return sound.refunded(payment, { ...refund, amount: amount.toNumber() });
      },
    },
  }),
  fault('resource-race-of-refunds', 'resource.refund.within-captured', {
    summary: 'Refunds of the same capture at the same time are each compared with what was left before.',
    ...overlapping('payments.refund', { when: (request) => 'amount' in request }),
  }),
];
