import { Big } from 'big.js';
import type { HandlerReply } from '../seams.ts';
import type { World } from '../world.ts';
import { captureContent, type CaptureRequest } from './capture-content.ts';
import type { LegacyOperation } from './operation.ts';
import { closePayment, currentPayment, freshId } from './payments.ts';
import type { Captured, LegacyPayment } from './records.ts';
import { failed, succeeded, unknownPayment } from './replies.ts';
import { piecesOf } from './order.ts';
import type { LegacyRules } from './rules.ts';

function refused(world: World, payment: LegacyPayment, why: { readonly reason?: string } = {}): HandlerReply {
  world.events.emit({ status: 'capture_fail', paymentId: payment.id });
  return failed({ payment_id: payment.id, status: 'capture_fail', test: payment.test, ...why });
}

/** The states give the reason closed, which the table of errors leaves out. */
function refusedClosed(world: World, payment: LegacyPayment): HandlerReply {
  return refused(world, payment, { reason: 'closed' });
}

/** Nothing captured: whether a part belongs to an order does not depend on what was captured. */
const none: Captured = {
  amount: new Big(0),
  tax: new Big(0),
  shipping: new Big(0),
  pieces: new Map(),
  count: 0,
};

/** All that is left of a payment. */
function everything(world: World, payment: LegacyPayment): Captured {
  const { captured, order } = payment;
  return {
    amount: captured.amount.plus(world.legacyRules.capturable(payment)),
    tax: order.tax,
    shipping: order.shipping,
    pieces: captured.pieces,
    count: captured.count + 1,
  };
}

function capturing(
  world: World,
  payment: LegacyPayment,
  captured: Captured,
  how: 'full' | 'partial',
): HandlerReply {
  const id = world.legacyRules.captureId(freshId(world, 'capture'), payment);
  const amount = world.legacyRules.billed(payment, captured, how);
  world.store.legacyCaptures.put(id, { id, paymentId: payment.id, amount, refunded: new Big(0) });
  const after = world.store.legacyPayments.put(payment.id, { ...payment, captured });
  world.events.emit({ status: 'capture_success', paymentId: payment.id, captureId: id });
  if (world.legacyRules.closesAfterCapture(after, how)) {
    closePayment(world, after, how === 'full' ? 'full-capture' : 'last-partial');
  }
  return succeeded({ payment_id: payment.id, capture_id: id, status: 'capture_success', test: payment.test });
}

/** Capture: all that is left, or the lines, tax and shipping that are named (legacy, Endpoints, Capture). */
export const capture: LegacyOperation<CaptureRequest> = {
  name: 'capture',
  content: captureContent,
  signed: (request) => request.payment_id,
  handle(world, request) {
    const payment = currentPayment(world, request.payment_id);
    if (payment === undefined) return unknownPayment(request.payment_id);
    const { items, tax, shipping } = request;
    const isFull = items === undefined && tax === undefined && shipping === undefined;
    if (payment.status === 'close' && world.legacyRules.closedRefuses('capture', payment)) {
      const { partsFirst } = world.legacyRules;
      const isPartOf = isFull || captureParts(world.legacyRules, { ...payment, captured: none }, request);
      return partsFirst && isPartOf === undefined ? refused(world, payment) : refusedClosed(world, payment);
    }
    if (isFull) {
      if (!world.legacyRules.acceptsFull(payment)) return refused(world, payment);
      return capturing(world, payment, everything(world, payment), 'full');
    }
    const captured = captureParts(world.legacyRules, payment, request);
    if (captured !== undefined) return capturing(world, payment, captured, 'partial');
    world.store.legacyPayments.put(payment.id, world.legacyRules.afterRefusedCapture(payment, request));
    return refused(world, payment);
  },
};

type Items = NonNullable<CaptureRequest['items']>;

/** The named pieces and their price; undefined when a line is unknown or has too few pieces left. */
function takeItems(
  rules: LegacyRules,
  payment: LegacyPayment,
  items: Items,
): { price: Big; pieces: ReadonlyMap<string, number> } | undefined {
  const pieces = new Map(payment.captured.pieces);
  let price = new Big(0);
  for (const { item_id: id, quantity } of items) {
    if (id === undefined) return undefined;
    const lines = rules.linesToCapture(payment.order, id);
    if (lines.length === 0 && rules.passesOverLines) continue;
    if (!lines.every(rules.acceptsLine)) return undefined;
    const taken = pieces.get(id) ?? 0;
    const left = piecesOf(lines) - taken;
    const count = quantity ?? rules.piecesMeant(left, piecesOf(lines));
    if (count === undefined || lines.length === 0 || !rules.acceptsQuantity(count, left)) return undefined;
    price = price.plus(rules.priceOf(lines, taken, count));
    pieces.set(id, taken + count);
  }
  return { price, pieces };
}

/** What is captured in total after the named parts; undefined when they are more than is left. */
function captureParts(
  rules: LegacyRules,
  payment: LegacyPayment,
  request: CaptureRequest,
): Captured | undefined {
  const { captured, order } = payment;
  const taken = takeItems(rules, payment, request.items ?? []);
  if (taken === undefined) return undefined;
  const tax = new Big(request.tax ?? 0);
  const shipping = new Big(request.shipping ?? 0);
  if (tax.lt(0) || shipping.lt(0)) return undefined;
  const fits = (taking: Big, before: Big, ordered: Big) =>
    taking.lte(0) || rules.acceptsFee(before.plus(taking), ordered);
  if (!fits(tax, captured.tax, order.tax) || !fits(shipping, captured.shipping, order.shipping))
    return undefined;
  const amount = taken.price.plus(tax).plus(shipping);
  const passedOver = rules.passesOverLines && amount.eq(0) && (request.items ?? []).length > 0;
  const isAccepted = rules.acceptsLeast(amount) && rules.acceptsOfRest(amount, rules.capturable(payment));
  if (!passedOver && !isAccepted) return undefined;
  return {
    amount: captured.amount.plus(amount),
    tax: captured.tax.plus(tax),
    shipping: captured.shipping.plus(shipping),
    pieces: taken.pieces,
    count: captured.count + 1,
  };
}
