import { DAY_MS, HOUR_MS } from '../../durations.ts';
import { objectIn } from '../../json.ts';
import { soundLegacyRules as sound } from '../../legacy/rules.ts';
import { type Fault, fault } from '../fault.ts';
import { lacking, stating } from '../replies.ts';
import { receiving, nameless, linesOf } from './patches.ts';

/** Faults in updates of an order. */
export const legacyUpdateFaults: readonly Fault[] = [
  fault('legacy-closed-can-be-updated', 'legacy.update.closed-refuses', {
    summary: 'A closed payment can be updated.',
    legacy: { closedRefuses: (operation) => operation !== 'update' },
  }),
  fault('legacy-failed-update-word', 'legacy.update.closed-refuses', {
    summary: 'The update of a closed payment fails with the status closed.',
    reply: { update: stating('update_fail', 'status', 'closed') },
  }),
  fault('legacy-update-adds-a-day', 'legacy.update.keeps-expiry', {
    summary: 'An update moves the expiry by a day.',
    legacy: { expiryAfterUpdate: (payment) => payment.expiresAt + DAY_MS },
  }),
  fault('legacy-update-renews', 'legacy.update.keeps-expiry', {
    summary: 'An update restarts the validity. This shows after time has passed.',
    legacy: { expiryAfterUpdate: (_payment, now, settings) => now + settings.validityMs },
  }),
  fault('legacy-order-ref-only-moves-expiry', 'legacy.update.keeps-expiry', {
    summary: 'An update of the order_ref alone moves the expiry by an hour.',
    stored: {
      legacyPayments: (payment, before) =>
        before !== undefined &&
        before.order.lines === payment.order.lines &&
        before.order.orderRef !== payment.order.orderRef
          ? { ...payment, expiresAt: payment.expiresAt + HOUR_MS }
          : payment,
    },
  }),
  fault('legacy-update-ignored', 'legacy.update.overwrites', {
    summary: 'An update is answered with success and changes nothing.',
    legacy: { orderAfterUpdate: (before) => before },
  }),
  fault('legacy-update-keeps-shipping', 'legacy.update.overwrites', {
    summary: 'An update does not change the shipping fee.',
    legacy: { orderAfterUpdate: (before, after) => ({ ...after, shipping: before.shipping }) },
  }),
  fault('legacy-update-keeps-tax', 'legacy.capture.full-closes', {
    summary: 'An update without tax keeps the tax of before, so that a full capture leaves the payment open.',
    legacy: {
      orderAfterUpdate: (before, after) => (after.tax.eq(0) ? { ...after, tax: before.tax } : after),
      closesAfterCapture: (payment, how) => {
        if (how === 'partial') return sound.closesAfterCapture(payment, how);
        const { captured, order } = payment;
        return captured.amount.gte(
          order.lines.reduce(
            (sum, line) => sum.plus(line.amount.times(line.quantity)),
            order.tax.plus(order.shipping),
          ),
        );
      },
    },
  }),
  fault('legacy-update-drops-third-line', 'legacy.update.overwrites', {
    summary: 'An update keeps only two lines of the new order.',
    legacy: { orderAfterUpdate: (_before, after) => ({ ...after, lines: after.lines.slice(0, 2) }) },
  }),
  fault('legacy-order-ref-only-ignored', 'legacy.update.order-ref-only', {
    summary: 'An update of the order_ref alone is answered with success and changes nothing.',
    legacy: { orderAfterRef: (before) => before },
  }),
  fault('legacy-order-ref-only-empties-order', 'legacy.update.order-ref-only-keeps-order', {
    summary: 'An update of the order_ref alone removes the lines of the order.',
    legacy: { orderAfterRef: (before, orderRef) => ({ ...before, lines: [], orderRef }) },
  }),
  fault('legacy-update-without-test', 'legacy.update.success-reply', {
    summary: 'A successful update lacks the test flag.',
    reply: { update: lacking('update_success', 'test') },
  }),
  fault('legacy-update-success-lacks-payment-id', 'legacy.update.success-reply', {
    summary: 'A reply of update with the status update_success has no payment_id.',
    reply: { update: lacking('update_success', 'payment_id') },
  }),
  fault('legacy-update-closed-reason', 'legacy.update.closed-reason', {
    summary: 'An update of a closed payment fails with another reason than closed.',
    reply: { update: stating('update_fail', 'reason', 'expired') },
  }),
  fault('legacy-update-fail-lacks-reason', 'legacy.update.closed-reason', {
    summary: 'A reply of update with the status update_fail has no reason.',
    reply: { update: lacking('update_fail', 'reason') },
  }),
  fault('legacy-update-word', 'legacy.update.succeeds', {
    summary: 'A successful update has the status updated instead of update_success.',
    reply: { update: stating('update_success', 'status', 'updated') },
  }),
  fault('legacy-update-closes', 'legacy.update.stays-open', {
    summary: 'An update closes the payment.',
    stored: {
      legacyPayments: (payment, before) =>
        before === undefined || before.order === payment.order ? payment : { ...payment, status: 'close' },
    },
  }),
  fault('legacy-update-fail-without-message', 'legacy.update.fail-reply', {
    summary: 'A failed update has no message.',
    reply: { update: lacking('update_fail', 'message') },
  }),
  fault('legacy-update-fail-lacks-payment-id', 'legacy.update.fail-reply', {
    summary: 'A reply of update with the status update_fail has no payment_id.',
    reply: { update: lacking('update_fail', 'payment_id') },
  }),
  fault('legacy-update-fail-lacks-test', 'legacy.update.fail-reply', {
    summary: 'A reply of update with the status update_fail has no test.',
    reply: { update: lacking('update_fail', 'test') },
  }),
  fault('legacy-update-renumbers', 'legacy.update.same-order-ref', {
    summary: 'An update that sends the same order_ref again adds a number to it.',
    legacy: {
      orderAfterUpdate: (before, after) =>
        after.orderRef !== '' && after.orderRef === before.orderRef
          ? { ...after, orderRef: `${after.orderRef}-2` }
          : after,
    },
  }),
  fault('legacy-update-as-html', 'legacy.common.content-type', {
    summary: 'The JSON of an update is sent as text/html.',
    reply: { update: (reply) => ({ ...reply, contentType: 'text/html; charset=utf-8' }) },
  }),
  fault('legacy-update-of-nothing', 'legacy.update.required-fields', {
    summary: 'A update without payment_id is answered with success.',
    reply: { update: nameless('payment_id', { status: 'update_success', test: true }) },
  }),
  fault('legacy-update-needs-line-ids', 'legacy.update.optional-fields', {
    summary: 'An update whose lines have no id is refused as malformed.',
    legacy: receiving('update', (body) =>
      linesOf(body).some((line) => line['item_id'] === undefined) ? {} : body,
    ),
  }),
  fault('legacy-update-needs-tax', 'legacy.update.optional-fields', {
    summary: 'An update without tax is refused as malformed.',
    legacy: receiving('update', (body) =>
      linesOf(body).length > 0 && objectIn(body['order'])['tax'] === undefined ? {} : body,
    ),
  }),
  fault('legacy-failed-update-is-no-test', 'legacy.common.test-flag', {
    summary: 'A failed update has a false test flag.',
    reply: { update: stating('update_fail', 'test', false) },
  }),
];
