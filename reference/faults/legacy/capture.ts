import { piecesOf } from '../../legacy/order.ts';
import type { OrderLine, Order } from '../../legacy/records.ts';
import type { ReplyBody, ReplyWrapper } from '../../seams.ts';
import { type Fault, fault } from '../fault.ts';
import { withNote, noteOn } from '../notes.ts';
import { overlapping } from '../overlapping.ts';
import { whereStatus, lacking, stating, httpWhere } from '../replies.ts';
import { soundLegacyRules as sound } from '../../legacy/rules.ts';
import { nameless, discountOf, isWhole } from './patches.ts';
import { Big } from 'big.js';

/** Faults in when captures close a payment. */
export const legacyCaptureClosingFaults: readonly Fault[] = [
  fault('legacy-full-capture-stays-open', 'legacy.capture.full-closes', {
    summary: 'A full capture leaves the payment open.',
    legacy: {
      closesAfterCapture: (payment, how) => how === 'partial' && sound.closesAfterCapture(payment, how),
    },
  }),
  fault('legacy-race-of-update-and-capture', 'legacy.capture.full-closes', {
    summary: 'An update overwrites a capture that happens at the same time.',
    ...overlapping('update', { guarded: true }),
  }),
  fault('legacy-last-partial-stays-open', 'legacy.capture.partials-close', {
    summary: 'Partial captures that reach the total leave the payment open.',
    legacy: { closesAfterCapture: (_payment, how) => how === 'full' },
  }),
  fault('legacy-last-partial-of-fractions-stays-open', 'legacy.capture.partials-close', {
    summary:
      'The sum of partial captures is rounded down to whole yen, so that it never reaches a total with a fraction.',
    legacy: {
      closesAfterCapture: ({ captured, order }, how) =>
        how === 'full' || captured.amount.round(0, 0).gte(order.totalAmount),
    },
  }),
  fault('legacy-closes-before-discounts', 'legacy.capture.partials-close', {
    summary: 'A payment is closed by partial captures when they reach its total before discounts.',
    legacy: {
      closesAfterCapture: ({ captured, order }, how) =>
        how === 'full' || captured.amount.gte(order.totalAmount.minus(discountOf(order))),
    },
  }),
  fault('legacy-update-forgets-captured', 'legacy.capture.partials-close', {
    summary: 'An update after a partial capture resets the captured amount to zero.',
    stored: {
      legacyPayments: (payment, previous) =>
        previous !== undefined && payment.order !== previous.order && payment.status === 'open'
          ? { ...payment, captured: { ...payment.captured, amount: new Big(0) } }
          : payment,
    },
  }),
  fault('legacy-last-line-of-fractions-stays-open', 'legacy.capture.partials-close', {
    summary: 'Partial captures that reach a total with a fraction of a yen leave the payment open.',
    legacy: {
      closesAfterCapture: (payment, how) =>
        sound.closesAfterCapture(payment, how) &&
        (how === 'full' || payment.captured.count < 2 || isWhole(payment.order.totalAmount)),
    },
  }),
  fault('legacy-race-of-last-parts', 'legacy.capture.partials-close', {
    summary: 'Of two captures of tax or shipping at the same time one is not counted.',
    ...overlapping('capture', {
      when: (request) => !('items' in request) && ('tax' in request || 'shipping' in request),
    }),
  }),
  fault('legacy-partial-capture-closes', 'legacy.capture.partial-keeps-open', {
    summary: 'Any capture closes the payment.',
    legacy: { closesAfterCapture: () => true },
  }),
  fault('legacy-second-capture-closes', 'legacy.capture.partial-keeps-open', {
    summary: 'The second partial capture closes the payment, whatever is left.',
    legacy: {
      closesAfterCapture: (payment, how) =>
        payment.captured.count > 1 || sound.closesAfterCapture(payment, how),
    },
  }),
  fault('legacy-closes-one-yen-early', 'legacy.capture.partial-keeps-open', {
    summary: 'A payment is closed when all but one yen is captured.',
    legacy: { closesAfterCapture: ({ captured, order }) => captured.amount.gte(order.totalAmount.minus(1)) },
  }),
  fault('legacy-closes-by-rounded-amounts', 'legacy.capture.partial-keeps-open', {
    summary: 'Whether everything is captured is decided in whole yen.',
    legacy: {
      closesAfterCapture: ({ captured, order }) => captured.amount.round(0).gte(order.totalAmount.round(0)),
    },
  }),
  fault('legacy-closes-by-lines', 'legacy.capture.partial-keeps-open', {
    summary: 'A payment is closed when its lines are captured, even if tax and shipping are not.',
    legacy: {
      closesAfterCapture: ({ captured, order }) =>
        captured.amount.gte(order.totalAmount.minus(order.tax).minus(order.shipping)),
    },
  }),
  fault('legacy-closes-without-shipping', 'legacy.capture.partial-keeps-open', {
    summary: 'A payment is closed when all but its shipping fee is captured.',
    legacy: {
      closesAfterCapture: ({ captured, order }) =>
        captured.amount.gte(order.totalAmount.minus(order.shipping)),
    },
  }),
  fault('legacy-capture-of-no-tax-is-full', 'legacy.capture.partial-keeps-open', {
    summary: 'A capture whose only value is zero counts as a full one.',
    legacy: {
      received: (operation, body) =>
        operation === 'capture' && body['items'] === undefined
          ? Object.fromEntries(Object.entries(body).filter(([, value]) => value !== 0))
          : body,
    },
  }),
];

