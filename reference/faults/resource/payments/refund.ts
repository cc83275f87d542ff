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

/** A refund with an amount, or one without, gives another amount; the limit stays right. */
function giving(
  how: 'full' | 'partial',
  change: (right: Big, remaining: Big, whole: number) => Big,
): Partial<ResourceRules> {
  return {
    refundAmount(asked, remaining, capture) {
      const right = sound.refundAmount(asked, remaining, capture);
      if (right === undefined || (asked === undefined) !== (how === 'full')) return right;
      return change(right, remaining, capture.amount);
    },
  };
}

/** Another limit of what a refund with an amount may give. */
function limiting(fits: (asked: Big, remaining: Big) => boolean): Partial<ResourceRules> {
  return {
    refundAmount(asked, remaining) {
      if (asked === undefined) return remaining;
      const amount = new Big(asked);
      return amount.gt(0) && fits(amount, remaining) ? amount : undefined;
    },
  };
}

/** Counts only some of the earlier refunds of a capture; `amounts` are theirs, oldest first. */
function counting(counted: (amounts: readonly Big[]) => readonly Big[]): Partial<ResourceRules> {
  return {
    remaining(capture, refunds) {
      // That nothing is left is another requirement.
      if (sound.remaining(capture, refunds).lte(0)) return new Big(0);
      const amounts = refunds
        .filter(({ captureId }) => captureId === capture.id)
        .map(({ amount }) => new Big(amount));
      return counted(amounts).reduce((left, amount) => left.minus(amount), new Big(capture.amount));
    },
  };
}

/** Faults in what refunds may give, and in how they are counted. */
export const paymentRefundAmountsFaults: readonly Fault[] = [
  fault('resource-refund-above-captured', 'resource.refund.within-captured', {
    summary: 'A refund may be above what was captured.',
    resource: { refundAmount: (asked, remaining) => (asked === undefined ? remaining : new Big(asked)) },
  }),
  fault('resource-refund-forgets-earlier', 'resource.refund.within-captured', {
    summary: 'A second refund may be as large as the whole capture.',
    resource: {
      refundAmount: (asked, remaining, capture) =>
        sound.refundAmount(asked, asked === undefined ? remaining : new Big(capture.amount), capture),
    },
  }),
  fault('resource-refund-one-yen-over', 'resource.refund.within-captured', {
    summary: 'A refund may exceed what is left by one yen.',
    resource: limiting((asked, left) => asked.lte(left.plus(1))),
  }),
  fault('resource-refund-almost-a-yen-over', 'resource.refund.within-captured', {
    summary: 'A refund may exceed what is left by less than a yen.',
    resource: limiting((asked, left) => asked.lt(left.plus(1))),
  }),
  fault('resource-first-refund-not-counted', 'resource.refund.within-captured', {
    summary: 'The first refund of a capture is not counted.',
    resource: counting((amounts) => amounts.slice(1)),
  }),
  fault('resource-newest-refund-not-counted', 'resource.refund.within-captured', {
    summary: 'The newest refund of a capture is not counted.',
    resource: counting((amounts) => amounts.slice(0, -1)),
  }),
  fault('resource-newest-refund-alone-counted', 'resource.refund.within-captured', {
    summary: 'Only the newest refund of a capture is counted.',
    resource: counting((amounts) => amounts.slice(-1)),
  }),
  fault('resource-refunds-counted-in-yen', 'resource.refund.within-captured', {
    summary: 'Refunds are counted rounded down to whole yen.',
    resource: counting((amounts) => amounts.map((amount) => amount.round(0, Big.roundDown))),
  }),
  fault('resource-refund-after-fraction-in-yen', 'resource.refund.within-captured', {
    summary: 'What is left of a capture is rounded up to whole yen.',
    resource: { remaining: (capture, refunds) => sound.remaining(capture, refunds).round(0, Big.roundUp) },
  }),
  fault('resource-refund-of-rest-refused', 'resource.refund.several-parts', {
    summary: 'A refund of exactly what earlier refunds left is refused as too large.',
    resource: {
      refundAmount(asked, remaining, capture) {
        const rest = asked !== undefined && remaining.lt(capture.amount) && remaining.eq(asked);
        return rest ? undefined : sound.refundAmount(asked, remaining, capture);
      },
    },
  }),
  fault('resource-exhausted-one-yen-early', 'resource.refund.several-parts', {
    summary: 'Everything counts as refunded when one yen is left.',
    resource: { exhausted: (remaining) => remaining.lte(1) },
  }),
  fault('resource-third-refund-refused', 'resource.refund.several-parts', {
    summary: 'After two refunds of a capture nothing more can be refunded.',
    resource: {
      remaining: (capture, refunds) => (refunds.length > 1 ? new Big(0) : sound.remaining(capture, refunds)),
    },
  }),
  fault('resource-refund-whole-is-one-yen-short', 'resource.refund.full', {
    summary: 'A refund without an amount leaves one yen of the capture.',
    resource: {
      refundAmount(asked, remaining, capture) {
        return asked === undefined && remaining.gt(1)
          ? remaining.minus(1)
          : sound.refundAmount(asked, remaining, capture);
      },
    },
  }),
  fault('resource-full-refund-gives-all-again', 'resource.refund.full', {
    summary: 'A refund without an amount gives the whole capture, even after earlier refunds.',
    resource: giving('full', (_right, _remaining, whole) => new Big(whole)),
  }),
  fault('resource-full-refund-in-floats', 'resource.refund.full', {
    summary: 'A refund without an amount gives what is left as a single-precision float.',
    resource: giving('full', (right) => new Big(Math.fround(Number(right)))),
  }),
  fault('resource-full-refund-in-whole-yen', 'resource.refund.full', {
    summary: 'A refund without an amount gives whole yen and leaves the fraction of a yen.',
    resource: giving('full', (right) => (right.gt(1) ? right.round(0, Big.roundDown) : right)),
  }),
  fault('resource-refund-of-all-by-amount-refused', 'resource.refund.partial', {
    summary: 'A refund is refused whose amount is all that was captured.',
    resource: {
      wholeAsPart: (asked, remaining, { amount }) => !(remaining.eq(amount) && asked.eq(amount)),
    },
  }),
  fault('resource-refund-ignores-amount', 'resource.refund.partial', {
    summary: 'A refund gives everything that is left, and not its amount.',
    resource: {
      refundAmount: (asked, remaining, capture) =>
        sound.refundAmount(asked, remaining, capture) === undefined ? undefined : remaining,
    },
  }),
  fault('resource-refund-of-zero-gives-all', 'resource.refund.partial', {
    summary: 'A refund of zero counts as one without an amount.',
    resource: {
      refundPositive: () => true,
      refundAmount: (asked, remaining, capture) =>
        sound.refundAmount(asked === 0 ? undefined : asked, remaining, capture),
    },
  }),
  fault('resource-refund-cut-to-yen', 'resource.refund.partial', {
    summary: 'A refund with an amount gives whole yen, without the fraction.',
    resource: giving('partial', (right) => right.round(0, Big.roundDown)),
  }),
  fault('resource-refund-in-floats', 'resource.refund.partial', {
    summary: 'A refund shows its amount with the error of a single-precision float.',
    resource: giving('partial', (right) => new Big(Math.fround(Number(right.plus('0.1'))) - 0.1)),
  }),
  fault('resource-refund-leaves-something', 'resource.refund.several-parts', {
    summary: 'A refund with an amount must leave something of the capture.',
    resource: limiting((asked, left) => asked.lt(left)),
  }),
];

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
