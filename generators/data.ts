import { type Extra, extraOf, extras, faker, tellingAtTimes } from './faker.ts';
import { Big } from 'big.js';
import { integer } from 'fast-check';
import type { Draw } from '../engine/model.ts';

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

/** What an order has. */
export interface OrderShape {
  readonly lines: number;
  readonly quantity?: number;
  /** Default: absent. */
  readonly tax?: Extra;
  readonly shipping?: Extra;
  /** Units of a discount. Default: none. */
  readonly discount?: number;
  readonly fraction?: boolean;
}

/** Tax and shipping are both charged. */
export const charged = { tax: 'more', shipping: 'more' } as const;

/** Each part drawn by itself: wrong sums may need two of them together, in any pair. On request without fractions of a yen. */
export function mixedShape(from: typeof faker, whole = false): OrderShape {
  const one = <T>(all: readonly T[]): T => from.helpers.arrayElement(all);
  return {
    lines: one([1, 2, 3]),
    ...(from.datatype.boolean() && { quantity: 1 }),
    tax: one(extras),
    shipping: one(extras),
    discount: one([0, 1, 2, 3]),
    fraction: from.datatype.boolean() && !whole,
  };
}

/** Fractions of a yen, line by line, whose multiples and sums are wrong in floats. */
const awkward = [
  ['0.1', '0.2'],
  ['0.7', '0.15'],
] as const;

/** Of so many orders, each a yen lower, the one with the most float errors is taken. */
const mostTargets = 24;

/** An order whose total is the sum of its parts and lies within the amounts (yen) that are approved. */
export function order(
  from: typeof faker,
  amount: { readonly min: number; readonly max: number },
  shape: OrderShape,
): WireOrder {
  // Half of the range, so that tax, shipping and a later raise stay within it.
  const target = from.number.int({ min: amount.min, max: Math.max(amount.min, Math.floor(amount.max / 2)) });
  const fractions = shape.fraction ? from.helpers.arrayElement(awkward) : undefined;
  const lines = Array.from({ length: shape.lines }, () => ({
    quantity: shape.quantity ?? from.number.int({ min: 1, max: 4 }),
    title: from.commerce.productName(),
  }));
  const targets = Array.from({ length: fractions ? mostTargets : 1 }, (_, less) => target - less);
  const orders = targets
    .filter((one) => one >= amount.min)
    .map((one) => partsOf(one, lines, fractions, shape));
  const parts = withMost(orders, floatErrors);
  return { ...parts, total_amount: total(parts), order_ref: orderRef(from) };
}

/** The first of those with the highest count. Throws an Error for none. */
function withMost<T extends object>([first, ...others]: readonly T[], count: (one: T) => number): T {
  if (first === undefined) throw new Error('nothing to choose from');
  if (others.length === 0) return first;
  let best = first;
  let most = count(first);
  for (const one of others) {
    const times = count(one);
    if (times > most) [best, most] = [one, times];
  }
  return best;
}

type Parts = Pick<WireOrder, 'items' | 'tax' | 'shipping'>;

function partsOf(
  target: number,
  lines: readonly Pick<WireLine, 'title' | 'quantity'>[],
  fractions: readonly string[] | undefined,
  shape: OrderShape,
): Parts {
  const { discount: units = 0 } = shape;
  const off = units > 0 ? Math.max(1, Math.floor(target / 20 / units)) : 0;
  // The total must not fall below the minimum where nothing is charged beside the lines.
  const lineSum = shape.shipping === 'more' ? target : target + off * units;
  const items: WireLine[] = lines.map(({ title, quantity }, index) => {
    const price = Math.max(1, Math.ceil(lineSum / lines.length / quantity));
    const unit = new Big(price).plus(fractions?.[index % fractions.length] ?? 0).toNumber();
    return { item_id: `i${index + 1}`, title, amount: unit, quantity };
  });
  const shipping = extraOf(shape.shipping, target / 20);
  const whole = extraOf(shape.tax, target / 10);
  const tax = whole && fractions ? new Big(whole).plus('0.1').toNumber() : whole;
  if (units > 0) items.push({ item_id: 'coupon', title: 'クーポン', amount: -off, quantity: units });
  return { items, ...(tax !== undefined && { tax }), ...(shipping !== undefined && { shipping }) };
}

/**
 * How often binary floats are wrong about an order: multiples of a line, and the total less a line, a piece, tax or shipping.
 * Results that are too low and too high show different faults, so the rarer of the two counts most.
 */
function floatErrors(parts: Parts): number {
  const { items, tax = 0, shipping = 0 } = parts;
  const all = total(parts);
  const taken = items.flatMap(({ amount, quantity }) => [new Big(amount), new Big(amount).times(quantity)]);
  const sides = [...taken, new Big(tax), new Big(shipping).plus(tax)].map((part) =>
    new Big(all - part.toNumber()).cmp(new Big(all).minus(part)),
  );
  const less = sides.filter((side) => side < 0).length;
  const more = sides.filter((side) => side > 0).length;
  const lines = items.filter(
    ({ amount, quantity }) => !new Big(amount).times(quantity).eq(amount * quantity),
  );
  return 3 * Math.min(less, more) + less + more + lines.length;
}

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