/** Changes a failed capture that named an amount of shipping. */
function whereShippingFails(change: (body: ReplyBody) => ReplyBody): ReplyWrapper {
  const changed = whereStatus('capture_fail', change);
  return (reply, context) => (context.request['shipping'] === undefined ? reply : changed(reply, context));
}

const formerLines = Symbol('lines that updates removed');
const linesBefore = (order: Order): readonly OrderLine[] =>
  (noteOn(order, formerLines) as readonly OrderLine[] | undefined) ?? [];

/** Faults in what a capture accepts and replies. */
export const legacyCaptureFaults: readonly Fault[] = [
  fault('legacy-closed-can-be-captured', 'legacy.capture.closed-refuses', {
    summary: 'A closed payment can be captured.',
    legacy: { closedRefuses: (operation) => operation !== 'capture' },
  }),
  fault('legacy-capture-fail-word', 'legacy.capture.closed-refuses', {
    summary: 'A failed capture has the status capture_failed instead of capture_fail.',
    reply: { capture: stating('capture_fail', 'status', 'capture_failed') },
  }),
  fault('legacy-closed-part-can-be-captured', 'legacy.capture.closed-refuses', {
    summary: 'A payment that was captured in part and then closed can still be captured.',
    legacy: {
      closedRefuses: (operation, { captured, order }) =>
        operation !== 'capture' || captured.amount.lte(0) || captured.amount.gte(order.totalAmount),
    },
  }),
  fault('legacy-race-of-captures', 'legacy.capture.closed-refuses', {
    summary: 'Two captures of the same payment at the same time both succeed.',
    ...overlapping('capture'),
  }),
  fault('legacy-race-of-capture-and-close', 'legacy.capture.closed-refuses', {
    summary:
      'A capture does not see that the payment is closed at the same time; captures wait for each other.',
    ...overlapping('capture', { guarded: true }),
  }),
  fault('legacy-amount-shrinks-by-capture', 'legacy.capture.keeps-amount', {
    summary: 'Status shows what is left to capture instead of the authorized amount.',
    legacy: { amountShown: (payment) => payment.order.totalAmount.minus(payment.captured.amount) },
  }),
  fault('legacy-capture-names-other-payment', 'legacy.common.payment-id-echoed', {
    summary: 'The reply to a capture names another payment.',
    reply: { capture: stating('capture_success', 'payment_id', 'pay_other') },
  }),
  fault('legacy-capture-id-shared', 'legacy.capture.unique-id', {
    summary: 'All captures of a payment have one capture_id.',
    legacy: { captureId: (_fresh, payment) => payment.id.replace('pay_', 'cap_') },
  }),
  fault('legacy-refused-pieces-used-up', 'legacy.capture.partial-succeeds', {
    summary:
      'A capture of more pieces than are left is refused, and those that are left can no longer be captured.',
    legacy: {
      afterRefusedCapture(payment, { items = [] }) {
        const pieces = new Map(payment.captured.pieces);
        for (const { item_id: id = '', quantity = 0 } of items) {
          const ordered = piecesOf(payment.order.lines.filter(({ itemId }) => itemId === id));
          if ((pieces.get(id) ?? 0) + quantity > ordered) pieces.set(id, ordered);
        }
        return { ...payment, captured: { ...payment.captured, pieces } };
      },
    },
  }),
  fault('legacy-capture-without-id', 'legacy.capture.capture-id', {
    summary: 'A successful capture gives no capture_id.',
    reply: { capture: lacking('capture_success', 'capture_id') },
  }),
  fault('legacy-capture-id-is-number', 'legacy.capture.capture-id', {
    summary: 'The capture_id of a new capture is a number.',
    reply: { capture: stating('capture_success', 'capture_id', 1_000_001) },
  }),
  fault('legacy-failed-capture-with-id', 'legacy.capture.fail-no-capture-id', {
    summary: 'A failed capture gives a capture_id.',
    reply: { capture: stating('capture_fail', 'capture_id', 'cap_none') },
  }),
  fault('legacy-capture-without-test', 'legacy.capture.success-reply', {
    summary: 'A successful capture lacks the test flag.',
    reply: { capture: lacking('capture_success', 'test') },
  }),
  fault('legacy-capture-success-lacks-payment-id', 'legacy.capture.success-reply', {
    summary: 'A reply of capture with the status capture_success has no payment_id.',
    reply: { capture: lacking('capture_success', 'payment_id') },
  }),
  fault('legacy-failed-capture-without-test', 'legacy.capture.fail-reply', {
    summary: 'A failed capture lacks the test flag.',
    reply: { capture: lacking('capture_fail', 'test') },
  }),
  fault('legacy-capture-beyond-fails-bare', 'legacy.capture.fail-reply', {
    summary: 'A refused capture of shipping has neither a payment_id nor the test flag.',
    reply: { capture: whereShippingFails(({ status }) => ({ status })) },
  }),
  fault('legacy-capture-fail-lacks-payment-id', 'legacy.capture.fail-reply', {
    summary: 'A reply of capture with the status capture_fail has no payment_id.',
    reply: { capture: lacking('capture_fail', 'payment_id') },
  }),
  fault('legacy-capture-created', 'legacy.common.success-http', {
    summary: 'A successful capture is answered with 409.',
    reply: { capture: httpWhere('capture_success', 409) },
  }),
  fault('legacy-missing-data-breaks', 'legacy.common.failure-not-server-error', {
    summary: 'A capture that lacks data is answered with 500 and internal_error.',
    reply: {
      capture: (reply, context) =>
        stating(
          'bad_request',
          'status',
          'internal_error',
        )(httpWhere('bad_request', 500)(reply, context), context),
    },
  }),
  fault('legacy-refusal-without-status', 'legacy.common.status-always', {
    summary: 'A capture that lacks data is refused without a status.',
    reply: { capture: lacking('bad_request', 'status') },
  }),
  fault('legacy-capture-beyond-fails-as-refund', 'legacy.common.failure-status', {
    summary: 'A refused capture of shipping has the status refund_fail.',
    reply: { capture: whereShippingFails((body) => ({ ...body, status: 'refund_fail' })) },
  }),
  fault('legacy-full-capture-word', 'legacy.capture.full-succeeds', {
    summary: 'A successful capture has the status captured instead of capture_success.',
    reply: { capture: stating('capture_success', 'status', 'captured') },
  }),
  fault('legacy-capture-by-put', 'legacy.common.post', {
    summary: 'A capture with the method POST is refused.',
    reply: { capture: () => ({ http: 405, body: { status: 'bad_request', message: 'Use PUT.' } }) },
  }),
  fault('legacy-capture-of-nothing', 'legacy.capture.required-fields', {
    summary: 'A capture without payment_id is answered with success.',
    reply: {
      capture: nameless('payment_id', { status: 'capture_success', capture_id: 'cap_none', test: true }),
    },
  }),
  fault('legacy-capture-fail-reason', 'legacy.capture.closed-reason', {
    summary: 'A failed capture gives the reason expired.',
    reply: { capture: stating('capture_fail', 'reason', 'expired') },
  }),
  fault('legacy-unknown-line-is-first', 'legacy.capture.items-of-order', {
    summary: 'The capture of a line that the order does not have captures its first line.',
    legacy: {
      linesToCapture: (order, itemId) => {
        const named = order.lines.filter((line) => line.itemId === itemId);
        return named.length > 0 ? named : order.lines.slice(0, 1);
      },
    },
  }),
  fault('legacy-removed-line-captured', 'legacy.capture.items-of-order', {
    summary: 'A line that an update has removed can still be captured.',
    legacy: {
      orderAfterUpdate: (before, after) =>
        withNote(after, formerLines, [...linesBefore(before), ...before.lines]),
      linesToCapture(order, itemId) {
        const named = sound.linesToCapture(order, itemId);
        return named.length > 0 ? named : linesBefore(order).filter((line) => line.itemId === itemId);
      },
    },
  }),
  fault('legacy-third-line-not-captured', 'legacy.capture.items-of-order', {
    summary: 'Only the first two lines of an order can be captured by themselves.',
    legacy: {
      linesToCapture: (order, itemId) => order.lines.slice(0, 2).filter((line) => line.itemId === itemId),
    },
  }),
  fault('legacy-update-keeps-prices', 'legacy.capture.items-of-order', {
    summary: 'An update does not change the unit price of a line.',
    legacy: {
      orderAfterUpdate: (before, after) => ({
        ...after,
        lines: after.lines.map((line) => {
          const same = before.lines.find(({ itemId }) => itemId !== undefined && itemId === line.itemId);
          return { ...line, amount: same?.amount ?? line.amount };
        }),
      }),
    },
  }),
];
