import { contentInvalid, contentMissing, refusals } from '../resource/errors.ts';
import type { Capture, Metadata, Payment } from '../resource/records.ts';
import { soundResourceRules as sound } from '../resource/rules.ts';
import type { Fault } from './fault.ts';
import { refusingContent } from './payment-creation.ts';
import { answering } from './replies.ts';

/** Keeps a capture otherwise than it was made. */
function keeping(change: (capture: Capture) => Partial<Capture>): Pick<typeof sound, 'captured'> {
  return { captured: (payment, capture) => sound.captured(payment, { ...capture, ...change(capture) }) };
}

/** A capture of all that was authorized, where none was made. */
function imagined(payment: Payment): Capture {
  const { tax, shipping, items } = payment.order;
  const id = payment.id.replace(/^pay_/, 'cap_');
  return { id, createdAt: payment.createdAt, amount: payment.amount, tax, shipping, items, metadata: {} };
}

const cut = (pairs: Metadata): Metadata => Object.fromEntries(Object.entries(pairs).slice(0, 19));
const size = (pairs: unknown): number =>
  typeof pairs === 'object' && pairs !== null ? Object.keys(pairs).length : 0;

/** Faults in what captures and refunds do and leave behind. */
export const paymentEffectFaults: readonly Fault[] = [
  {
    id: 'resource-capture-of-three-items-refused',
    requirement: 'resource.capture.succeeds',
    summary: 'A payment of more than two items cannot be captured.',
    resource: {
      captureAllowed: (payment) => sound.captureAllowed(payment) && payment.order.items.length <= 2,
    },
  },
  {
    id: 'resource-capture-without-metadata-refused',
    requirement: 'resource.capture.succeeds',
    summary: 'A payment that has no metadata cannot be captured.',
    resource: {
      captureAllowed: (payment) => sound.captureAllowed(payment) && size(payment.metadata) > 0,
    },
  },
  {
    id: 'resource-capture-empty-object-is-missing',
    requirement: 'resource.capture.empty-object',
    summary: 'An empty object counts as no body at a capture.',
    resource: refusingContent(
      'payments.capture',
      contentMissing('A JSON object is needed.'),
      (content) => size(content) === 0,
    ),
  },
  {
    id: 'resource-capture-swaps-tax-and-shipping',
    requirement: 'resource.captures.of-order',
    summary: 'A capture shows the tax as shipping and the shipping as tax.',
    resource: keeping(({ tax, shipping }) => ({ tax: shipping, shipping: tax })),
  },
  {
    id: 'resource-capture-first-item-alone',
    requirement: 'resource.captures.of-order',
    summary: 'A capture shows the first item of an order alone.',
    resource: keeping(({ items }) => ({ items: items.slice(0, 1) })),
  },
  {
    id: 'resource-capture-items-times-one',
    requirement: 'resource.captures.of-order',
    summary: 'The items of a capture have the quantity 1.',
    resource: keeping(({ items }) => ({ items: items.map((item) => ({ ...item, quantity: 1 })) })),
  },
  {
    id: 'resource-capture-metadata-to-payment',
    requirement: 'resource.payment.metadata',
    summary: 'The metadata of a capture becomes that of the payment as well.',
    resource: {
      captured: (payment, capture) => ({
        ...sound.captured(payment, capture),
        metadata: size(capture.metadata) > 0 ? capture.metadata : payment.metadata,
      }),
    },
  },
  {
    id: 'resource-capture-last-of-twenty-lost',
    requirement: 'resource.capture.metadata',
    summary: 'Of twenty pairs with a capture the last is not kept.',
    resource: keeping(({ metadata }) => ({ metadata: cut(metadata) })),
  },
  {
    id: 'resource-capture-metadata-20-refused',
    requirement: 'resource.capture.metadata',
    summary: 'Twenty pairs with a capture are refused as malformed.',
    resource: refusingContent(
      'payments.capture',
      refusals.tooManyPairs,
      ({ metadata }) => size(metadata) === 20,
    ),
  },
  {
    id: 'resource-capture-dated-as-payment',
    requirement: 'resource.captures.created-at',
    summary: 'The instant of a capture is an hour before the payment was created.',
    resource: {
      captured: (payment, capture) =>
        sound.captured(payment, { ...capture, createdAt: payment.createdAt - 3_600_000 }),
    },
  },
  {
    id: 'resource-capture-empties-order',
    requirement: 'resource.order.items',
    summary: 'A capture takes the items out of the order.',
    resource: {
      captured(payment, capture) {
        const captured = sound.captured(payment, capture);
        return { ...captured, order: { ...captured.order, items: [] } };
      },
    },
  },
  {
    id: 'resource-closed-payment-refunded',
    requirement: 'resource.refund.closed-without-capture-refused',
    summary: 'A payment that was closed without a capture can be refunded.',
    resource: {
      refundAllowed: ({ status }) => status === 'CLOSED',
      captureToRefund: (payment, id) =>
        payment.captures.length === 0 ? imagined(payment) : sound.captureToRefund(payment, id),
    },
  },
  {
    id: 'resource-rejected-payment-refunded',
    requirement: 'resource.refund.rejected-refused',
    summary: 'A rejected payment can be refunded.',
    resource: {
      refundAllowed: (payment) => payment.status === 'REJECTED' || sound.refundAllowed(payment),
      captureToRefund: (payment, id) =>
        payment.status === 'REJECTED' ? imagined(payment) : sound.captureToRefund(payment, id),
    },
  },
  {
    id: 'resource-authorized-payment-refunded',
    requirement: 'resource.refund.uncaptured-refused',
    summary: 'An authorized payment can be refunded.',
    resource: {
      refundAllowed: (payment) => payment.status === 'AUTHORIZED' || sound.refundAllowed(payment),
      captureToRefund: (payment, id) =>
        payment.status === 'AUTHORIZED' ? imagined(payment) : sound.captureToRefund(payment, id),
    },
  },
  {
    id: 'resource-refund-of-zero-gives-all',
    requirement: 'resource.refund.partial',
    summary: 'A refund of zero counts as one without an amount.',
    resource: {
      refundPositive: () => true,
      refundAmount: (asked, remaining, capture) =>
        sound.refundAmount(asked === 0 ? undefined : asked, remaining, capture),
    },
  },
  {
    id: 'resource-refund-names-another-capture',
    requirement: 'resource.refunds.capture-id',
    summary: 'A refund shows the id of a capture that there is not.',
    resource: {
      refunded: (payment, refund) =>
        sound.refunded(payment, { ...refund, captureId: refund.id.replace(/^ref_/, 'cap_') }),
    },
  },
  {
    id: 'resource-refund-removes-capture',
    requirement: 'resource.refund.keeps-captures',
    summary: 'A capture that was refunded in full is no longer listed.',
    resource: {
      refunded(payment, refund) {
        const refunded = sound.refunded(payment, refund);
        const captures = payment.captures.filter((capture) =>
          sound.remaining(capture, refunded.refunds).gt(0),
        );
        return { ...refunded, captures };
      },
    },
  },
  {
    id: 'resource-refund-replaces-earlier',
    requirement: 'resource.refund.adds-refund',
    summary: 'A refund takes the place of the one before.',
    resource: { refunded: (payment, refund) => ({ ...payment, refunds: [refund] }) },
  },
  {
    id: 'resource-refund-renames-earlier',
    requirement: 'resource.refunds.id',
    summary: 'The first refund of a payment has another id once there is a second.',
    resource: {
      refunded: (payment, refund) => ({
        ...payment,
        refunds: [...payment.refunds.map((one) => ({ ...one, id: `${one.id}_1` })), refund],
      }),
    },
  },
  {
    id: 'resource-refund-reason-kept-from-first',
    requirement: 'resource.refunds.reason',
    summary: 'Every refund of a payment shows the reason of the first.',
    resource: {
      refunded: (payment, refund) =>
        sound.refunded(payment, {
          ...refund,
          reason: payment.refunds[0]?.reason ?? refund.reason.slice(0, 3),
        }),
    },
  },
  {
    id: 'resource-refund-metadata-20-refused',
    requirement: 'resource.refund.metadata',
    summary: 'Twenty pairs with a refund are refused as malformed.',
    resource: refusingContent(
      'payments.refund',
      contentInvalid('metadata: too many'),
      ({ metadata }) => size(metadata) === 20,
    ),
  },
  {
    id: 'resource-refund-reopens',
    requirement: 'resource.capture.full-closes',
    summary: 'A refund makes a captured payment AUTHORIZED again.',
    resource: {
      refunded: (payment, refund) => ({ ...sound.refunded(payment, refund), status: 'AUTHORIZED' }),
    },
  },
  {
    id: 'resource-capture-expired-is-409',
    requirement: 'resource.capture.expired-refused',
    summary:
      'A capture after the expiry is refused with 409 service.conflict, and the payment stays AUTHORIZED.',
    reply: { 'payments.capture': answering(refusals.expired.description, 409, 'service.conflict') },
  },
  {
    id: 'resource-capture-expires-late',
    requirement: 'resource.capture.expired-refused',
    summary: 'Captures stay possible for an hour after the expiry.',
    resource: { expired: (payment, now) => now >= payment.expiresAt + 3_600_000 },
  },
];
