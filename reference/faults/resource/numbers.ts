import { Big } from 'big.js';
import { refusals } from '../../resource/errors.ts';
import type { Item, Payment } from '../../resource/records.ts';
import { type JsonObject, objectIn } from '../../json.ts';
import type { Overrides } from '../fault.ts';
import { fault, type Fault } from '../fault.ts';
import { refusingContent } from './patches.ts';
import { created, itemsKept } from './payments/patches.ts';

/** Keeps the items of an order changed one by one. */
const eachItem = (change: (item: Item) => Partial<Item>): Overrides => ({
  resource: itemsKept((items) => items.map((item) => ({ ...item, ...change(item) }))),
});

/** Keeps tax or shipping changed. */
const keeping = (change: (order: Payment['order']) => Partial<Payment['order']>): Overrides => ({
  resource: created(({ order }) => ({ order: { ...order, ...change(order) } })),
});

/** Computes the amount anew, with another worth of an item. */
const totalling = (worth: (item: Item, nth: number, all: readonly Item[]) => Big): Overrides => ({
  resource: created(({ order: { items, tax, shipping } }) => ({
    amount: items
      .reduce((sum, item, nth) => sum.plus(worth(item, nth, items)), new Big(tax).plus(shipping))
      .toNumber(),
  })),
});

const worthOf = (item: Item): Big => new Big(item.unit_price).times(item.quantity);
const isDiscount = (item: Item): boolean => item.unit_price < 0;

/** Items of one title become one. */
const merged = (items: readonly Item[]): readonly Item[] => {
  const byTitle = new Map<unknown, Item>();
  for (const item of items) {
    const key = item.title ?? item;
    const first = byTitle.get(key);
    byTitle.set(key, first ? { ...first, quantity: first.quantity + item.quantity } : item);
  }
  return [...byTitle.values()];
};

const itemsIn = (content: JsonObject): readonly JsonObject[] => {
  const { items } = objectIn(content['order']);
  return Array.isArray(items) ? items.map(objectIn) : [];
};

/** Faults that only some shapes of orders show, one or more for each class of their input model. */
export const resourceNumbersFaults: readonly Fault[] = [
  fault('resource-ten-items-kept', 'resource.order.items', {
    summary: 'Of more than ten items the first ten are kept.',
    resource: itemsKept((items) => items.slice(0, 10)),
  }),
  fault('resource-twenty-items-kept', 'resource.order.items', {
    summary: 'Of more than twenty items the first twenty are kept.',
    resource: itemsKept((items) => items.slice(0, 20)),
  }),
  fault('resource-items-merged-by-title', 'resource.order.items', {
    summary: 'Items of one title are kept as one.',
    resource: itemsKept(merged),
  }),
  fault('resource-free-items-dropped', 'resource.order.items', {
    summary: 'Items that cost nothing are not kept.',
    resource: itemsKept((items) => items.filter((item) => item.unit_price !== 0)),
  }),
  fault('resource-quantity-of-two-digits', 'resource.item.quantity', {
    summary: 'Of more than 99 pieces of an item 99 are kept.',
    ...eachItem(({ quantity }) => ({ quantity: Math.min(quantity, 99) })),
  }),
  fault('resource-quantity-of-one-digit', 'resource.item.quantity', {
    summary: 'Of the pieces of an item the last digit is kept.',
    ...eachItem(({ quantity }) => ({ quantity: quantity % 10 || 10 })),
  }),
  fault('resource-prices-in-31-bits', 'resource.item.unit-price', {
    summary: 'Prices are kept in 32 bits with a sign.',
    ...eachItem(({ unit_price: price }) => ({ unit_price: Number.isInteger(price) ? price | 0 : price })),
  }),
  fault('resource-prices-in-32-bits', 'resource.item.unit-price', {
    summary: 'Prices are kept in 32 bits without a sign.',
    ...eachItem(({ unit_price: price }) => ({ unit_price: price % 2 ** 32 })),
  }),
  fault('resource-prices-in-single-precision', 'resource.item.unit-price', {
    summary: 'Prices of more than 2^32 yen are kept in single precision.',
    ...eachItem(({ unit_price: price }) => ({ unit_price: price > 2 ** 32 ? Math.fround(price) : price })),
  }),
  fault('resource-tax-rounded-to-yen', 'resource.order.tax', {
    summary: 'The tax is rounded to whole yen.',
    ...keeping(({ tax }) => ({ tax: Math.round(tax) })),
  }),
  fault('resource-tax-rounded-to-fives', 'resource.order.tax', {
    summary: 'The tax is rounded down to five yen.',
    ...keeping(({ tax }) => ({ tax: tax - (tax % 5) })),
  }),
  fault('resource-shipping-rounded-to-tenths', 'resource.order.shipping', {
    summary: 'The shipping fee is rounded to tenths of a yen.',
    ...keeping(({ shipping }) => ({ shipping: Math.round(shipping * 10) / 10 })),
  }),
  fault('resource-amount-in-floats', 'resource.payment.amount', {
    summary: 'The amount is the sum of the items in binary floats.',
    resource: created(({ order: { items, tax, shipping } }) => ({
      amount: items.reduce((sum, item) => sum + item.unit_price * item.quantity, tax + shipping),
    })),
  }),
  fault('resource-prices-rounded-to-even', 'resource.payment.amount', {
    summary: 'Prices of half a yen are rounded to the even yen before they are added.',
    ...totalling(({ unit_price: price, quantity }) =>
      (Math.abs(price % 1) === 0.5 ? new Big(price).round(0, Big.roundHalfEven) : new Big(price)).times(
        quantity,
      ),
    ),
  }),
  fault('resource-first-discount-only', 'resource.payment.amount', {
    summary: 'Of several discounts only the first counts.',
    ...totalling((item, nth, all) =>
      isDiscount(item) && all.findIndex(isDiscount) < nth ? new Big(0) : worthOf(item),
    ),
  }),
  fault('resource-discount-of-one-piece', 'resource.payment.amount', {
    summary: 'A discount counts once, whatever its quantity.',
    ...totalling((item) => (isDiscount(item) ? new Big(item.unit_price) : worthOf(item))),
  }),
  fault('resource-ids-in-lower-case', 'resource.item.id', {
    summary: 'Ids of items are kept in lower case.',
    ...eachItem(({ id }) => ({ id: id?.toLowerCase() })),
  }),
  fault('resource-ids-as-numbers', 'resource.item.id', {
    summary: 'Ids of items of digits alone are kept as numbers.',
    ...eachItem(({ id }) => ({ id: id !== undefined && /^\d+$/.test(id) ? String(Number(id)) : id })),
  }),
  fault('resource-shipping-alone-refused', 'resource.create.discount', {
    summary: 'A creation is refused as badly formatted whose items come to nothing.',
    resource: refusingContent('payments.create', refusals.items, (content) => {
      const worth = itemsIn(content).map((item) => Number(item['unit_price']) * Number(item['quantity']));
      return worth.length > 0 && worth.reduce((sum, one) => sum + one, 0) === 0;
    }),
  }),
];
