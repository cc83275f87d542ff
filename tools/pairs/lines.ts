import type { Factors, FactorTable } from './pairs.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** A request and its reply, as JSON objects; what is none is empty. */
export interface Tried {
  readonly operation: string;
  readonly http: number;
  readonly body: Fields;
  readonly reply: Fields;
}

/** A line of an order. */
export interface Line {
  readonly id: unknown;
  /** Of one piece, yen. */
  readonly price: number;
  readonly quantity: number;
}

/** A value as a JSON object; empty when it is none. */
export function recordOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** The lines of an order of either interface. */
export function linesOf(order: Fields): readonly Line[] {
  const items: readonly unknown[] = Array.isArray(order['items']) ? order['items'] : [];
  return items.map(recordOf).map((item) => ({
    id: item['item_id'] ?? item['id'],
    price: Number(item['amount'] ?? item['unit_price']),
    quantity: Number(item['quantity']),
  }));
}

const extra = ['absent', 'zero', 'more'] as const;

/** What the orders of both interfaces differ in. */
export const lineValues = {
  lines: ['one', 'several'],
  discount: ['none', 'one unit', 'several units'],
  quantity: ['one of each', 'several of a line'],
  tax: extra,
  shipping: extra,
} as const;

/** A discount alone would make the total negative. */
export const lineImpossible: FactorTable['impossible'] = [
  ['lines=one', 'discount=one unit'],
  ['lines=one', 'discount=several units'],
];

/** The factors of an order. */
export function lineFactors(order: Fields): Factors {
  const lines = linesOf(order);
  return {
    lines: lines.length === 1 ? 'one' : 'several',
    discount: discountOf(order),
    quantity: lines.some(({ price, quantity }) => price >= 0 && quantity > 1)
      ? 'several of a line'
      : 'one of each',
    tax: extraOf(order['tax']),
    shipping: extraOf(order['shipping']),
  };
}

/** Whether an order has a discount, and of how many units. */
export function discountOf(order: Fields): 'none' | 'one unit' | 'several units' {
  const units = linesOf(order).filter(({ price }) => price < 0);
  if (units.length === 0) return 'none';
  return units.some(({ quantity }) => quantity > 1) ? 'several units' : 'one unit';
}

/** The values of `fractionsOf`. */
export const fractionValues = ['none', 'some'];

/** Whether an amount of an order is no whole yen. */
export function fractionsOf(order: Fields): 'none' | 'some' {
  const amounts = [...linesOf(order).map(({ price }) => price), order['tax'], order['shipping']];
  return amounts.some((amount) => typeof amount === 'number' && !Number.isInteger(amount)) ? 'some' : 'none';
}

/** How a sum beside the lines is given. */
export function extraOf(value: unknown): (typeof extra)[number] {
  if (value === undefined || value === null) return 'absent';
  return value === 0 ? 'zero' : 'more';
}
