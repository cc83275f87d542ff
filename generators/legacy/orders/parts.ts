import {
  hasLeft,
  isMore,
  lineRest,
  minus,
  plus,
  restOf,
  worth,
  type Part,
} from '../../../models/legacy/payment/amounts.ts';
import { isNamed, removedLines } from '../../../models/legacy/payment/order.ts';
import type { Line, Payment } from '../../../models/legacy/payment/state.ts';
import { Big } from 'big.js';

/** Possible only where an update has replaced lines. */
export const removed = 'lines that were removed';

/** Some pieces of the line are left, but not so many. */
export const moreOfLine = 'more of a line than is left';

/** A line that the order never had. */
export const unknownLine = 'a line of no order';

/** Whether a part can be captured without touching a point that the document leaves open. */
export function isWithin(payment: Payment, part: Part | undefined): boolean {
  if (part === undefined || !hasLeft(payment, part)) return false;
  const amount = worth(payment.order, part);
  if (amount === undefined || !isMore(amount, '0')) return false;
  return !isMore(plus(payment.taken.amount, amount), payment.order.total);
}

const partOf = (...lines: readonly Line[]): Part => ({
  items: lines.map(({ item, quantity }) => ({ item, quantity })),
});
const pieces = (line: Line, quantity: number): Part => partOf({ ...line, quantity });

/** The lines of which something is left, with what is left of them. */
const linesLeft = (payment: Payment): readonly Line[] =>
  payment.order.items
    .filter(({ item }) => isNamed(item))
    .map((line) => ({ ...line, quantity: lineRest(payment, line) }))
    .filter(({ quantity }) => quantity > 0);

const isDiscount = ({ amount }: Line): boolean => isMore('0', amount);

/** The lines that cost something, by their ids. */
const goodsOf = ({ order }: Payment): readonly Line[] =>
  order.items.filter((line) => isNamed(line.item) && isMore(line.amount, '0'));

/** Half of the pieces of a line of which nothing is captured yet. */
const halfOf = ({ taken }: Payment, line: Line | undefined): Part | undefined =>
  line === undefined || taken.items[line.item] !== undefined
    ? undefined
    : pieces(line, Math.max(1, Math.floor(line.quantity / 2)));

/** A part whose lines a capture can name. */
export function named(part: Part | undefined): Part | undefined {
  return part?.items.every(({ item }) => isNamed(item)) === true ? part : undefined;
}

/** The part that a kind means for a payment; undefined when a capture cannot name it. */
export const meant = (kind: string, payment: Payment): Part | undefined => named(intents[kind]?.(payment));

