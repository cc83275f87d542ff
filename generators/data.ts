import { faker, tellingAtTimes } from './faker.ts';
import { pricedOrder, type OrderShape } from './inputs/order.ts';
import type { Setup } from '../models/setup.ts';
import { Big } from 'big.js';
import { integer } from 'fast-check';
import type { Draw } from '../engine/machine.ts';

/** Readings of family and given names: faker has names in kanji but not their readings. */
const familyNames = [
  ['佐藤', 'サトウ'],
  ['鈴木', 'スズキ'],
  ['高橋', 'タカハシ'],
  ['田中', 'タナカ'],
  ['渡辺', 'ワタナベ'],
  ['伊藤', 'イトウ'],
  ['山本', 'ヤマモト'],
  ['中村', 'ナカムラ'],
  ['小林', 'コバヤシ'],
  ['加藤', 'カトウ'],
] as const;
const givenNames = [
  ['太郎', 'タロウ'],
  ['花子', 'ハナコ'],
  ['翔太', 'ショウタ'],
  ['美咲', 'ミサキ'],
  ['健一', 'ケンイチ'],
  ['陽菜', 'ヒナ'],
  ['大輔', 'ダイスケ'],
  ['由美子', 'ユミコ'],
] as const;

/** Seeds faker once for a step, so that its literals follow from the sequence's seed alone. */
export function seeded(draw: Draw): typeof faker {
  faker.seed(draw(integer({ min: 0, max: 0x7fffffff })));
  return faker;
}

/** A consumer's name and address without the means of contact, which the persona gives. */
export function consumer(from: typeof faker) {
  const [family, familyKana] = from.helpers.arrayElement(familyNames);
  const [given, givenKana] = from.helpers.arrayElement(givenNames);
  return {
    name: `${family} ${given}`,
    name2: `${familyKana} ${givenKana}`,
    dob: from.date
      .birthdate({ min: 20, max: 80, mode: 'age', refDate: '2020-01-01' })
      .toISOString()
      .slice(0, 10),
    address: {
      address1: from.location.secondaryAddress(),
      address2: from.location.streetAddress(),
      address3: from.location.city(),
      address4: from.location.state(),
      postal_code: from.location.zipCode(),
    },
  };
}

export interface WireLine {
  /** May be left out of an update. */
  readonly item_id?: string;
  readonly title: string;
  readonly amount: number;
  readonly quantity: number;
}

export interface WireOrder {
  readonly items: readonly WireLine[];
  readonly tax?: number;
  readonly shipping?: number;
  readonly total_amount: number;
  readonly order_ref?: string;
}

/** An order of a shape, or of one line where the limits of totals (yen) leave no room for it. */
export function order(from: typeof faker, limits: Setup['amount'], shape: OrderShape): WireOrder {
  const made = pricedOrder(from, limits, shape);
  if (made === undefined) return order(from, limits, { lines: 1, quantity: 1 });
  const { lines, tax, shipping, total: sum } = made;
  const names = new Map(lines.map(({ title }) => [title, from.commerce.productName()]));
  return {
    items: lines.map(({ id, title, price, quantity, isDiscount }) => ({
      ...(id !== undefined && { item_id: id }),
      title: isDiscount ? 'クーポン' : (names.get(title) ?? ''),
      amount: price,
      quantity,
    })),
    ...(tax !== undefined && { tax }),
    ...(shipping !== undefined && { shipping }),
    total_amount: sum,
    order_ref: orderRef(from),
  };
}

type Parts = Pick<WireOrder, 'items' | 'tax' | 'shipping'>;

/** The sum of lines, tax and shipping, without float arithmetic. */
export function total(parts: Parts): number {
  return parts.items
    .reduce(
      (sum, line) => sum.plus(new Big(line.amount).times(line.quantity)),
      new Big(parts.tax ?? 0).plus(parts.shipping ?? 0),
    )
    .toNumber();
}

/** A merchant's reference, long enough to be unique. */
export function orderRef(from: typeof faker): string {
  return `order-${from.string.alphanumeric({ length: 12, casing: 'mixed' })}`;
}

/** A consumer's history with the merchant, on request without fractions of a yen. */
export function history(
  from: typeof faker,
  { whole = false, halves = false }: { readonly whole?: boolean; readonly halves?: boolean } = {},
) {
  const amount = (all: readonly number[]): number => {
    const one = from.helpers.arrayElement(all);
    return whole ? Math.floor(one) : one;
  };
  return {
    store: tellingAtTimes(from, `${from.company.name()}${from.helpers.arrayElement(['', '', '', '𠮷'])}`),
    customer_age: from.number.int({ min: 0, max: 3000 }),
    last_order: from.number.int({ min: 0, max: 300 }),
    // Rounding shows at half a yen and more, which a target may do: only a kind of its own has that.
    last_order_amount: amount(halves ? [0.99, 1500.75, 24800.5] : [0, 0.25, 980, 1500.4, 24800.1, 3e9]),
    known_address: from.datatype.boolean(),
    num_orders: from.number.int({ min: 0, max: 50 }),
    // More than 32 bits hold. No limits are shown, so a target may have one that no shop reaches.
    ltv: amount([0, 4980, 12345.3, 250000.01, 2147483648.25, 1e12]),
    ip_address: from.internet.ipv4(),
  };
}

/** An order_ref that no other execution uses: a target may accept one only once, and shrinking and replaying repeat steps. */
export function freshRef({ nonce }: { readonly nonce?: string }, ref: string): string {
  return nonce === undefined ? ref : `${ref}-${nonce}`;
}
