import { Big } from 'big.js';
import type { faker } from '../faker.ts';
import type { Setup } from '../../models/setup.ts';
import type { Combinations } from '../../engine/machine.ts';
import { impossibleShapes, shapesOf, type Charge, type Of, type OrderCombination } from './order-shape.ts';

/** What an order has; a parameter that is left out is ordinary. */
export type OrderShape = Partial<Omit<OrderCombination, 'lines' | 'quantity'>> & {
  readonly lines: number;
  /** Pieces of each line, or of the last one where it is ten and more. Absent: a few, at random. */
  readonly quantity?: number;
};

/** The kind of a creation with the order of another payment, for one that stands beside it. */
export const sameOrder = 'order of another payment';

/** Tax and shipping are both charged. */
export const charged = { tax: 'tenth', shipping: 'tenth' } as const;

export interface PricedLine {
  /** Undefined where the shape has lines without ids. */
  readonly id: string | undefined;
  /** Of its title: lines of one number share theirs. */
  readonly title: number;
  readonly price: number;
  readonly quantity: number;
  readonly isDiscount: boolean;
}

/** An order without texts. */
export interface PricedOrder {
  readonly lines: readonly PricedLine[];
  readonly tax: number | undefined;
  readonly shipping: number | undefined;
  readonly total: number;
}

/** Totals that are approved, in yen. */
type Limits = { readonly min: number; readonly max: number };

const larges = { none: 0, '2^31-1': 2 ** 31 - 1, '2^31': 2 ** 31, '2^32': 2 ** 32, '10^12': 1e12 } as const;

/** Fractions of a yen, line by line. Multiples and sums of awkward ones are wrong in floats; halves stand behind
 * numbers that are all even or all odd, so that no two of them round in opposite ways. */
const fractions = {
  whole: [['0']],
  awkward: [
    ['0.1', '0.2'],
    ['0.7', '0.15'],
  ],
  halves: [['0.5', '0']],
} as const;

/** Of so many orders, each a yen lower, the one with the most float errors is taken. */
const mostTargets = 24;

/**
 * An order of a shape whose total is the sum of its parts and lies within the limits; undefined where those leave no room for it. All lines
 * have prices of their own, so that it shows which of them a target takes.
 */
export function pricedOrder(from: typeof faker, limits: Limits, shape: OrderShape): PricedOrder | undefined {
  const { min, max } = limits;
  // Half of the range, so that tax, shipping and a later raise stay within it.
  const target = from.number.int({ min, max: Math.max(min, Math.floor(max / 2)) });
  const quantities = quantitiesOf(shape, () => from.number.int({ min: 1, max: mostFew }));
  const decimals = from.helpers.arrayElement<readonly string[]>(fractions[shape.prices ?? 'whole']);
  const count = shape.prices === 'awkward' ? mostTargets : 1;
  const orders = Array.from({ length: count }, (_, less) => target - less).flatMap(
    (one) => within(limits, priced(one, min, quantities, decimals, shape)) ?? [],
  );
  let best = orders[0] ?? within(limits, priced(min, min, quantities, decimals, shape));
  if (best === undefined || orders.length < 2) return best;
  let most = floatErrors(best);
  for (const one of orders.slice(1)) {
    const errors = floatErrors(one);
    if (errors > most) [best, most] = [one, errors];
  }
  return best;
}

/** The kinds of attempts that a plan makes, one for each shape for which the limits of the settings leave room. */
export const plannedShapes = (of: Of, setup: Setup): readonly string[] =>
  Object.keys(orderCombinations(of, setup).kinds);

/** What the orders of an interface combine within the amounts of the settings. */
export function orderCombinations(of: Of, { data, amount }: Setup): Combinations {
  const whole = data?.wholeAmounts === true;
  const shapes = [...shapesOf(of, whole)].filter(([, shape]) => hasRoom(amount, shape));
  return { kinds: Object.fromEntries(shapes), impossible: impossibleShapes(of, whole) };
}

function hasRoom(limits: Limits, shape: OrderCombination): boolean {
  const [decimals] = fractions[shape.prices];
  const quantities = quantitiesOf(shape, () => 1);
  return within(limits, priced(limits.min, limits.min, quantities, decimals, shape)) !== undefined;
}

const within = ({ min, max }: Limits, made: PricedOrder): PricedOrder | undefined =>
  made.total >= min && made.total <= max ? made : undefined;

const dozens = 10;
const mostFew = 4;

function quantitiesOf({ lines, quantity }: OrderShape, few: () => number): readonly number[] {
  return Array.from({ length: lines }, (_, nth) => {
    if (quantity === undefined) return few();
    return quantity < dozens || nth === lines - 1 ? quantity : 1;
  });
}

function priced(
  target: number,
  min: number,
  quantities: readonly number[],
  decimals: readonly string[],
  shape: OrderShape,
): PricedOrder {
  const { discount = 'none', large = 'none' } = shape;
  // Where all lines are discounted, tax and shipping are the total.
  const isOfCharges = discount === 'all lines';
  const tax = charge(shape.tax, isOfCharges ? target : target / 10, '0.1');
  const shipping = charge(shape.shipping, isOfCharges ? target : target / 20, '0.01');
  const off = discount === 'none' ? 0 : offOf(target, discount);
  const prices = pricesOf(target + off, quantities, decimals, shape);
  const goods = sum(prices.map((price, nth) => price.times(quantities[nth] ?? 0)));
  const charges = new Big(tax ?? 0).plus(shipping ?? 0);
  const least = Math.max(1, min - charges.round(0, Big.roundDown).toNumber());
  const taken = isOfCharges
    ? goods
    : discount === 'nearly all'
      ? goods.minus(least)
      : large === 'none'
        ? new Big(off)
        : goods.minus(target);
  const discounts = discount === 'none' ? [] : discountsOf(taken, discount);
  const ids = idsOf(shape);
  const lines = prices.map((price, nth) => ({
    id: ids(nth),
    title: shape.titles === 'the same' ? 0 : nth,
    price: price.toNumber(),
    quantity: quantities[nth] ?? 0,
    isDiscount: false,
  }));
  const coupons = discounts.map(([price, quantity], nth) => ({
    id: shape.ids === 'missing' ? undefined : `coupon${nth === 0 ? '' : nth + 1}`,
    title: nth,
    price: price.toNumber(),
    quantity,
    isDiscount: true,
  }));
  return totalled([...lines, ...coupons], tax, shipping);
}

