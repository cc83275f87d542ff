import { soundResourceRules as sound } from '../../resource/rules.ts';
import type { Payment } from '../../resource/records.ts';
import { type Fault, fault } from '../fault.ts';
import { decodedByChunk, oneSlot } from '../answers.ts';
import { fromOrdinaryCharacter, upToOddCharacter } from '../lookups.ts';

/** Whether a payment is like another one in all that a shop chooses. */
const isLike = (one: Payment, other: Payment): boolean =>
  one.tokenId !== undefined &&
  one.tokenId === other.tokenId &&
  one.amount === other.amount &&
  one.order.order_ref === other.order.order_ref;

/** Faults that show only beside another payment or token, or after some changes of one. */
export const resourceNeighbourFaults: readonly Fault[] = [
  fault('resource-chunks-decoded-apart', 'resource.address.parts', {
    summary: 'Each chunk of a body is decoded by itself.',
    ...decodedByChunk(/^\/(?:payments|tokens)/),
  }),
  fault('resource-answers-share-one-slot', 'resource.payment.id-stable', {
    summary: 'Answers that are ready at the same time are sent as the last of them.',
    ...oneSlot(/^\/(?:payments|tokens)/),
  }),
  fault('resource-metadata-of-like-payment', 'resource.get.current-state', {
    summary: 'A payment shows the metadata of the newest one with its token, amount and order_ref.',
    found: {
      resourcePayments: (payment, _newer, all) => ({
        ...payment,
        metadata: all.findLast((other) => isLike(payment, other))?.metadata ?? payment.metadata,
      }),
    },
  }),
  fault('resource-update-drops-second-refund', 'resource.payment.refunds', {
    summary: 'An update of a payment with two refunds drops the second one.',
    resource: {
      updated: (payment, changes) => ({
        ...sound.updated(payment, changes),
        refunds: payment.refunds.filter((_refund, nth) => nth !== 1),
      }),
    },
  }),
  fault('token-suspended-with-next', 'resource.token-get.current-state', {
    summary: 'A token is suspended while the next one of its wallet is.',
    found: {
      tokens(token, _newer, all) {
        const next = all[all.findIndex(({ id }) => id === token.id) + 1];
        const isHit =
          next?.walletId === token.walletId && next.status === 'SUSPENDED' && token.status === 'ACTIVE';
        return isHit ? { ...token, status: next.status, suspensions: next.suspensions } : token;
      },
    },
  }),
  fault('resource-payment-with-more-behind-its-id', 'resource.payment.unknown-id', {
    summary: 'A payment is found under its id with more behind it.',
    sought: { resourcePayments: upToOddCharacter },
  }),
  fault('token-with-more-before-its-id', 'resource.token.unknown-id', {
    summary: 'A token is found where its id stands anywhere in the path.',
    sought: { tokens: fromOrdinaryCharacter },
  }),
];
