import { Big } from 'big.js';
import type { LegacyRules } from '../legacy/rules.ts';
import type { ReplyWrapper } from '../seams.ts';
import { isObject, type JsonObject } from '../json.ts';
import { fieldsOf } from '../faults/replies.ts';
import { authorizeMaterial, roundedText, type AuthorizeSigned } from '../legacy/checksum.ts';
import { priceBeyond } from '../legacy/order.ts';
import type { Order } from '../legacy/records.ts';
import { type Choice, choice } from './choice.ts';

function ruling(latitude: string, answer: string, legacy: Partial<LegacyRules>): Choice {
  return choice(`legacy.${latitude}`, answer, { legacy });
}

/** Lines, tax and shipping together. */
function sumOf({ lines, tax, shipping }: Order): Big {
  return lines.reduce((sum, one) => sum.plus(one.amount.times(one.quantity)), new Big(tax).plus(shipping));
}

/** A body with an address in place of another value. */
function withPlace(operation: string, body: JsonObject): JsonObject {
  const { buyer } = body;
  const place = { address2: '-', address3: '-', address4: '-', postal_code: '-' };
  const other =
    operation === 'authorize' && isObject(buyer) && 'address' in buyer && !isObject(buyer['address']);
  return other ? { ...body, buyer: { ...buyer, address: place } } : body;
}

const amounts = new Set(['amount', 'total_amount', 'tax', 'shipping']);

/** Whether any amount in a body is not a whole number. */
function hasFraction(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false;
  return Object.entries(part).some(
    ([name, value]) => (amounts.has(name) && !Number.isInteger(Number(value))) || hasFraction(value),
  );
}

const HOUR_MS = 3_600_000;

/** Shows the expiry in another time zone. */
const zoned =
  (hours: number): ReplyWrapper =>
  (reply) => {
    const { expires, ...rest } = fieldsOf(reply);
    if (typeof expires !== 'string') return reply;
    const shown = new Date(Date.parse(`${expires.replace(' ', 'T')}Z`) + hours * HOUR_MS);
    return { ...reply, body: { ...rest, expires: shown.toISOString().slice(0, 19).replace('T', ' ') } };
  };

/** Answers to what the document leaves open about accepted requests, orders, and unusual captures and refunds. */
export const legacyOrderChoices: readonly Choice[] = [
  choice('legacy.common.other-methods', 'refused'),
  ruling('common.other-methods', 'executed', { acceptsMethod: () => true }),
  choice('legacy.common.other-content-type', 'refused'),
  ruling('common.other-content-type', 'executed', { acceptsContentType: () => true }),
  choice('legacy.status.expires-zone', 'UTC'),
  choice('legacy.status.expires-zone', 'JST', { reply: { status: zoned(9) } }),
  choice('legacy.status.expires-zone', 'other', { reply: { status: zoned(-3) } }),
  choice('legacy.update.raised-total', 'accepted'),
  ruling('update.raised-total', 'refused', { acceptsRaise: false }),
  choice('legacy.update.raise-after-capture', 'accepted'),
  ruling('update.raise-after-capture', 'refused', { acceptsRaiseAfterCapture: false }),
  choice('legacy.update.inconsistent-total', 'accepted'),
  ruling('update.inconsistent-total', 'refused', {
    acceptsSum: (order) => sumOf(order).eq(order.totalAmount),
  }),
  ruling('update.missing-order-ref', 'kept', {
    acceptsMissingRef: () => true,
    refLeftOut: (before) => before.orderRef,
  }),
  ruling('update.other-order-ref', 'kept', {
    acceptsRef: () => true,
    refBrought: (before, sent) => before.orderRef ?? sent,
  }),
  choice('legacy.authorize.order-ref-twice', 'accepted'),
  ruling('authorize.order-ref-twice', 'refused', { acceptsRefTwice: false }),
  choice('legacy.update.first-order-ref', 'set'),
  ruling('update.first-order-ref', 'ignored', { refFirst: () => undefined }),
  choice('legacy.update.order-ref-only-after-authorize', 'replaced'),
  ruling('update.order-ref-only-after-authorize', 'refused', { refAfterAuthorize: 'refused' }),
  ruling('update.order-ref-only-after-authorize', 'kept', { refAfterAuthorize: 'kept' }),
  choice('legacy.update.order-ref-only-after-update', 'replaced'),
  ruling('update.order-ref-only-after-update', 'refused', { refAfterUpdate: 'refused' }),
  ruling('update.order-ref-only-after-update', 'kept', { refAfterUpdate: 'kept' }),
  choice('legacy.capture.unknown-line', 'refused'),
  ruling('capture.unknown-line', 'nothing', { passesOverLines: true }),
  choice('legacy.capture.line-again', 'refused'),
  ruling('capture.line-again', 'accepted', {
    acceptsQuantity: (count) => count > 0,
    acceptsFee: () => true,
    priceOf: priceBeyond,
  }),
  choice('legacy.capture.full-after-partial', 'captures-rest'),
  ruling('capture.full-after-partial', 'refused', { acceptsFull: ({ captured }) => captured.count === 0 }),
  choice('legacy.capture.discount-line', 'captured'),
  ruling('capture.discount-line', 'refused', { acceptsLine: ({ amount }) => amount.gte(0) }),
  choice('legacy.capture.no-quantity', 'the-rest'),
  ruling('capture.no-quantity', 'one', { piecesMeant: () => 1 }),
  ruling('capture.no-quantity', 'the-line', { piecesMeant: (_left, ordered) => ordered }),
  ruling('capture.no-quantity', 'refused', { piecesMeant: () => undefined }),
  choice('legacy.checksum.integers', 'truncated'),
  ruling('checksum.integers', 'rounded', {
    signed: (operation, material, _store, request) =>
      operation === 'authorize'
        ? authorizeMaterial(request as unknown as AuthorizeSigned, roundedText)
        : material,
  }),
  choice('legacy.refund.second-full', 'refused'),
  ruling('refund.second-full', 'accepted', { acceptsEmptyRefund: true }),
  choice('legacy.refund.after-close', 'accepted'),
  ruling('refund.after-close', 'refused', { refundsClosed: ({ closedBy }) => closedBy !== 'request' }),
  choice('legacy.refund.after-expiry', 'accepted'),
  ruling('refund.after-expiry', 'refused', { refundsExpired: ({ closedBy }) => closedBy !== 'expiry' }),
  choice('legacy.refund.after-validity', 'accepted'),
  ruling('refund.after-validity', 'refused', {
    refundsOutlived: ({ closedBy, expiresAt }, now) => closedBy === 'expiry' || now < expiresAt,
  }),
  choice('legacy.common.fractions', 'executed'),
  ruling('common.fractions', 'refused', { acceptsBody: (body) => !hasFraction(body) }),
  choice('legacy.refund.captured-total', 'kept'),
  ruling('refund.captured-total', 'lowered', {
    capturedAfterRefund: ({ captured, status }, amount) =>
      status === 'open' ? { ...captured, amount: captured.amount.minus(amount) } : captured,
  }),
  choice('legacy.update.order-ref-only-closed', 'refused'),
  ruling('update.order-ref-only-closed', 'set', { setsRefOfClosed: true }),
  choice('legacy.common.missing-details', 'refused'),
  ruling('common.missing-details', 'executed', { completed: withPlace }),
];