/** The part that each intent means for what is left of a payment; undefined where there is none. */
export const intents: Readonly<Record<string, (payment: Payment) => Part | undefined>> = {
  'one line': (payment) => {
    const line = linesLeft(payment).find((one) => isWithin(payment, partOf(one)));
    return line && partOf(line);
  },
  'last line': (payment) => {
    const line = payment.order.items.at(-1);
    const rest = line === undefined ? 0 : lineRest(payment, line);
    return line && rest > 0 && payment.order.items.length > 1 ? pieces(line, rest) : undefined;
  },
  'of the first line': (payment) => halfOf(payment, goodsOf(payment)[0]),
  'of a middle line': (payment) => {
    const goods = goodsOf(payment);
    return halfOf(payment, goods[Math.floor(goods.length / 2)]);
  },
  'of the last line': (payment) => halfOf(payment, goodsOf(payment).at(-1)),
  'all but a piece': (payment) => {
    const rest = restOf(payment);
    const line = linesLeft(payment).findLast((one) => !isDiscount(one));
    if (line === undefined) return undefined;
    const items = rest.items
      .map(({ item, quantity }) => ({ item, quantity: item === line.item ? quantity - 1 : quantity }))
      .filter(({ quantity }) => quantity > 0);
    return items.length === 0 ? undefined : nonZero({ ...rest, items });
  },
  'line without quantity': (payment) => {
    const line = linesLeft(payment).find((one) => isWithin(payment, partOf(one)));
    return line && partOf(line);
  },
  'half the quantity': (payment) => {
    const line = linesLeft(payment).find((one) => one.quantity > 1 && !isDiscount(one));
    return line && pieces(line, Math.floor(line.quantity / 2));
  },
  'one piece': (payment) => {
    const line = linesLeft(payment).findLast((one) => one.quantity > 1 && !isDiscount(one));
    return line && pieces(line, 1);
  },
  'two lines': (payment) => {
    const [first, second] = linesLeft(payment).filter((line) => !isDiscount(line));
    return first && second && partOf(first, second);
  },
  'discount with a line': (payment) => {
    const lines = linesLeft(payment);
    const [discount, line] = [lines.find(isDiscount), lines.findLast((one) => !isDiscount(one))];
    return discount && line && partOf(line, discount);
  },
  'a part of a discount with a line': (payment) => {
    const lines = linesLeft(payment);
    const discount = lines.find((line) => isDiscount(line) && line.quantity > 1);
    const line = lines.findLast((one) => !isDiscount(one));
    if (discount === undefined || line === undefined) return undefined;
    const { tax } = nonZero(restOf(payment));
    const part = partOf(line, { ...discount, quantity: discount.quantity - 1 });
    return { ...part, ...(tax !== undefined && { tax }) };
  },
  'discount alone': (payment) => {
    const discount = linesLeft(payment).find(isDiscount);
    return discount && partOf(discount);
  },
  'no tax': () => ({ items: [], tax: '0' }),
  'no shipping': () => ({ items: [], shipping: '0' }),
  'lines without extras': (payment) => {
    const { items, tax, shipping } = nonZero(restOf(payment));
    return items.length > 0 && (tax ?? shipping) !== undefined ? { items } : undefined;
  },
  'tax only': (payment) => {
    const { tax } = restOf(payment);
    return tax !== undefined && isMore(tax, '0') ? { items: [], tax } : undefined;
  },
  'shipping only': (payment) => {
    const { shipping } = restOf(payment);
    return shipping !== undefined && isMore(shipping, '0') ? { items: [], shipping } : undefined;
  },
  'tax and shipping': (payment) => {
    const { tax, shipping } = nonZero(restOf(payment));
    return tax !== undefined && shipping !== undefined ? { items: [], tax, shipping } : undefined;
  },
  // A target that rounds, or compares with a wrong total, closes too early.
  'nearly all': (payment) => {
    const rest = restOf(payment);
    const least = payment.order.total.includes('.') ? '0.01' : '1';
    if (rest.tax !== undefined && isMore(rest.tax, least))
      return nonZero({ ...rest, tax: minus(rest.tax, least) });
    if (rest.shipping !== undefined && isMore(rest.shipping, least))
      return nonZero({ ...rest, shipping: minus(rest.shipping, least) });
    return undefined;
  },
  'the rest': (payment) => nonZero(restOf(payment)),
  'more than is left': (payment) => {
    const rest = restOf(payment);
    return { ...nonZero(rest), shipping: plus(rest.shipping ?? '0', '1') };
  },
  'a line again': (payment) => {
    const taken = payment.order.items.find(
      (line) => lineRest(payment, line) === 0 && isMore(line.amount, '0'),
    );
    return taken && pieces(taken, 1);
  },
  [moreOfLine]: (payment) => {
    const line = linesLeft(payment).findLast((one) => !isDiscount(one));
    return line && pieces(line, line.quantity + 1);
  },
  [unknownLine]: () => ({ items: [{ item: 'never-ordered', quantity: 1 }] }),
  [removed]: (payment) => {
    const lines = removedLines(payment);
    return lines.length === 0 ? undefined : partOf(...lines);
  },
  'any line': (payment) => {
    const [line] = payment.order.items;
    return line && pieces(line, 1);
  },
};

/** A line that can be captured, or else any. */
export const someLine = (payment: Payment): Part | undefined =>
  intents['one line']?.(payment) ?? intents['any line']?.(payment);

function nonZero({ items, tax, shipping }: Part): Part {
  return {
    items,
    ...(tax !== undefined && isMore(tax, '0') && { tax }),
    ...(shipping !== undefined && isMore(shipping, '0') && { shipping }),
  };
}

/** Rounding and binary floats give wrong sums only with fractions of a yen. */
const ofFractions = 2.5;

/** How much more often something with this amount is tried; undefined: unknown. */
export function fractionWeight(amount: string | undefined): number {
  // Most amounts are written without a point, and decimals are slow.
  return amount === undefined || Number.isSafeInteger(Number(amount)) || new Big(amount).mod(1).eq(0)
    ? 1
    : ofFractions;
}
