import { Big } from 'big.js';
import type { Json, Reduction, Step } from '../../../engine/model.ts';
import { at, isObject } from '../../../models/checks.ts';
import { authorizeRequest } from '../../../spec/legacy/authorize.ts';
import { total, type WireOrder } from '../../data.ts';
import {
  withoutElements,
  withoutOptional,
  withPlain,
  withValue,
  type JsonObject,
  type Leaner,
} from '../../leaner-bodies.ts';
import { mixed, orders } from './authorize-orders.ts';

/** More lines than an order is drawn with. */
const mostLines = 5;

/** What the table requires of a consumer whom nobody knows yet. 192.0.2.1 belongs to nobody (RFC 5737). */
const newcomer = {
  store: 'store',
  customer_age: 0,
  last_order: 0,
  last_order_amount: 0,
  known_address: false,
  num_orders: 0,
  ltv: 0,
  ip_address: '192.0.2.1',
};

/** Everything that an authorization may do without, by its schema, and plain values for the rest of what matters seldom. */
const leaner: readonly Leaner[] = [
  inOneLine,
  ...withoutElements(['order', 'items'], mostLines),
  ...withoutOptional(authorizeRequest),
  inPieces,
  ...withPlain(['merchant_data'], newcomer),
];

/** What an authorization may do without. `least`: the lowest total, since a consumer is approved within limits. */
export function authorizeReductions(step: Step, least: number): readonly Reduction[] {
  if (!isObject(at(step.data, ['body']))) return [];
  return [plainEncoding, ...leaner.map((change) => (made: Step) => changed(made, change, least))];
}

function plainEncoding(step: Step): Step {
  return at(step.data, ['encoding']) === 'base64'
    ? { ...step, data: { ...(step.data as JsonObject), encoding: 'hex' } }
    : step;
}

function changed(step: Step, change: Leaner, least: number): Step {
  const data = step.data as JsonObject;
  const body = data['body'] as JsonObject;
  const less = change(body);
  if (JSON.stringify(less) === JSON.stringify(body)) return step;
  const order = less['order'] as JsonObject & WireOrder;
  const sum = total(order);
  if (sum < Math.min(least, order.total_amount)) return step;
  const made = withValue(less, ['order', 'total_amount'], sum);
  return { ...step, kind: kindOf(step, made), data: { ...data, body: made } };
}

/** An ordinary order of one piece is called so, whatever it was before. */
function kindOf({ kind }: Step, body: JsonObject): string {
  if (!(kind in orders || kind === mixed)) return kind;
  const { items, tax, shipping, order_ref: ref } = body['order'] as JsonObject & WireOrder;
  const isPlain =
    items.length === 1 && items[0]?.quantity === 1 && tax === undefined && shipping === undefined;
  if (!isPlain || Object.hasOwn(body, 'options')) return kind;
  return ref === undefined ? 'no order_ref' : 'one piece';
}

/** The same total as one piece of one line, in whole yen where it was not. */
function inOneLine(body: JsonObject): JsonObject {
  const sum = at(body, ['order', 'total_amount']);
  const { tax: _tax, shipping: _shipping, ...order } = body['order'] as JsonObject;
  if (typeof sum !== 'number') return body;
  const amount = new Big(sum).round(0, Big.roundUp).toNumber();
  const items: Json = [{ item_id: 'i1', title: 'item', amount, quantity: 1 }];
  return { ...body, order: { ...order, items, total_amount: amount } };
}

/** One piece of each line. */
function inPieces(body: JsonObject): JsonObject {
  const { items } = body['order'] as JsonObject & WireOrder;
  return withValue(
    body,
    ['order', 'items'],
    items.map((line) => ({ ...line, quantity: 1 })),
  );
}
