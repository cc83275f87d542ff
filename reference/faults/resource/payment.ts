import { HOUR_MS } from '../../durations.ts';
import { type Fault, fault } from '../fault.ts';
import { soundResourceRules as sound } from '../../resource/rules.ts';
import { overlapping } from '../overlapping.ts';
import { prefixing, size } from './patches.ts';
import { created, itemsKept, paymentShowing, captured, updated, withoutZone } from './payments/patches.ts';

/** Faults in what a payment shows of its own fields, its order and its address. */
export const paymentFaults: readonly Fault[] = [
  fault('resource-payment-id-prefix', 'resource.payment.id', {
    summary: 'Payment ids start with pmt_.',
    resource: prefixing('payment', 'pmt_'),
  }),
  fault('resource-payment-test-flag', 'resource.payment.test', {
    summary: 'Payments made with a test key show test false.',
    resource: paymentShowing(() => ({ test: false })),
  }),
  fault('resource-payment-created-at-form', 'resource.payment.created-at', {
    summary: 'The creation time of a payment is written with a space and without a time zone.',
    resource: paymentShowing((view) => ({ created_at: withoutZone(view.created_at) })),
  }),
  fault('resource-expiry-at-creation', 'resource.payment.expires-at', {
    summary: 'The expiry of a payment is its creation time.',
    resource: paymentShowing((view) => ({ expires_at: view.created_at })),
  }),
  fault('resource-expiry-moves-with-update', 'resource.payment.expires-at', {
    summary: 'An update moves the expiry by an hour.',
    resource: updated(({ expiresAt }) => ({ expiresAt: expiresAt + HOUR_MS })),
  }),
  fault('resource-payment-status-spelling', 'resource.payment.status', {
    summary: 'An authorized payment shows AUTHORISED.',
    resource: paymentShowing(({ status }) => ({ status: status === 'AUTHORIZED' ? 'AUTHORISED' : status })),
  }),
  fault('resource-amount-fraction-lost', 'resource.payment.amount', {
    summary: 'The fraction of an amount is cut off.',
    resource: created(({ amount }) => ({ amount: Math.trunc(amount) })),
  }),
  fault('resource-create-discount-not-taken-off', 'resource.payment.amount', {
    summary: 'The amount of a payment does not include its discounts.',
    resource: created(({ amount, order: { items, tax, shipping } }) => {
      const sum = items.reduce((sofar, item) => sofar + Math.max(0, item.unit_price) * item.quantity, 0);
      return { amount: items.some((item) => item.unit_price < 0) ? sum + tax + shipping : amount };
    }),
  }),
  fault('resource-discount-item-lost', 'resource.order.items', {
    summary: 'Items with a negative price are not kept.',
    resource: itemsKept((items) => items.filter((item) => item.unit_price >= 0)),
  }),
  fault('resource-capture-empties-order', 'resource.order.items', {
    summary: 'A capture removes the items from the order.',
    resource: captured(({ order }) => ({ order: { ...order, items: [] } })),
  }),
  fault('resource-order-tax-lost', 'resource.order.tax', {
    summary: 'The tax of an order is kept as 0.',
    resource: created(({ order }) => ({ order: { ...order, tax: 0 } })),
  }),
  fault('resource-tax-zero-is-null', 'resource.order.tax', {
    summary: 'A tax of 0 is shown as null.',
    resource: paymentShowing(({ order }) => ({
      order: { ...order, tax: order.tax === 0 ? null : order.tax },
    })),
  }),
  fault('resource-shipping-zero-is-null', 'resource.order.shipping', {
    summary: 'A shipping fee of 0 is left out.',
    resource: paymentShowing(({ order }) => ({
      order: { ...order, shipping: order.shipping === 0 ? undefined : order.shipping },
    })),
  }),
  fault('resource-address-line1-lost', 'resource.address.parts', {
    summary: 'The first line of an address is not kept.',
    resource: created(({ shippingAddress: { line1: _lost, ...shippingAddress } }) => ({ shippingAddress })),
  }),
  fault('resource-payment-currency', 'resource.payment.currency', {
    summary: 'Payments show the currency YEN.',
    resource: paymentShowing(() => ({
      currency: 'YEN',
    })),
  }),
  fault('resource-payment-without-buyer', 'resource.payment.buyer', {
    summary: 'Payments show no buyer.',
    resource: paymentShowing(() => ({ buyer: undefined })),
  }),
  fault('resource-payment-buyer-is-name', 'resource.payment.buyer', {
    summary: 'The buyer is shown as a name only.',
    resource: paymentShowing(({ buyer }) => ({
      buyer: buyer.name1,
    })),
  }),
  fault('resource-buyer-phone-is-number', 'resource.buyer.fields', {
    summary: 'The phone of a buyer is shown as a number.',
    resource: paymentShowing(({ buyer }) => ({
      buyer: { ...buyer, phone: Number(buyer.phone) },
    })),
  }),
  fault('resource-buyer-empty', 'resource.buyer.fields', {
    summary: 'The buyer is shown as an empty object.',
    resource: paymentShowing(() => ({ buyer: {} })),
  }),
  fault('resource-buyer-without-name1', 'resource.buyer.name1', {
    summary: 'The buyer has no name1.',
    resource: paymentShowing(({ buyer }) => ({ buyer: { ...buyer, name1: undefined } })),
  }),
  fault('resource-buyer-without-name2', 'resource.buyer.name2', {
    summary: 'The name2 of a buyer is null.',
    resource: paymentShowing(({ buyer }) => ({ buyer: { ...buyer, name2: null } })),
  }),
  fault('resource-buyer-without-email', 'resource.buyer.email', {
    summary: 'The e-mail address of a buyer is empty.',
    resource: paymentShowing(({ buyer }) => ({ buyer: { ...buyer, email: '' } })),
  }),
  fault('resource-buyer-without-phone', 'resource.buyer.phone', {
    summary: 'The buyer has no phone.',
    resource: paymentShowing(({ buyer }) => ({ buyer: { ...buyer, phone: undefined } })),
  }),
  fault('resource-buyer-name-in-one', 'resource.buyer.name-spaces', {
    summary: 'The names of a buyer have no space.',
    resource: paymentShowing(({ buyer }) => ({
      buyer: {
        ...buyer,
        name1: buyer.name1.replaceAll(' ', ''),
        name2: buyer.name2.replaceAll(' ', ''),
      },
    })),
  }),
  fault('resource-buyer-names-swapped', 'resource.buyer.meaning', {
    summary: 'The buyer shows the name in katakana as name1 and the one in kanji as name2.',
    resource: paymentShowing(({ buyer }) => ({
      buyer: { ...buyer, name1: buyer.name2, name2: buyer.name1 },
    })),
  }),
  fault('resource-buyer-phone-without-zero', 'resource.buyer.meaning', {
    summary: 'The phone of a buyer is shown without its first digit.',
    resource: paymentShowing(({ buyer }) => ({ buyer: { ...buyer, phone: buyer.phone.slice(1) } })),
  }),
  fault('resource-payment-order-is-list', 'resource.payment.order', {
    summary: 'The order is shown as the list of its items.',
    resource: paymentShowing(({ order }) => ({
      order: order.items,
    })),
  }),
  fault('resource-payment-address-is-text', 'resource.payment.shipping-address', {
    summary: 'The address is shown as one text.',
    resource: paymentShowing((view) => ({
      shipping_address: Object.values(view.shipping_address).join(' '),
    })),
  }),
  fault('resource-captures-shown-twice', 'resource.payment.captures', {
    summary: 'Each capture is shown twice.',
    resource: paymentShowing(({ captures }) => ({
      captures: [...captures, ...captures],
    })),
  }),
  fault('resource-race-loses-a-refund', 'resource.payment.refunds', {
    summary:
      'Of two refunds at the same time that are not too much together both succeed, and one is not kept.',
    ...overlapping('payments.refund', { checkedAgain: true }),
  }),
  fault('resource-refunds-shown-twice', 'resource.payment.refunds', {
    summary: 'Each refund is shown twice.',
    resource: paymentShowing(({ refunds }) => ({
      refunds: [...refunds, ...refunds],
    })),
  }),
  fault('resource-address-zip-without-hyphen', 'resource.address.zip', {
    summary: 'The zip of an address is shown without its hyphen.',
    resource: paymentShowing((view) => ({
      shipping_address: { ...view.shipping_address, zip: view.shipping_address.zip.replace('-', '') },
    })),
  }),
  fault('resource-payment-description-lost', 'resource.payment.description', {
    summary: 'The description of a payment is not kept.',
    resource: created(() => ({
      description: '',
    })),
  }),
  fault('resource-payment-store-name-cut', 'resource.payment.store-name', {
    summary: 'The last letter of a store name is lost.',
    resource: created((payment) => ({
      storeName: payment.storeName.slice(0, -1),
    })),
  }),
  fault('resource-payment-metadata-lost', 'resource.payment.metadata', {
    summary: 'The metadata of a new payment is not kept.',
    resource: created(() => ({
      metadata: {},
    })),
  }),
  fault('resource-capture-metadata-to-payment', 'resource.payment.metadata', {
    summary: 'The metadata of a capture becomes that of the payment as well.',
    resource: captured((_after, before, { metadata }) => ({
      metadata: size(metadata) > 0 ? metadata : before.metadata,
    })),
  }),
  fault('resource-close-empties-metadata', 'resource.payment.metadata', {
    summary: 'A close empties the metadata of a payment.',
    resource: { closed: (payment) => ({ ...sound.closed(payment), metadata: {} }) },
  }),
  fault('resource-order-shipping-lost', 'resource.order.shipping', {
    summary: 'The shipping fee is kept as 0.',
    resource: created(({ order }) => ({
      order: { ...order, shipping: 0 },
    })),
  }),
  fault('resource-order-ref-lost', 'resource.order.order-ref', {
    summary: 'The order_ref of a new payment is not kept.',
    resource: created(({ order }) => ({
      order: { ...order, order_ref: '' },
    })),
  }),
  fault('resource-payment-ids-repeat', 'resource.payment.id-unique', {
    summary: 'All payments of a consumer have the same id.',
    resource: created(({ buyer }) => ({ id: `pay_${buyer.phone}` })),
  }),
  fault('resource-read-renames', 'resource.payment.id-stable', {
    summary: 'A read shows the payment under another id.',
    resource: { paymentRead: (payment) => ({ ...payment, id: payment.id.replace(/^pay_/, 'pay_0') }) },
  }),
];
