import type { Payment } from '../resource/records.ts';
import { soundResourceRules as sound } from '../resource/rules.ts';
import type { ReplyBody } from '../seams.ts';
import type { Fault } from './fault.ts';

type View = typeof sound.paymentView;

function showing(change: (payment: Payment) => ReplyBody): { readonly paymentView: View } {
  return { paymentView: (payment, forms) => ({ ...sound.paymentView(payment, forms), ...change(payment) }) };
}

function prefixing(
  of: 'payment' | 'capture' | 'refund',
  prefix: string,
): { readonly prefix: typeof sound.prefix } {
  return { prefix: (asked) => (asked === of ? prefix : sound.prefix(asked)) };
}

/** Faults in what a new payment is checked for, keeps and shows. */
export const paymentFieldFaults: readonly Fault[] = [
  {
    id: 'resource-zip-unchecked',
    requirement: 'resource.create.zip-format',
    summary: 'Any text is accepted as zip.',
    resource: { zipFits: () => true },
  },
  {
    id: 'resource-zip-hyphen-optional',
    requirement: 'resource.create.zip-format',
    summary: 'A zip of seven digits without hyphen is accepted.',
    resource: { zipFits: (zip) => /^\d{3}-?\d{4}$/.test(zip) },
  },
  {
    id: 'resource-zip-alone-accepted',
    requirement: 'resource.create.address-further-field',
    summary: 'An address with zip alone is accepted.',
    resource: { addressComplete: () => true },
  },
  {
    id: 'resource-state-not-enough',
    requirement: 'resource.create.address-one-field-suffices',
    summary: 'The prefecture alone beside zip is refused.',
    resource: { addressComplete: ({ line1, line2, city }) => sound.addressComplete({ line1, line2, city }) },
  },
  {
    id: 'resource-dollars-accepted',
    requirement: 'resource.create.currency-jpy',
    summary: 'USD is accepted.',
    resource: { currencyKnown: (currency) => currency === 'USD' || sound.currencyKnown(currency) },
  },
  {
    id: 'resource-any-currency-accepted',
    requirement: 'resource.create.currency-jpy',
    summary: 'Any currency is accepted, and JPY is kept.',
    resource: {
      currencyKnown: () => true,
      created: (payment) => ({ ...payment, currency: 'JPY' }),
    },
  },
  {
    id: 'resource-create-metadata-21-accepted',
    requirement: 'resource.create.metadata-limit',
    summary: 'Twenty-one pairs are accepted when a payment is created.',
    resource: {
      metadataFits: (pairs, within) =>
        (within === 'create' && Object.keys(pairs).length === 21) || sound.metadataFits(pairs, within),
    },
  },
  {
    id: 'resource-create-metadata-20-refused',
    requirement: 'resource.create.metadata-twenty',
    summary: 'Twenty pairs are refused when a payment is created.',
    resource: {
      metadataFits: (pairs, within) =>
        (within !== 'create' || Object.keys(pairs).length !== 20) && sound.metadataFits(pairs, within),
    },
  },
  {
    id: 'resource-create-suspended-token',
    requirement: 'resource.create.suspended-token',
    summary: 'Payments can be created with a suspended token.',
    resource: { tokenUsable: (token) => token.status !== 'DELETED' },
  },
  {
    id: 'resource-create-deleted-token',
    requirement: 'resource.create.deleted-token',
    summary: 'Payments can be created with a deleted token.',
    resource: {
      reachable: (token, use) => use === 'create' || sound.reachable(token, use),
      tokenUsable: (token) => token.status !== 'SUSPENDED',
    },
  },
  {
    id: 'resource-create-suspended-consumer',
    requirement: 'resource.create.suspended-consumer',
    summary: 'Payments can be created while the consumer is suspended.',
    resource: { consumerUsable: () => true },
  },
  {
    id: 'resource-create-closed',
    requirement: 'resource.create.authorizes',
    summary: 'A new payment is CLOSED.',
    resource: { created: (payment) => ({ ...payment, status: 'CLOSED' }) },
  },
  {
    id: 'resource-payment-id-prefix',
    requirement: 'resource.payment.id',
    summary: 'Payment ids start with pmt_.',
    resource: prefixing('payment', 'pmt_'),
  },
  {
    id: 'resource-capture-id-prefix',
    requirement: 'resource.captures.id',
    summary: 'Capture ids start with cpt_.',
    resource: prefixing('capture', 'cpt_'),
  },
  {
    id: 'resource-refund-id-prefix',
    requirement: 'resource.refunds.id',
    summary: 'Refund ids start with rfd_.',
    resource: prefixing('refund', 'rfd_'),
  },
  {
    id: 'resource-payment-test-flag',
    requirement: 'resource.payment.test',
    summary: 'Payments made with a test key show test false.',
    resource: showing(() => ({ test: false })),
  },
  {
    id: 'resource-payment-created-at-form',
    requirement: 'resource.payment.created-at',
    summary: 'The creation instant is written with a space and without a time zone.',
    resource: showing(({ createdAt }) => ({
      created_at: new Date(createdAt).toISOString().slice(0, 19).replace('T', ' '),
    })),
  },
  {
    id: 'resource-expiry-at-creation',
    requirement: 'resource.payment.expires-at',
    summary: 'The expiry shown is the instant of creation.',
    resource: showing(({ createdAt }) => ({ expires_at: new Date(createdAt).toISOString() })),
  },
  {
    id: 'resource-expiry-moves-with-update',
    requirement: 'resource.payment.expires-at',
    summary: 'An update moves the expiry by an hour.',
    resource: {
      updated: (payment, changes) => ({
        ...sound.updated(payment, changes),
        expiresAt: payment.expiresAt + 3_600_000,
      }),
    },
  },
  {
    id: 'resource-payment-status-spelling',
    requirement: 'resource.payment.status',
    summary: 'An authorized payment shows AUTHORISED.',
    resource: showing(({ status }) => ({ status: status === 'AUTHORIZED' ? 'AUTHORISED' : status })),
  },
  {
    id: 'resource-amount-fraction-lost',
    requirement: 'resource.payment.amount',
    summary: 'The fraction of an amount is cut off.',
    resource: { created: (payment) => ({ ...payment, amount: Math.trunc(payment.amount) }) },
  },
  {
    id: 'resource-discount-item-lost',
    requirement: 'resource.order.items',
    summary: 'Items with a negative price are not kept.',
    resource: {
      created: (payment) => ({
        ...payment,
        order: { ...payment.order, items: payment.order.items.filter((item) => item.unit_price >= 0) },
      }),
    },
  },
  {
    id: 'resource-discount-made-positive',
    requirement: 'resource.item.unit-price',
    summary: 'A negative unit price is kept without its sign.',
    resource: {
      created: (payment) => ({
        ...payment,
        order: {
          ...payment.order,
          items: payment.order.items.map((item) => ({ ...item, unit_price: Math.abs(item.unit_price) })),
        },
      }),
    },
  },
  {
    id: 'resource-order-tax-lost',
    requirement: 'resource.order.tax',
    summary: 'The tax of an order is kept as 0.',
    resource: { created: (payment) => ({ ...payment, order: { ...payment.order, tax: 0 } }) },
  },
  {
    id: 'resource-address-line1-lost',
    requirement: 'resource.address.parts',
    summary: 'The building of an address is not kept.',
    resource: {
      created: ({ shippingAddress: { line1: _lost, ...rest }, ...payment }) => ({
        ...payment,
        shippingAddress: rest,
      }),
    },
  },
  {
    id: 'resource-create-metadata-last-pair-lost',
    requirement: 'resource.create.metadata-twenty',
    summary: 'Of twenty pairs the last is not kept.',
    resource: {
      created: (payment) => ({
        ...payment,
        metadata: Object.fromEntries(Object.entries(payment.metadata).slice(0, 19)),
      }),
    },
  },
];
