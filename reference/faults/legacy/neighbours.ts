import { soundLegacyRules as legacy } from '../../legacy/rules.ts';
import type { LegacyPayment } from '../../legacy/records.ts';
import { type Fault, fault } from '../fault.ts';
import { decodedByChunk, oneSlot } from '../answers.ts';
import { upToOddCharacter } from '../lookups.ts';

/** The newest payment with the order_ref of one; that one itself where it has none. */
function newestOf(payment: LegacyPayment, all: readonly LegacyPayment[]): LegacyPayment {
  const { orderRef } = payment.order;
  if (orderRef === undefined) return payment;
  return all.findLast(({ order }) => order.orderRef === orderRef) ?? payment;
}

/** Faults that show only beside another payment, or in it. */
export const legacyNeighbourFaults: readonly Fault[] = [
  fault('legacy-state-of-newest-with-order-ref', 'legacy.status.reads-only', {
    summary: 'A payment is open or closed as the newest one with its order_ref is.',
    found: {
      legacyPayments: (payment, _newer, all) => ({ ...payment, status: newestOf(payment, all).status }),
    },
  }),
  fault('legacy-refunds-counted-by-order-ref', 'legacy.refund.partial-succeeds', {
    summary: 'The refunds of a capture count for captures of the same amount under the same order_ref.',
    legacy: {
      refundable(capture, store) {
        const refOf = (id: string) => store.legacyPayments.get(id)?.order.orderRef;
        const ref = refOf(capture.paymentId);
        const alike = [...store.legacyCaptures.values()].filter(
          (one) => one.id !== capture.id && one.amount.eq(capture.amount) && refOf(one.paymentId) === ref,
        );
        const right = legacy.refundable(capture, store);
        return ref === undefined ? right : alike.reduce((left, { refunded }) => left.minus(refunded), right);
      },
    },
  }),
  fault('legacy-payment-with-more-behind-its-id', 'legacy.common.unknown-payment', {
    summary: 'A payment is found under its id with more behind it.',
    sought: { legacyPayments: upToOddCharacter },
  }),
  fault('legacy-chunks-decoded-apart', 'legacy.checksum.authorize', {
    summary: 'Each chunk of a body is decoded by itself.',
    ...decodedByChunk(/^\/pay\//),
  }),
  fault('legacy-answers-share-one-slot', 'legacy.authorize.unique-id', {
    summary: 'Answers that are ready at the same time are sent as the last of them.',
    ...oneSlot(/^\/pay\//),
  }),
];
