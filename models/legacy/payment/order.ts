import { at, isObject } from '../../checks.ts';
import { amountOf } from './amounts.ts';
import type { Line, Order, Payment } from './state.ts';

// A cache, since each hypothesis asks about the same body, and more than once.
const known = new WeakMap<object, Order>();

/** The order of an Authorize or Update body, amounts as decimals. A line without an id is identified by its position. */
export function orderOf(body: unknown): Order {
  if (!isObject(body)) return readOrder(body);
  let order = known.get(body);
  if (order === undefined) known.set(body, (order = readOrder(body)));
  return order;
}

function readOrder(body: unknown): Order {
  const amount = (name: string): string => amountOf(at(body, ['order', name])) ?? '0';
  const items = at(body, ['order', 'items']);
  return {
    items: Array.isArray(items) ? items.flatMap(lineOf) : [],
    tax: amount('tax'),
    shipping: amount('shipping'),
    total: amount('total_amount'),
  };
}

/** Whether a line of a body has no id. An id of another type is unspecified input, not a missing one. */
export function leavesOutIds(body: unknown): boolean {
  const items = at(body, ['order', 'items']);
  return Array.isArray(items) && items.some((line) => isObject(line) && line['item_id'] === undefined);
}

/** Whether a body leaves out what an update may: the id of a line, tax or shipping. */
export function leavesOutOptional(body: unknown): boolean {
  return leavesOutIds(body) || ['tax', 'shipping'].some((name) => at(body, ['order', name]) === undefined);
}

/** Whether a line has an id of its own, by which a capture can name it. */
export const isNamed = (item: string): boolean => !item.startsWith('#');

/** The lines that updates removed from an order, each as it was last. */
export function removedLines({ order, former }: Pick<Payment, 'order' | 'former'>): readonly Line[] {
  const last = new Map(former.toReversed().map((line) => [line.item, line]));
  return [...last.values()].filter(
    ({ item }) => isNamed(item) && order.items.every((line) => line.item !== item),
  );
}

function lineOf(value: unknown, index: number): readonly Line[] {
  if (!isObject(value)) return [];
  const { item_id: item, title, amount, quantity } = value;
  return [
    {
      item: typeof item === 'string' ? item : `#${index + 1}`,
      title: typeof title === 'string' ? title : '',
      amount: amountOf(amount) ?? '0',
      quantity: typeof quantity === 'number' ? quantity : 0,
    },
  ];
}

/** The order_ref of a body, or undefined. An empty one refers to nothing. */
export function orderRefOf(body: unknown): string | undefined {
  const value = at(body, ['order', 'order_ref']);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Whether the value of order_ref stands for no order_ref: what is stored then is not shown. */
export function isUnspecifiedRef(body: unknown): boolean {
  const value = at(body, ['order', 'order_ref']);
  return value !== undefined && (typeof value !== 'string' || value === '');
}

/** Whether the order of an Update holds nothing but order_ref (legacy, Endpoints, Update, rule 2). */
export function isOrderRefOnly(body: unknown): boolean {
  const order = at(body, ['order']);
  return isObject(order) && Object.keys(order).length === 1 && typeof order['order_ref'] === 'string';
}
