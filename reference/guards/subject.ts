import { Big } from 'big.js';
import { isObject, type JsonObject, objectIn } from '../json.ts';
import type { LegacyPayment } from '../legacy/records.ts';
import type { Payment } from '../resource/records.ts';
import type { Store } from '../store.ts';

/** A line of an order, whichever interface it came by. */
interface Line {
  readonly price: Big;
  readonly quantity: number;
  readonly title: string | undefined;
}

/** The payment that a request is about, or the one that it asks for, as guards look at it. */
export interface Subject {
  /** Absent: the request asks for a new payment. */
  readonly id?: string;
  readonly lines: readonly Line[];
  readonly tax: Big;
  readonly shipping: Big;
  readonly total: Big;
  readonly orderRef: string | undefined;
  readonly tokenId?: string | undefined;
  /** Its free texts, and the keys of its metadata. */
  readonly texts: readonly string[];
  readonly captures: number;
  readonly refunds: number;
  /** ms since the epoch; absent: not authorized yet. */
  readonly expiresAt?: number;
}

/** A request before it is handled. */
export interface GuardedRequest {
  readonly method: string;
  readonly path: string;
  readonly body: JsonObject;
}

/** The payment that a request names in its path or body, or describes in its body; undefined: the request is about none. */
export function subjectOf({ path, body }: GuardedRequest, store: Store): Subject | undefined {
  const named = path.split('/')[2] ?? '';
  const resource = store.resourcePayments.get(named);
  if (resource !== undefined) return ofResource(resource);
  const capture = store.legacyCaptures.get(textIn(body, 'capture_id'));
  const legacy = store.legacyPayments.get(capture?.paymentId ?? textIn(body, 'payment_id'));
  if (legacy !== undefined) return ofLegacy(legacy, store);
  return isObject(body['order']) ? ofRequest(body, body['order']) : undefined;
}

/** All payments of the store, as they are now. */
export function* subjectsIn(store: Store): Generator<Subject> {
  for (const payment of store.legacyPayments.values()) yield ofLegacy(payment, store);
  for (const payment of store.resourcePayments.values()) yield ofResource(payment);
}

function ofLegacy({ id, order, captured, expiresAt }: LegacyPayment, store: Store): Subject {
  const captures = [...store.legacyCaptures.values()].filter(({ paymentId }) => paymentId === id);
  return {
    id,
    lines: order.lines.map(({ amount, quantity, title }) => ({ price: amount, quantity, title })),
    tax: order.tax,
    shipping: order.shipping,
    total: order.totalAmount,
    orderRef: order.orderRef,
    texts: [
      ...order.lines.flatMap(({ itemId, title }) => [itemId ?? '', title]),
      ...(order.orderRef === undefined ? [] : [order.orderRef]),
    ],
    captures: captured.count,
    refunds: captures.filter(({ refunded }) => refunded.gt(0)).length,
    expiresAt,
  };
}

/** A payment as it is stored: a fault may have stored a line without a price. */
function ofResource(payment: Payment): Subject {
  const { id, order, amount, captures, refunds, expiresAt, tokenId } = payment;
  return {
    id,
    lines: order.items.map(({ unit_price: price, quantity, title }) => ({
      price: finite(price),
      quantity: finite(quantity).toNumber(),
      title,
    })),
    tax: finite(order.tax),
    shipping: finite(order.shipping),
    total: finite(amount),
    orderRef: order.order_ref,
    tokenId,
    texts: [
      ...textsIn(order.items),
      ...textsIn(payment.metadata),
      ...Object.keys(payment.metadata),
      payment.description,
      payment.storeName,
      order.order_ref,
    ],
    captures: captures.length,
    refunds: refunds.length,
    expiresAt,
  };
}

/** The payment that a creation describes. Malformed numbers count as 0: such a request is refused anyway. */
function ofRequest(body: JsonObject, order: JsonObject): Subject {
  const items = Array.isArray(order['items']) ? order['items'].map((line: unknown) => objectIn(line)) : [];
  const metadata = objectIn(body['metadata']);
  return {
    lines: items.map((line) => ({
      price: numberIn(line, 'unit_price').plus(numberIn(line, 'amount')),
      quantity: numberIn(line, 'quantity').toNumber(),
      title: textIn(line, 'title'),
    })),
    tax: numberIn(order, 'tax'),
    shipping: numberIn(order, 'shipping'),
    total: numberIn(body, 'amount').plus(numberIn(order, 'total_amount')),
    orderRef: textIn(order, 'order_ref') || undefined,
    tokenId: textIn(body, 'token_id'),
    texts: [
      ...textsIn(order),
      ...textsIn(metadata),
      ...Object.keys(metadata),
      textIn(body, 'description'),
      textIn(body, 'store_name'),
      textIn(objectIn(body['merchant_data']), 'store'),
    ],
    captures: 0,
    refunds: 0,
  };
}

function numberIn(of: JsonObject, name: string): Big {
  return finite(of[name]);
}

/** A number; 0 for anything else. */
function finite(value: unknown): Big {
  return new Big(typeof value === 'number' && Number.isFinite(value) ? value : 0);
}

function textIn(of: JsonObject, name: string): string {
  const value = of[name];
  return typeof value === 'string' ? value : '';
}

/** Every text in a value, however deep. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((inner) => textsIn(inner));
}
