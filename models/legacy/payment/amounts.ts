import { Big } from 'big.js';
import type { Line, Order, Payment, Taken } from './state.ts';
import { at, isNumber, isObject } from '../../checks.ts';
import { decimalOf } from '../../decimal.ts';

/** A part of an order, as a partial capture names it: quantities by line id, and amounts as decimals. */
export interface Part {
  readonly items: readonly { readonly item: string; readonly quantity: number }[];
  readonly tax?: string;
  readonly shipping?: string;
}

export function plus(a: string, b: string): string {
  const sum = Number(a) + Number(b);
  return isExact(a, b, sum) ? `${sum}` : new Big(a).plus(b).toFixed();
}

export function minus(a: string, b: string): string {
  const difference = Number(a) - Number(b);
  return isExact(a, b, difference) ? `${difference}` : new Big(a).minus(b).toFixed();
}

export function isMore(a: string, b: string): boolean {
  return isExact(a, b) ? Number(a) > Number(b) : new Big(a).gt(b);
}

export function isSame(a: string, b: string): boolean {
  return a === b || (isExact(a, b) ? Number(a) === Number(b) : new Big(a).eq(b));
}

/** Whether two amounts and their result are whole yen that a double holds exactly, as most are: computing with decimals takes ten times as long. */
function isExact(a: string, b: string, result = 0): boolean {
  return isWhole(a) && isWhole(b) && Number.isSafeInteger(result);
}

/** Digits alone: neither a fraction nor the text of something else that `Number` takes. */
const isWhole = (amount: string): boolean => amount.length <= 15 && /^-?[1-9]\d*$|^0$/.test(amount);

/** Lines, tax and shipping together. */
export function sumOf(order: Pick<Order, 'items' | 'tax' | 'shipping'>): string {
  return order.items.reduce(
    (sum, line) => plus(sum, lineAmount(line, line.quantity)),
    plus(order.tax, order.shipping),
  );
}

function lineAmount({ amount }: Line, quantity: number): string {
  const product = Number(amount) * quantity;
  const exact = Number.isSafeInteger(quantity) && isExact(amount, '0', product);
  return exact ? `${product}` : new Big(amount).times(quantity).toFixed();
}

/** How much of a line was captured. A merchant chooses the ids of lines, so one may have the name of what each object inherits. */
function piecesTaken(items: Taken['items'], item: string): number {
  return Object.hasOwn(items, item) ? (items[item] ?? 0) : 0;
}

/** How much of a line is not captured yet. */
export function lineRest(payment: Payment, line: Line): number {
  return line.quantity - piecesTaken(payment.taken.items, line.item);
}

/** How much is not captured yet of the line with this id; nothing of one that the order lacks. */
export function restOfLine(payment: Payment, item: string): number {
  const line = payment.order.items.find((candidate) => candidate.item === item);
  return line === undefined ? 0 : lineRest(payment, line);
}

/** How much was ordered of the line with this id; nothing of one that the order lacks. */
export function wholeLine({ order }: Payment, item: string): number {
  return order.items.find((line) => line.item === item)?.quantity ?? 0;
}

/** The part that captures everything that is left. */
export function restOf(payment: Payment): Part {
  const { order, taken } = payment;
  return {
    items: order.items
      .map((line) => ({ item: line.item, quantity: lineRest(payment, line) }))
      .filter(({ quantity }) => quantity > 0),
    tax: minus(order.tax, taken.tax),
    shipping: minus(order.shipping, taken.shipping),
  };
}

/** What a part is worth by the order's prices; undefined when it names a line that the order lacks. */
export function worth(order: Order, part: Part): string | undefined {
  let sum = plus(part.tax ?? '0', part.shipping ?? '0');
  for (const { item, quantity } of part.items) {
    const line = order.items.find((candidate) => candidate.item === item);
    if (line === undefined) return undefined;
    sum = plus(sum, lineAmount(line, quantity));
  }
  return sum;
}

/** Whether this part is left to capture: no line, tax or shipping goes beyond what was ordered. */
export function hasLeft(payment: Payment, part: Part): boolean {
  const rest = restOf(payment);
  const items = part.items.every(({ item, quantity }) => {
    const left = rest.items.find((candidate) => candidate.item === item)?.quantity ?? 0;
    // A line may be named twice.
    const requested = part.items.reduce((sum, one) => sum + (one.item === item ? one.quantity : 0), 0);
    return quantity > 0 && requested <= left;
  });
  return (
    items && !isMore(part.tax ?? '0', rest.tax ?? '0') && !isMore(part.shipping ?? '0', rest.shipping ?? '0')
  );
}

/** What is captured once this part is captured as well. */
export function takenWith(taken: Taken, part: Part, amount: string): Taken {
  let { items } = taken;
  // A copy, not an assignment: an id may be `__proto__`.
  for (const { item, quantity } of part.items)
    items = { ...items, [item]: piecesTaken(items, item) + quantity };
  return {
    items,
    tax: plus(taken.tax, part.tax ?? '0'),
    shipping: plus(taken.shipping, part.shipping ?? '0'),
    amount: plus(taken.amount, amount),
  };
}

/**
 * The part that a capture's body names; undefined when it names none, which is a full capture (legacy, Capture, rule 2).
 * `quantityOf`: the quantity of a line that is named without one; absent: such lines are left out.
 */
export function partOf(body: unknown, quantityOf?: (item: string) => number): Part | undefined {
  const items = at(body, ['items']);
  const tax = amountOf(at(body, ['tax']));
  const shipping = amountOf(at(body, ['shipping']));
  if (items === undefined && tax === undefined && shipping === undefined) return undefined;
  return {
    items: Array.isArray(items) ? items.flatMap((item) => itemOf(item, quantityOf)) : [],
    ...(tax !== undefined && { tax }),
    ...(shipping !== undefined && { shipping }),
  };
}

/** A JSON number as a decimal. */
export function amountOf(value: unknown): string | undefined {
  return isNumber(value) ? decimalOf(value as number) : undefined;
}

function itemOf(value: unknown, quantityOf?: (item: string) => number): Part['items'] {
  if (!isObject(value)) return [];
  const { item_id: item, quantity = typeof item === 'string' ? quantityOf?.(item) : undefined } = value;
  return typeof item === 'string' && typeof quantity === 'number' ? [{ item, quantity }] : [];
}

/** Whether a capture's body names a line without a quantity, which it may (legacy, Endpoints, Capture). */
export function namesNoQuantity(body: unknown): boolean {
  const items = at(body, ['items']);
  return (
    Array.isArray(items) &&
    items.some(
      (item) => isObject(item) && typeof item['item_id'] === 'string' && item['quantity'] === undefined,
    )
  );
}

/** Whether a capture's body has a line that names no item: it may be refused for that, whatever it asks for. */
export function namesNoItem(body: unknown): boolean {
  const items = at(body, ['items']);
  return Array.isArray(items) && items.some((item) => isObject(item) && item['item_id'] === undefined);
}
