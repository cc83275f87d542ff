import { Big } from 'big.js';
import type { CaptureRequest } from './capture-content.ts';
import { piecesOf } from './order.ts';
import type { Captured, LegacyPayment } from './records.ts';
import type { LegacyRules } from './rules.ts';

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
export function captureParts(
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
