import { having, httpWhere, whereStatus, without } from './body.ts';
import type { Fault } from './fault.ts';

/** Faults in the ids, flags and words of legacy replies. */
export const legacyReplyFaults: readonly Fault[] = [
  {
    id: 'legacy-capture-names-other-payment',
    requirement: 'legacy.common.payment-id-echoed',
    summary: 'The reply to a capture names another payment.',
    reply: { capture: whereStatus('capture_success', having('payment_id', 'pay_other')) },
  },
  {
    id: 'legacy-capture-id-shared',
    requirement: 'legacy.capture.unique-id',
    summary: 'All captures of a payment have one capture_id.',
    legacy: { captureId: (_fresh, payment) => payment.id.replace('pay_', 'cap_') },
  },
  {
    id: 'legacy-capture-without-id',
    requirement: 'legacy.capture.capture-id',
    summary: 'A successful capture gives no capture_id.',
    reply: { capture: whereStatus('capture_success', without('capture_id')) },
  },
  {
    id: 'legacy-failed-capture-with-id',
    requirement: 'legacy.capture.fail-no-capture-id',
    summary: 'A failed capture gives a capture_id.',
    reply: { capture: whereStatus('capture_fail', having('capture_id', 'cap_none')) },
  },
  {
    id: 'legacy-authorize-without-id',
    requirement: 'legacy.authorize.payment-id',
    summary: 'A successful authorize gives no payment_id.',
    reply: { authorize: whereStatus('authorize_success', without('payment_id')) },
  },
  {
    id: 'legacy-declined-names-payment',
    requirement: 'legacy.authorize.fail-reply',
    summary: 'A declined authorize names a payment.',
    reply: { authorize: whereStatus('authorize_fail', having('payment_id', 'pay_none')) },
  },
  {
    id: 'legacy-authorize-without-test',
    requirement: 'legacy.authorize.test',
    summary: 'A successful authorize lacks the test flag.',
    reply: { authorize: whereStatus('authorize_success', without('test')) },
  },
  {
    id: 'legacy-update-without-test',
    requirement: 'legacy.update.success-reply',
    summary: 'A successful update lacks the test flag.',
    reply: { update: whereStatus('update_success', without('test')) },
  },
  {
    id: 'legacy-close-without-test',
    requirement: 'legacy.close.success-reply',
    summary: 'A successful close lacks the test flag.',
    reply: { close: whereStatus('close_success', without('test')) },
  },
  {
    id: 'legacy-capture-without-test',
    requirement: 'legacy.capture.success-reply',
    summary: 'A successful capture lacks the test flag.',
    reply: { capture: whereStatus('capture_success', without('test')) },
  },
  {
    id: 'legacy-failed-capture-without-test',
    requirement: 'legacy.capture.fail-reply',
    summary: 'A failed capture lacks the test flag.',
    reply: { capture: whereStatus('capture_fail', without('test')) },
  },
  {
    id: 'legacy-status-without-test',
    requirement: 'legacy.status.fields',
    summary: 'Status lacks the test flag.',
    reply: { status: whereStatus('open', without('test')) },
  },
  {
    id: 'legacy-closed-status-test-false',
    requirement: 'legacy.common.test-flag',
    summary: 'Status of a closed payment says that it is no test.',
    reply: { status: whereStatus('close', having('test', false)) },
  },
  {
    id: 'legacy-status-amount-as-text',
    requirement: 'legacy.status.amount-number',
    summary: 'Status shows the amount as text.',
    reply: { status: whereStatus('open', (body) => ({ ...body, amount: String(body.amount) })) },
  },
  {
    id: 'legacy-status-expires-iso',
    requirement: 'legacy.status.expires-form',
    summary: 'Status shows the expiry in ISO 8601.',
    reply: {
      status: whereStatus('open', (body) => ({
        ...body,
        expires: `${String(body.expires).replace(' ', 'T')}Z`,
      })),
    },
  },
  {
    id: 'legacy-update-closed-reason',
    requirement: 'legacy.update.closed-reason',
    summary: 'An update of a closed payment fails for another reason than closed.',
    reply: { update: whereStatus('update_fail', having('reason', 'expired')) },
  },
  {
    id: 'legacy-close-closed-reason',
    requirement: 'legacy.close.closed-reason',
    summary: 'Closing a closed payment fails for another reason than closed.',
    reply: { close: whereStatus('close_fail', having('reason', 'not_open')) },
  },
  {
    id: 'legacy-close-fail-without-message',
    requirement: 'legacy.close.fail-reply',
    summary: 'A failed close has no message.',
    reply: { close: whereStatus('close_fail', without('message')) },
  },
  {
    id: 'legacy-capture-fail-word',
    requirement: 'legacy.capture.closed-refuses',
    summary: 'A failed capture says capture_failed in place of capture_fail.',
    reply: { capture: whereStatus('capture_fail', having('status', 'capture_failed')) },
  },
  {
    id: 'legacy-refund-names-no-capture',
    requirement: 'legacy.refund.success-reply',
    summary: 'The reply to a refund has no capture_id.',
    reply: { refund: whereStatus('refund_success', without('capture_id')) },
  },
  {
    id: 'legacy-capture-created',
    requirement: 'legacy.common.success-http',
    summary: 'A successful capture is answered with 409.',
    reply: { capture: httpWhere('capture_success', 409) },
  },
  {
    id: 'legacy-missing-data-breaks',
    requirement: 'legacy.common.failure-not-server-error',
    summary: 'A capture that lacks data is answered with 500.',
    reply: { capture: httpWhere('bad_request', 500) },
  },
  {
    id: 'legacy-unknown-payment-open',
    requirement: 'legacy.common.unknown-payment',
    summary: 'Status shows any id as an open payment.',
    reply: {
      status: (reply, { request }) =>
        'reason' in reply.body && reply.body.reason === 'unknown_payment'
          ? {
              http: 200,
              body: {
                payment_id: request.payment_id,
                status: 'open',
                expires: '2030-01-01 00:00:00',
                amount: 0,
                order_ref: '',
                test: true,
              },
            }
          : reply,
    },
  },
];
