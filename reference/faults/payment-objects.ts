import type { Payment } from '../resource/records.ts';
import { type PaymentView, paymentView } from '../resource/payments/view.ts';
import type { ReplyBody } from '../seams.ts';
import type { Fault } from './fault.ts';

/** A payment object in which some fields are shown otherwise. */
function shown(
  slug: string,
  requirement: string,
  summary: string,
  change: (view: PaymentView) => ReplyBody,
): Fault {
  return {
    id: `resource-${slug}`,
    requirement: `resource.${requirement}`,
    summary,
    resource: {
      paymentView(payment, forms) {
        const view = paymentView(payment, forms);
        return { ...view, ...change(view) };
      },
    },
  };
}

/** A payment that is not kept as it was asked for. */
function kept(
  slug: string,
  requirement: string,
  summary: string,
  change: (payment: Payment) => Partial<Payment>,
): Fault {
  return {
    id: `resource-${slug}`,
    requirement: `resource.${requirement}`,
    summary,
    resource: { created: (payment) => ({ ...payment, ...change(payment) }) },
  };
}

type Lines = Payment['order']['items'];
const keptLines = (slug: string, requirement: string, summary: string, change: (lines: Lines) => Lines) =>
  kept(slug, requirement, summary, ({ order }) => ({ order: { ...order, items: change(order.items) } }));

/** Faults in what a payment shows of its own fields, of its order and of its address. */
export const paymentObjectFaults: readonly Fault[] = [
  shown('payment-currency', 'payment.currency', 'Payments show the currency YEN.', () => ({
    currency: 'YEN',
  })),
  shown('payment-tier-missing', 'payment.tier', 'Payments show no tier.', () => ({ tier: null })),
  shown('payment-buyer-is-name', 'payment.buyer', 'The buyer is shown by name alone.', ({ buyer }) => ({
    buyer: buyer.name1,
  })),
  shown(
    'buyer-phone-is-number',
    'buyer.fields',
    'The phone of a buyer is shown as a number.',
    ({ buyer }) => ({
      buyer: { ...buyer, phone: Number(buyer.phone) },
    }),
  ),
  shown('buyer-empty', 'buyer.fields', 'The buyer is shown as an empty object.', () => ({ buyer: {} })),
  shown(
    'payment-order-is-list',
    'payment.order',
    'The order is shown as the list of its items.',
    ({ order }) => ({
      order: order.items,
    }),
  ),
  shown(
    'payment-address-is-text',
    'payment.shipping-address',
    'The address is shown as one text.',
    (view) => ({
      shipping_address: Object.values(view.shipping_address).join(' '),
    }),
  ),
  shown('captures-shown-twice', 'payment.captures', 'Each capture is shown twice.', ({ captures }) => ({
    captures: [...captures, ...captures],
  })),
  shown('refunds-shown-twice', 'payment.refunds', 'Each refund is shown twice.', ({ refunds }) => ({
    refunds: [...refunds, ...refunds],
  })),
  shown('address-zip-without-hyphen', 'address.zip', 'The zip is shown without its hyphen.', (view) => ({
    shipping_address: { ...view.shipping_address, zip: view.shipping_address.zip.replace('-', '') },
  })),
  kept(
    'payment-description-lost',
    'payment.description',
    'The description of a payment is not kept.',
    () => ({
      description: '',
    }),
  ),
  kept(
    'payment-store-name-cut',
    'payment.store-name',
    'The last letter of a store name is lost.',
    (payment) => ({
      storeName: payment.storeName.slice(0, -1),
    }),
  ),
  kept('payment-metadata-lost', 'payment.metadata', 'The metadata of a new payment is not kept.', () => ({
    metadata: {},
  })),
  kept('order-shipping-lost', 'order.shipping', 'The shipping fee is kept as 0.', ({ order }) => ({
    order: { ...order, shipping: 0 },
  })),
  kept('order-ref-lost', 'order.order-ref', 'The order_ref of a new payment is not kept.', ({ order }) => ({
    order: { ...order, order_ref: '' },
  })),
  keptLines('item-id-lost', 'item.id', 'The ids of items are not kept.', (lines) =>
    lines.map(({ id: _lost, ...line }) => line),
  ),
  keptLines('item-title-cut', 'item.title', 'Titles of items are cut after eight letters.', (lines) =>
    lines.map(({ title, ...line }) => ({ ...line, title: title?.slice(0, 8) })),
  ),
  keptLines('item-description-lost', 'item.description', 'Descriptions of items are not kept.', (lines) =>
    lines.map(({ description: _lost, ...line }) => line),
  ),
  keptLines('item-quantity-one', 'item.quantity', 'Every item is kept with the quantity 1.', (lines) =>
    lines.map((line) => ({ ...line, quantity: 1 })),
  ),
  {
    id: 'resource-payment-ids-repeat',
    requirement: 'resource.payment.id-unique',
    summary: 'Every payment of a consumer has one id.',
    resource: {
      created: (payment) => ({ ...payment, id: `pay_${payment.buyer.phone}` }),
    },
  },
];
