import { Big } from 'big.js';
import { refusals } from '../resource/errors.ts';
import { soundResourceRules as sound } from '../resource/rules.ts';
import type { Fault } from './fault.ts';
import { answering } from './replies.ts';

const HOUR_MS = 3_600_000;

/** Faults of capture, refund and close. */
export const paymentFlowFaults: readonly Fault[] = [
  {
    id: 'resource-capture-stays-authorized',
    requirement: 'resource.capture.full-closes',
    summary: 'A captured payment stays AUTHORIZED.',
    resource: {
      captured: (payment, capture) => ({ ...sound.captured(payment, capture), status: payment.status }),
    },
  },
  {
    id: 'resource-capture-with-discount-stays-authorized',
    requirement: 'resource.capture.full-closes',
    summary: 'A captured payment stays AUTHORIZED when its order has a discount item.',
    resource: {
      captured(payment, capture) {
        const discounted = payment.order.items.some((item) => item.unit_price < 0);
        return { ...sound.captured(payment, capture), status: discounted ? payment.status : 'CLOSED' };
      },
    },
  },
  {
    id: 'resource-capture-above-amount',
    requirement: 'resource.capture.within-amount',
    summary: 'A capture takes the tax a second time.',
    resource: { captureAmount: (payment) => new Big(payment.amount).plus(payment.order.tax).toNumber() },
  },
  {
    id: 'resource-capture-not-listed',
    requirement: 'resource.capture.adds-capture',
    summary: 'A capture closes the payment, but is not listed.',
    resource: { captured: (payment) => ({ ...payment, status: 'CLOSED' }) },
  },
  {
    id: 'resource-capture-of-closed-accepted',
    requirement: 'resource.capture.closed-refused',
    summary: 'A closed payment can be captured, again too.',
    resource: { captureAllowed: (payment) => payment.status !== 'REJECTED' },
  },
  {
    id: 'resource-capture-after-close-accepted',
    requirement: 'resource.capture.closed-refused',
    summary: 'A payment that was closed without a capture can be captured.',
    resource: { captureAllowed: (payment) => payment.status !== 'REJECTED' && payment.captures.length === 0 },
  },
  {
    id: 'resource-capture-of-closed-is-409',
    requirement: 'resource.capture.closed-refused',
    summary: 'The capture of a closed payment is refused with 409 service.conflict.',
    reply: { 'payments.capture': answering(refusals.captureForbidden.description, 409, 'service.conflict') },
  },
  {
    id: 'resource-capture-after-expiry',
    requirement: 'resource.capture.expired-refused',
    summary: 'A capture after the expiry succeeds.',
    resource: { expired: () => false },
  },
  {
    id: 'resource-capture-expires-early',
    requirement: 'resource.capture.until-expiry',
    summary: 'Captures are refused as expired from an hour before the expiry.',
    resource: { expired: (payment, now) => now >= payment.expiresAt - HOUR_MS },
  },
  {
    id: 'resource-capture-without-braces',
    requirement: 'resource.capture.braces-needed',
    summary: 'A capture without any body is accepted.',
    resource: { bodyNeeded: (operation) => operation !== 'payments.capture' },
  },
  {
    id: 'resource-capture-metadata-lost',
    requirement: 'resource.capture.metadata',
    summary: 'The metadata of a capture is not kept.',
    resource: { captured: (payment, capture) => sound.captured(payment, { ...capture, metadata: {} }) },
  },
  {
    id: 'resource-capture-metadata-unlimited',
    requirement: 'resource.capture.metadata-limit',
    summary: 'A capture takes any number of pairs.',
    resource: { metadataFits: (pairs, within) => within === 'capture' || sound.metadataFits(pairs, within) },
  },
  {
    id: 'resource-rejected-captured',
    requirement: 'resource.payment.rejected-not-capturable',
    summary: 'A rejected payment can be captured.',
    resource: { captureAllowed: (payment) => payment.status !== 'CLOSED' },
  },
  {
    id: 'resource-refund-above-captured',
    requirement: 'resource.refund.within-captured',
    summary: 'A refund may be above what was captured.',
    resource: { refundAmount: (asked, remaining) => (asked === undefined ? remaining : new Big(asked)) },
  },
  {
    id: 'resource-refund-forgets-earlier',
    requirement: 'resource.refund.within-captured',
    summary: 'A second refund may be as large as the whole capture.',
    resource: {
      refundAmount: (asked, remaining, capture) =>
        sound.refundAmount(asked, asked === undefined ? remaining : new Big(capture.amount), capture),
    },
  },
  {
    id: 'resource-refund-second-lost',
    requirement: 'resource.refund.adds-refund',
    summary: 'A second refund is answered with success, but not kept.',
    resource: {
      refunded: (payment, refund) => (payment.refunds.length > 0 ? payment : sound.refunded(payment, refund)),
    },
  },
  {
    id: 'resource-refund-of-rest-refused',
    requirement: 'resource.refund.several-parts',
    summary: 'A refund of exactly what earlier refunds left is refused as too large.',
    resource: {
      refundAmount(asked, remaining, capture) {
        const rest = asked !== undefined && remaining.lt(capture.amount) && remaining.eq(asked);
        return rest ? undefined : sound.refundAmount(asked, remaining, capture);
      },
    },
  },
  {
    id: 'resource-refund-after-everything',
    requirement: 'resource.refund.exhausted',
    summary: 'After everything was refunded a further refund gives nothing, with success.',
    resource: { exhausted: () => false },
  },
  {
    id: 'resource-refund-exhausted-is-409',
    requirement: 'resource.refund.exhausted',
    summary: 'A refund after everything was refunded is refused with 409 service.conflict.',
    reply: { 'payments.refund': answering(refusals.fullyRefunded.description, 409, 'service.conflict') },
  },
  {
    id: 'resource-refund-whole-is-one-yen-short',
    requirement: 'resource.refund.full',
    summary: 'A refund without an amount leaves one yen.',
    resource: {
      refundAmount(asked, remaining, capture) {
        return asked === undefined && remaining.gt(1)
          ? remaining.minus(1)
          : sound.refundAmount(asked, remaining, capture);
      },
    },
  },
  {
    id: 'resource-refund-ignores-amount',
    requirement: 'resource.refund.partial',
    summary: 'A refund gives everything whatever amount it names.',
    resource: {
      refundAmount: (asked, remaining, capture) =>
        sound.refundAmount(asked, remaining, capture) === undefined ? undefined : remaining,
    },
  },
  {
    id: 'resource-refund-any-capture-id',
    requirement: 'resource.refund.wrong-capture',
    summary: 'The capture id of a refund is not looked at.',
    resource: { captureToRefund: (payment) => payment.captures[0] },
  },
  {
    id: 'resource-refund-wrong-capture-is-404',
    requirement: 'resource.refund.wrong-capture',
    summary: 'A wrong capture id is answered with 404.',
    reply: { 'payments.refund': answering(refusals.refundCapture.description, 404, '404') },
  },
  {
    id: 'resource-refund-lowers-amount',
    requirement: 'resource.refund.keeps-captures',
    summary: 'A refund lowers the amount of the payment.',
    resource: {
      refunded: (payment, refund) => ({
        ...sound.refunded(payment, refund),
        amount: new Big(payment.amount).minus(refund.amount).toNumber(),
      }),
    },
  },
  {
    id: 'resource-refund-reason-lost',
    requirement: 'resource.refunds.reason',
    summary: 'The reason of a refund is not kept.',
    resource: { refunded: (payment, refund) => sound.refunded(payment, { ...refund, reason: '' }) },
  },
  {
    id: 'resource-refund-names-payment',
    requirement: 'resource.refunds.capture-id',
    summary: 'The capture_id of a refund shows the payment id.',
    resource: {
      refunded: (payment, refund) => sound.refunded(payment, { ...refund, captureId: payment.id }),
    },
  },
  {
    id: 'resource-refund-metadata-unlimited',
    requirement: 'resource.refund.metadata-limit',
    summary: 'A refund takes any number of pairs.',
    resource: { metadataFits: (pairs, within) => within === 'refund' || sound.metadataFits(pairs, within) },
  },
];
