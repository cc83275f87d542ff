import { faker, tellingAtTimes, tellingText } from '../faker.ts';
import { pricedOrder, type OrderShape } from '../inputs/order.ts';
import { anyShape } from '../inputs/order-shape.ts';
import type { Setup } from '../../models/setup.ts';
import fc, { type Arbitrary } from 'fast-check';
import { astralText } from '../inputs/texts.ts';
import type { Json } from '../../engine/model.ts';
import { methodsField, paymentMethods } from '../../spec/resource/buyer.ts';
import type { JsonObject } from '../leaner-bodies.ts';

/** Values of the Japanese faker under fast-check's seed. */
function faked<T>(make: () => T): Arbitrary<T> {
  return fc.noShrink(fc.integer({ min: 0, max: 2 ** 31 - 1 })).map((seed) => {
    faker.seed(seed);
    return make();
  });
}

const japanese = (text: string): string => `${text}店`;

export const storeName = faked(() => tellingAtTimes(faker, japanese(faker.company.name())));
export const reference = faked(() => `order-${faker.string.alphanumeric(12)}`);
/** Free text, some of it with characters beyond the basic plane of Unicode. */
export const sentence = faked(() =>
  tellingAtTimes(
    faker,
    `${faker.location.city()}へのお届け、${faker.person.lastName()}様${faker.helpers.arrayElement(['', '', astralText])}`,
  ),
);

// Made once, since fast-check examines the unit of each such arbitrary when it is made.
const digits = fc.string({
  unit: fc.constantFrom(...'0123456789abcdef'.split('')),
  minLength: 24,
  maxLength: 24,
});

/** A made-up id that no service has issued. */
export const unknownId = (prefix: string): Arbitrary<string> => digits.map((some) => `${prefix}${some}`);

// Endings that may break a file name, a query or a column; the escapes are UTF-8.
const trickyEndings = ['%F0%A0%AE%B7', '%27%20OR%20%271%27=%271', '%2E%2E%2Fget', 'x'.repeat(400)];

/** A made-up id of a form that no service uses. */
export const trickyId = (prefix: string): Arbitrary<string> =>
  fc.constantFrom(...trickyEndings).map((end) => `${prefix}${end}`);

// Two ranges of keys: later pairs share all keys with earlier ones, or none.
const firstKeys = [1, 101];

/** The kinds of attempts that send metadata, with the number of their pairs: 20 is the most that is allowed. */
export const pairsIn: Readonly<Record<string, number>> = {
  'metadata 0': 0,
  'metadata 1': 1,
  'metadata 20': 20,
  'metadata 21': 21,
};

/** Exactly `count` metadata pairs. */
export function pairs(count: number): Arbitrary<Json> {
  return faked(() => {
    const first = faker.helpers.arrayElement(firstKeys);
    return Object.fromEntries(
      Array.from({ length: count }, (_, at) => [
        `key_${at + first}`,
        tellingAtTimes(faker, `${faker.person.lastName()}${faker.number.int(999)}`),
      ]),
    );
  });
}

const parts = ['line1', 'line2', 'city', 'state'] as const;

/** An address: zip and one further part, or all of them. */
export function address(all: boolean): Arbitrary<Json> {
  return fc
    .tuple(
      fc.constantFrom(...parts),
      faked(() => ({
        zip: `${faker.string.numeric(3)}-${faker.string.numeric(4)}`,
        line1: tellingAtTimes(
          faker,
          `${faker.person.lastName()}ビル ${faker.number.int({ min: 1, max: 40 })}号室`,
        ),
        line2: `${faker.number.int({ min: 1, max: 9 })}-${faker.number.int({ min: 1, max: 30 })}`,
        city: faker.location.city(),
        state: faker.location.state(),
      })),
    )
    .map(([part, whole]) => (all ? whole : { zip: whole.zip, [part]: whole[part] }));
}

/** What an order has beside its numbers. */
export interface OrderTexts {
  readonly orderRef: boolean;
  /** Ids, titles and descriptions as well. */
  readonly texts: boolean;
}

/**
 * An order of a shape, or of any in whole yen where it is undefined, with its total, after discounts, with tax and shipping. It has one line where the limits
 * leave no room for the shape.
 */
export function order(
  shape: OrderShape | undefined,
  limits: Setup['amount'],
  { orderRef, texts }: OrderTexts,
): Arbitrary<{ readonly order: Json; readonly amount: number }> {
  const numbers = faked(() => pricedOrder(faker, limits, shape ?? anyShape(faker, 'resource', true)));
  const plain = faked(() => pricedOrder(faker, limits, { lines: 1, quantity: 1 }));
  return fc
    .tuple(numbers, plain, reference, faked(product))
    .map(([asked, otherwise, ref, { name, texted }]) => {
      const made = asked ?? otherwise;
      if (made === undefined) throw new Error('the limits of totals leave no room for an order');
      const { lines, tax, shipping, total } = made;
      const items = lines.map(({ id, title, price, quantity, isDiscount }) => ({
        ...(texts && {
          ...(id !== undefined && { id }),
          title: isDiscount ? '割引' : texted(`${name}${title + 1}`),
          description: isDiscount ? '値引き' : texted(`${name}、${quantity}個`),
        }),
        unit_price: price,
        quantity,
      }));
      return {
        amount: total,
        order: {
          items,
          ...(tax !== undefined && { tax }),
          ...(shipping !== undefined && { shipping }),
          ...(orderRef && { order_ref: ref }),
        },
      };
    });
}

/** The name of a product, and what makes a text of an item of a text. */
function product(): { readonly name: string; readonly texted: (text: string) => string } {
  const name = faker.commerce.productName();
  return { name, texted: faker.datatype.boolean() ? tellingText : (text) => text };
}

const usedMethods: ReadonlySet<string> = new Set(['credit_card_used', 'bank_transfer_used']);

/**
 * The consumer's purchase history, with every field that the document names. Always the same: flags and allowed values are not shown, so
 * a history that a target has accepted must be accepted again.
 */
export const buyerData: JsonObject = {
  user_id: 'user-1',
  age: 400,
  age_platform: 400,
  days_since_first_transaction: 200,
  ltv: 52_000,
  order_count: 9,
  last_order_amount: 4800,
  last_order_at: 20,
  order_amount_last3months: 9600,
  order_count__last3months: 2,
  additional_shipping_addresses: [{ zip: '150-0002', city: '渋谷区' }],
  billing_address: { zip: '150-0002', city: '渋谷区', state: '東京都' },
  delivery_locn_type: 'home',
  gender: 'female',
  subscription_counter: 1,
  [methodsField]: Object.fromEntries(paymentMethods.map((name) => [name, usedMethods.has(name)])),
  number_of_points: 120,
  order_item_categories: ['books'],
};