/** With its total, without float arithmetic. */
function totalled(
  lines: readonly PricedLine[],
  tax: number | undefined,
  shipping: number | undefined,
): PricedOrder {
  const worth = sum(lines.map(({ price, quantity }) => new Big(price).times(quantity)));
  return {
    lines,
    tax,
    shipping,
    total: worth
      .plus(tax ?? 0)
      .plus(shipping ?? 0)
      .toNumber(),
  };
}

const sum = (all: readonly Big[]): Big => all.reduce((sofar, one) => sofar.plus(one), new Big(0));

/** Tax or shipping: undefined where it is left out, at least a yen where it is charged. `least`: what one with a fraction has of it. */
function charge(of: Charge = 'absent', amount: number, least: string): number | undefined {
  if (of === 'absent') return undefined;
  if (of === 'zero') return 0;
  const whole = Math.max(1, Math.floor(amount));
  if (of === 'tenth') return whole;
  // No multiple of ten, nor of five.
  const odd = Math.floor(whole / 10) * 10 + 7;
  return of === 'odd' ? odd : new Big(odd).plus(least).toNumber();
}

/** What the discounts come to, in whole yen, where they leave most of an order. */
function offOf(target: number, discount: OrderShape['discount']): number {
  if (discount === 'several pieces') return 3 * Math.max(1, Math.floor(target / 60));
  return Math.max(discount === 'several' ? 6 : 1, Math.floor(target / 20));
}

/** The lines that take so much off: their prices and pieces. */
function discountsOf(
  taken: Big,
  discount: OrderShape['discount'],
): readonly (readonly [price: Big, pieces: number])[] {
  const less = (amount: Big): Big => amount.times(-1);
  if (discount === 'several pieces') {
    const piece = taken.div(3).round(0, Big.roundDown);
    const rest = taken.minus(piece.times(3));
    return [[less(piece), 3] as const, ...(rest.gt(0) ? [[less(rest), 1] as const] : [])];
  }
  if (discount !== 'several') return [[less(taken), 1]];
  const [half, third] = [2, 3].map((share) => taken.div(share).round(0, Big.roundDown));
  if (half === undefined || third === undefined) return [];
  return [half, third, taken.minus(half).minus(third)].map((one) => [less(one), 1] as const);
}

/** A price for each line, the dearest first, which together come to `goods` yen or a little more. */
function pricesOf(
  goods: number,
  quantities: readonly number[],
  decimals: readonly string[],
  { large = 'none', free = 'none' }: OrderShape,
): readonly Big[] {
  const count = quantities.length;
  const isFree = (nth: number): boolean => free !== 'none' && nth === (count > 2 || large !== 'none' ? 1 : 0);
  const isLarge = (nth: number): boolean => large !== 'none' && nth === 0;
  const isPlain = (nth: number): boolean => !isFree(nth) && !isLarge(nth);
  const above = (nth: number): number => count - 1 - nth;
  const plain = quantities.map((quantity, nth) => (isPlain(nth) ? quantity : 0));
  const pieces = plain.reduce((all, quantity) => all + quantity, 0);
  const beside = plain.reduce((all, quantity, nth) => all + quantity * above(nth), 0);
  const base = Math.max(1, Math.ceil((goods - beside) / Math.max(1, pieces)));
  return quantities.map((_, nth) => {
    if (isFree(nth)) return new Big(0);
    if (isLarge(nth)) return new Big(larges[large]);
    return new Big(base + above(nth)).plus(decimals[nth % decimals.length] ?? 0);
  });
}

/** The ids of the lines. Alike are those of the first and the last, whose prices differ the most. */
function idsOf({ lines, ids = 'different' }: OrderShape): (nth: number) => string | undefined {
  const [first, last] = ids === 'by case' ? ['a1', 'A1'] : ids === 'by a zero' ? ['1', '01'] : [];
  return (nth) => {
    if (ids === 'missing') return undefined;
    if (nth === 0 && first !== undefined) return first;
    return nth === lines - 1 && last !== undefined ? last : `i${nth + 1}`;
  };
}

/**
 * How often binary floats are wrong about an order: multiples of a line, and the total less a line, a piece, tax or shipping.
 * Results that are too low and too high show different faults, so the rarer of the two counts most.
 */
function floatErrors({ lines, tax = 0, shipping = 0, total }: PricedOrder): number {
  const taken = lines.flatMap(({ price, quantity }) => [new Big(price), new Big(price).times(quantity)]);
  const sides = [...taken, new Big(tax), new Big(shipping).plus(tax)].map((part) =>
    new Big(total - part.toNumber()).cmp(new Big(total).minus(part)),
  );
  const less = sides.filter((side) => side < 0).length;
  const more = sides.filter((side) => side > 0).length;
  const wrong = lines.filter(({ price, quantity }) => !new Big(price).times(quantity).eq(price * quantity));
  return 3 * Math.min(less, more) + less + more + wrong.length;
}
