import { Big } from 'big.js';
import { authorizeMaterial, type AuthorizeSigned } from '../legacy/checksum.ts';
import type { Order, OrderLine } from '../legacy/records.ts';
import { soundLegacyRules as sound } from '../legacy/rules.ts';
import { fieldsOf } from './body.ts';
import type { Fault } from './fault.ts';

const HOUR_MS = 3_600_000;

/** The lines that an order had before it was updated. */
const formerLines = new WeakMap<Order, readonly OrderLine[]>();

/** `YYYY-MM-DD hh:mm:ss`, some seconds later. */
function later(text: unknown, seconds: number): string {
  const instant = Date.parse(`${String(text).replace(' ', 'T')}Z`) + seconds * 1000;
  return new Date(instant).toISOString().slice(0, 19).replace('T', ' ');
}

/** Faults that show only in a certain turn of events: the second time, after an update, under one encoding, across captures. */
export const legacyTurnFaults: readonly Fault[] = [
  {
    id: 'legacy-checksum-optional',
    requirement: 'legacy.checksum.required',
    summary: 'A request without a checksum is executed.',
    legacy: {
      acceptsChecksum: (of, given, hashed) => given === '' || sound.acceptsChecksum(of, given, hashed),
    },
  },
  {
    id: 'legacy-checksum-base64-unchecked',
    requirement: 'legacy.checksum.verified',
    summary: 'A checksum in base64 is looked at, not compared.',
    legacy: {
      acceptsChecksum: (of, given, hashed) => given.endsWith('=') || sound.acceptsChecksum(of, given, hashed),
    },
  },
  {
    id: 'legacy-checksum-base64-of-urls',
    requirement: 'legacy.checksum.base64',
    summary: 'A checksum in base64 is refused when it has a plus or a slash.',
    legacy: {
      acceptsChecksum: (of, given, hashed) => !/[+/]/.test(given) && sound.acceptsChecksum(of, given, hashed),
    },
  },
  {
    id: 'legacy-authorize-signed-rounded',
    requirement: 'legacy.checksum.authorize',
    summary: 'Authorize hashes amounts that are rounded, not cut to whole numbers.',
    legacy: {
      signed(operation, material, _store, request) {
        if (operation !== 'authorize') return material;
        const { order, merchant_data: data } = request as unknown as AuthorizeSigned;
        return authorizeMaterial({
          order: { total_amount: Math.round(order.total_amount) },
          merchant_data: {
            ...data,
            last_order_amount: Math.round(data.last_order_amount),
            ltv: Math.round(data.ltv),
          },
        });
      },
    },
  },
  {
    id: 'legacy-payment-id-of-order-ref',
    requirement: 'legacy.authorize.unique-id',
    summary: 'The payment_id is the end of the order_ref, so that orders that end alike share one.',
    legacy: {
      paymentId: (fresh, order) =>
        order.orderRef === undefined ? fresh : `pay_${order.orderRef.slice(-10)}`,
    },
  },
  {
    id: 'legacy-status-moves-expiry',
    requirement: 'legacy.status.reads-only',
    summary: 'The expiry that Status shows is a little later with each read.',
    reply: {
      status: (reply, { nth }) => {
        const body = fieldsOf(reply);
        return 'expires' in body
          ? { ...reply, body: { ...body, expires: later(body['expires'], nth) } }
          : reply;
      },
    },
  },
  {
    id: 'legacy-unknown-line-is-first',
    requirement: 'legacy.capture.items-of-order',
    summary: 'The capture of a line that the order does not have captures its first line.',
    legacy: {
      linesToCapture: (order, itemId) => {
        const named = order.lines.filter((line) => line.itemId === itemId);
        return named.length > 0 ? named : order.lines.slice(0, 1);
      },
    },
  },
  {
    id: 'legacy-removed-line-captured',
    requirement: 'legacy.capture.items-of-order',
    summary: 'A line that an update has removed can still be captured.',
    legacy: {
      orderAfterUpdate(before, after) {
        formerLines.set(after, [...(formerLines.get(before) ?? []), ...before.lines]);
        return after;
      },
      linesToCapture(order, itemId) {
        const named = sound.linesToCapture(order, itemId);
        return named.length > 0
          ? named
          : (formerLines.get(order) ?? []).filter((line) => line.itemId === itemId);
      },
    },
  },
  {
    id: 'legacy-third-line-not-captured',
    requirement: 'legacy.capture.items-of-order',
    summary: 'Only the first two lines of an order can be captured by themselves.',
    legacy: {
      linesToCapture: (order, itemId) => order.lines.slice(0, 2).filter((line) => line.itemId === itemId),
    },
  },
  {
    id: 'legacy-refunds-counted-per-payment',
    requirement: 'legacy.refund.per-capture',
    summary: 'What was refunded of one capture is missing from the other captures of the payment.',
    legacy: {
      refundable: (capture, store) =>
        [...store.legacyCaptures.values()]
          .filter((other) => other.paymentId === capture.paymentId)
          .reduce((left, other) => left.minus(other.refunded), capture.amount),
    },
  },
  {
    id: 'legacy-refund-up-to-payment',
    requirement: 'legacy.refund.above-refundable',
    summary: 'A refund of one capture may take what was captured by the others of the payment.',
    legacy: {
      refundable: (capture, store) =>
        [...store.legacyCaptures.values()]
          .filter((other) => other.paymentId === capture.paymentId)
          .reduce((left, other) => left.plus(other.amount).minus(other.refunded), new Big(0)),
    },
  },
  {
    id: 'legacy-refund-of-first-capture',
    requirement: 'legacy.refund.full-succeeds',
    summary: 'Every refund is measured against the first capture of the payment.',
    legacy: {
      refundable(capture, store) {
        const all = [...store.legacyCaptures.values()];
        return sound.refundable(all.find((one) => one.paymentId === capture.paymentId) ?? capture, store);
      },
    },
  },
  {
    id: 'legacy-refund-of-the-rest-refused',
    requirement: 'legacy.refund.partial-succeeds',
    summary: 'A refund of exactly what is left is refused when it names the amount.',
    legacy: {
      acceptsRefund: (amount, refundable, how) =>
        sound.acceptsRefund(amount, refundable, how) && (how === 'full' || amount.lt(refundable)),
    },
  },
  {
    id: 'legacy-capture-of-the-rest-refused',
    requirement: 'legacy.capture.partial-succeeds',
    summary: 'A partial capture of exactly what is left is refused.',
    legacy: { acceptsCapture: (amount, capturable) => amount.gt(0) && amount.lt(capturable) },
  },
  {
    id: 'legacy-discount-captured-as-charge',
    requirement: 'legacy.capture.partial-succeeds',
    summary: 'The capture of a discount line adds what it should take off.',
    legacy: { priceOf: (lines, from, count) => sound.priceOf(lines, from, count).abs() },
  },
  {
    id: 'legacy-order-ref-only-moves-expiry',
    requirement: 'legacy.update.keeps-expiry',
    summary: 'An update of the order_ref alone moves the expiry by an hour.',
    stored: {
      legacyPayments: (payment, before) =>
        before !== undefined &&
        before.order.lines === payment.order.lines &&
        before.order.orderRef !== payment.order.orderRef
          ? { ...payment, expiresAt: payment.expiresAt + HOUR_MS }
          : payment,
    },
  },
  {
    id: 'legacy-captured-not-closed',
    requirement: 'legacy.close.closes',
    summary: 'A close request leaves a payment open that was captured in part.',
    stored: {
      legacyPayments: (payment, before) =>
        before?.status === 'open' &&
        payment.status === 'close' &&
        payment.captured.amount.gt(0) &&
        payment.captured.amount.lt(payment.order.totalAmount)
          ? { ...payment, status: 'open' }
          : payment,
    },
  },
  {
    id: 'legacy-closed-part-can-be-captured',
    requirement: 'legacy.capture.closed-refuses',
    summary: 'What was captured in part before it was closed can still be captured.',
    legacy: {
      closedRefuses: (operation, { captured, order }) =>
        operation !== 'capture' || captured.amount.lte(0) || captured.amount.gte(order.totalAmount),
    },
  },
];
