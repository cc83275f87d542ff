import { type Extra, extraOf, extras, faker, tellingAtTimes, tellingText } from '../faker.ts';
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

export interface OrderShape {
  readonly lines: 'one' | 'several';
  /** Units of a discount; 0: none. */
  readonly discount: number;
  readonly tax: Extra;
  readonly shipping: Extra;
  readonly orderRef: boolean;
  /** Ids, titles and descriptions as well. */
  readonly texts: boolean;
  readonly fraction: boolean;
}

/** An order with all its fields, or with none that may be left out. */
export function orderShape(full: boolean, more: Partial<OrderShape> = {}): OrderShape {
  const extra = full ? 'more' : 'absent';
  const plain = { lines: 'one', discount: 0, tax: extra, shipping: extra, fraction: false } as const;
  return { ...plain, orderRef: full, texts: full, ...more };
}

const anExtra = fc.constantFrom(...extras);

/** Each part drawn by itself: a wrong reply may need two of them together, in any pair. */
export const mixedShape: Arbitrary<OrderShape> = fc.record({
  lines: fc.constantFrom('one', 'several'),
  discount: fc.constantFrom(0, 1, 2, 3),
  tax: anExtra,
  shipping: anExtra,
  orderRef: fc.boolean(),
  texts: fc.boolean(),
  fraction: fc.constant(false),
});

/** An order of whole yen within the limits and its total, after discounts, with tax and shipping. */
export function order(
  shape: OrderShape,
  min: number,
  max: number,
): Arbitrary<{ order: Json; amount: number }> {
  return fc
    .tuple(
      fc.integer({ min, max }),
      fc.integer({ min: 2, max: 4 }),
      fc.integer({ min: 1, max: 3 }),
      reference,
      faked(product),
    )
    .map(([total, lines, quantity, orderRef, { name, texted }]) => {
      const tax = extraOf(shape.tax, total / 11);
      const shipping = extraOf(shape.shipping, total / 20);
      const count = shape.lines === 'one' ? 1 : lines;
      // A line that nothing is added to may have several pieces, too.
      const plain = shape.discount === 0 && !shape.fraction;
      const prices = split(total - (tax ?? 0) - (shipping ?? 0), count, quantity, plain);
      const off = shape.discount === 0 ? 0 : Math.ceil(total / 10 / shape.discount);
      const fraction = shape.fraction ? 0.5 : 0;
      const items = prices.map(({ price, count: pieces }, at) => ({
        ...(shape.texts && {
          id: `item-${at + 1}`,
          title: texted(`${name}${at + 1}`),
          description: texted(`${name}、${pieces}個`),
        }),
        unit_price: at === 0 ? price + off * shape.discount + fraction : price,
        quantity: pieces,
      }));
      if (shape.discount > 0)
        items.push({
          ...(shape.texts && { id: 'coupon', title: '割引', description: '値引き' }),
          unit_price: -off,
          quantity: shape.discount,
        });
      const made = {
        items,
        ...(tax !== undefined && { tax }),
        ...(shipping !== undefined && { shipping }),
        ...(shape.orderRef && { order_ref: orderRef }),
      };
      return { amount: total + fraction, order: made };
    });
}

/** The name of a product, and what makes a text of an item of a text. */
function product(): { readonly name: string; readonly texted: (text: string) => string } {
  const name = faker.commerce.productName();
  return { name, texted: faker.datatype.boolean() ? tellingText : (text) => text };
}

/** Lines that sum to the total: the first takes the remainder, with a quantity of one. `even`: a line alone may have several pieces. */
function split(
  total: number,
  lines: number,
  quantity: number,
  even: boolean,
): readonly { price: number; count: number }[] {
  if (even && lines === 1 && total % quantity === 0) return [{ price: total / quantity, count: quantity }];
  const share = Math.floor(total / (lines * quantity));
  const others = Array.from({ length: share > 0 ? lines - 1 : 0 }, () => ({ price: share, count: quantity }));
  return [{ price: total - others.length * share * quantity, count: 1 }, ...others];
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
