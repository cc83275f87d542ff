import { HOUR_MS } from '../../durations.ts';
import { type Fault, fault } from '../fault.ts';
import { type ResourceRules, soundResourceRules as sound } from '../../resource/rules.ts';
import type { Capture, Item } from '../../resource/records.ts';
import { prefixing } from './patches.ts';
import {
  itemsKept,
  capturesShowing,
  refundsShowing,
  captureKept,
  refundKept,
  refunded,
  withoutZone,
} from './payments/patches.ts';

/** Shows the captures of a payment in another way when it is read. */
function capturesRead(change: (capture: Capture) => Partial<Capture>): Partial<ResourceRules> {
  return {
    paymentRead: (payment) => ({
      ...payment,
      captures: payment.captures.map((capture) => ({ ...capture, ...change(capture) })),
    }),
  };
}

/** The items with one field of the first and the last exchanged. */
function swapped(items: readonly Item[], name: keyof Item): readonly Item[] {
  const [first, last] = [items[0], items.at(-1)];
  if (first === undefined || last === undefined || items.length < 2) return items;
  return [{ ...first, [name]: last[name] }, ...items.slice(1, -1), { ...last, [name]: first[name] }];
}

/** Faults in what a payment shows of its items, captures and refunds. */
export const paymentRecordsFaults: readonly Fault[] = [
  fault('resource-capture-id-prefix', 'resource.captures.id', {
    summary: 'Capture ids start with cpt_.',
    resource: prefixing('capture', 'cpt_'),
  }),
  fault('resource-refund-id-prefix', 'resource.refunds.id', {
    summary: 'Refund ids start with rfd_.',
    resource: prefixing('refund', 'rfd_'),
  }),
  fault('resource-refund-renames-earlier', 'resource.refunds.id', {
    summary: 'The id of the first refund of a payment changes when there is a second one.',
    resource: refunded((_after, { refunds }, refund) => ({
      refunds: [...refunds.map((one) => ({ ...one, id: `${one.id}_1` })), refund],
    })),
  }),
  fault('resource-discount-made-positive', 'resource.item.unit-price', {
    summary: 'A negative unit price is kept without its sign.',
    resource: itemsKept((items) => items.map((item) => ({ ...item, unit_price: Math.abs(item.unit_price) }))),
  }),
  fault('resource-item-prices-swapped', 'resource.item.unit-price', {
    summary: 'The first and the last item of an order have swapped their prices.',
    resource: itemsKept((items) => swapped(items, 'unit_price')),
  }),
  fault('resource-item-titles-swapped', 'resource.item.title', {
    summary: 'The first and the last item of an order have swapped their titles.',
    resource: itemsKept((items) => swapped(items, 'title')),
  }),
  fault('resource-item-quantities-swapped', 'resource.item.quantity', {
    summary: 'The first and the last item of an order have swapped their quantities.',
    resource: itemsKept((items) => swapped(items, 'quantity')),
  }),
  fault('resource-item-description-is-object', 'resource.order.items', {
    summary: 'An item without a description shows an empty object in its place.',
    resource: itemsKept((items) =>
      items.map((item) => ({ ...item, description: item.description ?? ({} as never) })),
    ),
  }),
  fault('resource-discount-taken-once', 'resource.item.quantity', {
    summary: 'A discount item is kept with the quantity 1.',
    resource: itemsKept((items) =>
      items.map((item) => (item.unit_price < 0 ? { ...item, quantity: 1 } : item)),
    ),
  }),
  fault('resource-capture-tax-zero', 'resource.captures.whole-order', {
    summary: 'A capture of the full amount shows no tax, though the order has some.',
    resource: captureKept(() => ({ tax: 0 })),
  }),
  fault('resource-capture-shipping-zero', 'resource.captures.whole-order', {
    summary: 'A capture of the full amount shows no shipping, though the order has some.',
    resource: captureKept(() => ({ shipping: 0 })),
  }),
  fault('resource-capture-items-empty', 'resource.captures.whole-order', {
    summary: 'A capture of the full amount shows an empty list of items.',
    resource: captureKept(() => ({ items: [] })),
  }),
  fault('resource-capture-without-tax', 'resource.captures.whole-order', {
    summary: 'Captures have no field tax.',
    resource: capturesShowing(() => ({ tax: undefined })),
  }),
  fault('resource-capture-without-shipping', 'resource.captures.whole-order', {
    summary: 'Captures have no field shipping.',
    resource: capturesShowing(() => ({ shipping: undefined })),
  }),
  fault('resource-capture-without-items', 'resource.captures.whole-order', {
    summary: 'Captures have no field items.',
    resource: capturesShowing(() => ({ items: undefined })),
  }),
  fault('resource-capture-without-metadata', 'resource.captures.metadata', {
    summary: 'Captures have no field metadata.',
    resource: capturesShowing(() => ({ metadata: undefined })),
  }),
  fault('resource-read-changes-capture-tax', 'resource.captures.parts-kept', {
    summary: 'A read shows a capture with one yen more of tax.',
    resource: capturesRead((capture) => ({ tax: capture.tax + 1 })),
  }),
  fault('resource-read-drops-capture-items', 'resource.captures.parts-kept', {
    summary: 'A read shows a capture without its items.',
    resource: capturesRead(() => ({ items: [] })),
  }),
  fault('resource-item-id-lost', 'resource.item.id', {
    summary: 'The ids of items are not kept.',
    resource: itemsKept((lines) => lines.map(({ id: _lost, ...line }) => line)),
  }),
  fault('resource-item-title-cut', 'resource.item.title', {
    summary: 'Titles of items are cut to eight letters.',
    resource: itemsKept((lines) =>
      lines.map(({ title, ...line }) => ({ ...line, title: title?.slice(0, 8) })),
    ),
  }),
  fault('resource-item-description-lost', 'resource.item.description', {
    summary: 'Descriptions of items are not kept.',
    resource: itemsKept((lines) => lines.map(({ description: _lost, ...line }) => line)),
  }),
  fault('resource-item-quantity-one', 'resource.item.quantity', {
    summary: 'Every item is kept with the quantity 1.',
    resource: itemsKept((lines) => lines.map((line) => ({ ...line, quantity: 1 }))),
  }),
  fault('resource-captures-created-at-form', 'resource.captures.created-at', {
    summary: 'Captures show their creation time without a time zone.',
    resource: capturesShowing((entry) => ({
      created_at: withoutZone(entry.created_at),
    })),
  }),
  fault('resource-capture-dated-as-payment', 'resource.captures.created-at', {
    summary: 'The creation time of a capture is an hour before that of its payment.',
    resource: captureKept((_capture, { createdAt }) => ({ createdAt: createdAt - HOUR_MS })),
  }),
  fault('resource-capture-as-old-as-payment', 'resource.captures.created-at', {
    summary: 'A capture has the creation time of its payment.',
    resource: captureKept((_capture, { createdAt }) => ({ createdAt })),
  }),
  fault('resource-captures-amount-as-text', 'resource.captures.amount', {
    summary: 'Captures show their amount as text.',
    resource: capturesShowing(({ amount }) => ({
      amount: String(amount),
    })),
  }),
  fault('resource-refund-lowers-capture', 'resource.captures.amount', {
    summary: 'A refund lowers the amount that its capture shows.',
    resource: {
      paymentRead: (payment) => ({
        ...payment,
        captures: payment.captures.map((capture) => ({
          ...capture,
          amount: sound.remaining(capture, payment.refunds).toNumber(),
        })),
      }),
    },
  }),
  fault('resource-captures-tax-as-text', 'resource.captures.tax', {
    summary: 'Captures show their tax as text.',
    resource: capturesShowing(({ tax }) => ({ tax: String(tax) })),
  }),
  fault('resource-captures-items-by-id', 'resource.captures.items', {
    summary: 'Captures show only the ids of their items.',
    resource: capturesShowing(({ items }) => ({
      items: items.map(({ id }) => id ?? ''),
    })),
  }),
  fault('resource-captures-metadata-as-list', 'resource.captures.metadata', {
    summary: 'Captures show their metadata as a list.',
    resource: capturesShowing(({ metadata }) => ({
      metadata: Object.entries(metadata),
    })),
  }),
  fault('resource-refunds-created-at-form', 'resource.refunds.created-at', {
    summary: 'Refunds show their creation time without a time zone.',
    resource: refundsShowing((entry) => ({
      created_at: withoutZone(entry.created_at),
    })),
  }),
  fault('resource-refunds-amount-as-text', 'resource.refunds.amount', {
    summary: 'Refunds show their amount as text.',
    resource: refundsShowing(({ amount }) => ({
      amount: String(amount),
    })),
  }),
  fault('resource-refunds-show-share', 'resource.refunds.amount', {
    summary: 'After a second refund the first one shows the amount 0.',
    resource: refunded((_after, { refunds }, refund) => ({
      refunds: [...refunds.map((one) => ({ ...one, amount: 0 })), refund],
    })),
  }),
  fault('resource-refunds-metadata-as-list', 'resource.refunds.metadata', {
    summary: 'Refunds show their metadata as a list.',
    resource: refundsShowing(({ metadata }) => ({
      metadata: Object.entries(metadata),
    })),
  }),
  fault('resource-refund-reason-lost', 'resource.refunds.reason', {
    summary: 'The reason of a refund is not kept.',
    resource: refundKept(() => ({ reason: '' })),
  }),
  fault('resource-refund-reason-kept-from-first', 'resource.refunds.reason', {
    summary: 'Every refund of a payment shows the reason of the first.',
    resource: refundKept(({ reason }, { refunds: [first] }) => ({
      reason: first?.reason ?? reason.slice(0, 3),
    })),
  }),
  fault('resource-refund-names-payment', 'resource.refunds.capture-id', {
    summary: 'The capture_id of a refund shows the payment id.',
    resource: refundKept((_refund, payment) => ({ captureId: payment.id })),
  }),
  fault('resource-refund-names-another-capture', 'resource.refunds.capture-id', {
    summary: 'A refund shows the id of a capture that does not exist.',
    resource: refundKept(({ id }) => ({ captureId: id.replace(/^ref_/, 'cap_') })),
  }),
  fault('resource-capture-swaps-tax-and-shipping', 'resource.captures.of-order', {
    summary: 'A capture shows the tax as shipping and the shipping as tax.',
    resource: captureKept(({ tax, shipping }) => ({ tax: shipping, shipping: tax })),
  }),
  fault('resource-capture-first-item-alone', 'resource.captures.of-order', {
    summary: 'A capture shows only the first item of an order.',
    resource: captureKept(({ items }) => ({ items: items.slice(0, 1) })),
  }),
  fault('resource-capture-items-times-one', 'resource.captures.of-order', {
    summary: 'The items of a capture have the quantity 1.',
    resource: captureKept(({ items }) => ({ items: items.map((item) => ({ ...item, quantity: 1 })) })),
  }),
];
