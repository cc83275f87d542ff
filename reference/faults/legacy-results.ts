import type { ReplyBody, ReplyWrapper } from '../seams.ts';
import { having, whereStatus, without } from './body.ts';
import type { Fault } from './fault.ts';

/** The result word of refunds with, or without, an amount is another one. */
function refundWord(partial: boolean): ReplyWrapper {
  const renamed = whereStatus('refund_success', having('status', 'refunded'));
  return (reply, context) =>
    (context.request['amount'] !== undefined) === partial ? renamed(reply, context) : reply;
}

/** Changes a failed capture that named an amount of shipping, which may be refused for what it asks. */
function whereShippingFails(change: (body: ReplyBody) => ReplyBody): ReplyWrapper {
  const changed = whereStatus('capture_fail', change);
  return (reply, context) => (context.request['shipping'] === undefined ? reply : changed(reply, context));
}

/** Faults in the results that legacy operations name, and in what they leave behind. */
export const legacyResultFaults: readonly Fault[] = [
  {
    id: 'legacy-refusal-without-status',
    requirement: 'legacy.common.status-always',
    summary: 'A capture that lacks data is refused without a status.',
    reply: { capture: whereStatus('bad_request', without('status')) },
  },
  {
    id: 'legacy-refusal-word',
    requirement: 'legacy.common.failure-status',
    summary: 'A status request that lacks data is refused as invalid_request, which no table names.',
    reply: { status: whereStatus('bad_request', having('status', 'invalid_request')) },
  },
  {
    id: 'legacy-capture-beyond-fails-as-refund',
    requirement: 'legacy.common.failure-status',
    summary: 'A capture of shipping that is refused says refund_fail.',
    reply: { capture: whereShippingFails(having('status', 'refund_fail')) },
  },
  {
    id: 'legacy-capture-beyond-fails-bare',
    requirement: 'legacy.capture.fail-reply',
    summary: 'A capture of shipping that is refused says neither whose it was nor whether that is a test.',
    reply: { capture: whereShippingFails(({ status }) => ({ status })) },
  },
  {
    id: 'legacy-authorized-is-closed',
    requirement: 'legacy.authorize.opens',
    summary: 'A payment is closed from its authorization on.',
    stored: {
      legacyPayments: (payment, before) => (before === undefined ? { ...payment, status: 'close' } : payment),
    },
  },
  {
    id: 'legacy-declined-word',
    requirement: 'legacy.authorize.fail-status',
    summary: 'A declined authorization says declined in place of authorize_fail.',
    reply: { authorize: whereStatus('authorize_fail', having('status', 'declined')) },
  },
  {
    id: 'legacy-update-word',
    requirement: 'legacy.update.succeeds',
    summary: 'A successful update says updated in place of update_success.',
    reply: { update: whereStatus('update_success', having('status', 'updated')) },
  },
  {
    id: 'legacy-update-closes',
    requirement: 'legacy.update.stays-open',
    summary: 'An update closes the payment.',
    stored: {
      legacyPayments: (payment, before) =>
        before === undefined || before.order === payment.order ? payment : { ...payment, status: 'close' },
    },
  },
  {
    id: 'legacy-update-fail-without-message',
    requirement: 'legacy.update.fail-reply',
    summary: 'A failed update has no message.',
    reply: { update: whereStatus('update_fail', without('message')) },
  },
  {
    id: 'legacy-update-renumbers',
    requirement: 'legacy.update.same-order-ref',
    summary: 'An update that sends the same order_ref again adds a number to it.',
    legacy: {
      orderAfterUpdate: (before, after) =>
        after.orderRef !== '' && after.orderRef === before.orderRef
          ? { ...after, orderRef: `${after.orderRef}-2` }
          : after,
    },
  },
  {
    id: 'legacy-close-word',
    requirement: 'legacy.close.succeeds',
    summary: 'A successful close says closed in place of close_success.',
    reply: { close: whereStatus('close_success', having('status', 'closed')) },
  },
  {
    id: 'legacy-full-capture-word',
    requirement: 'legacy.capture.full-succeeds',
    summary: 'A successful capture says captured in place of capture_success.',
    reply: { capture: whereStatus('capture_success', having('status', 'captured')) },
  },
  {
    id: 'legacy-status-word',
    requirement: 'legacy.status.succeeds',
    summary: 'Status says opened in place of open.',
    reply: { status: whereStatus('open', having('status', 'opened')) },
  },
  {
    id: 'legacy-status-without-order-ref',
    requirement: 'legacy.status.order-ref',
    summary: 'Status lacks the order_ref.',
    reply: { status: whereStatus('open', without('order_ref')) },
  },
  {
    id: 'legacy-partial-refund-word',
    requirement: 'legacy.refund.partial-succeeds',
    summary: 'A successful refund with an amount says refunded in place of refund_success.',
    reply: { refund: refundWord(true) },
  },
  {
    id: 'legacy-full-refund-word',
    requirement: 'legacy.refund.full-succeeds',
    summary: 'A successful refund without an amount says refunded in place of refund_success.',
    reply: { refund: refundWord(false) },
  },
  {
    id: 'legacy-refund-fail-without-message',
    requirement: 'legacy.refund.fail-reply',
    summary: 'A failed refund has no message.',
    reply: { refund: whereStatus('refund_fail', without('message')) },
  },
];
