import { DAY_MS } from '../../durations.ts';
import { type Fault, fault } from '../fault.ts';
import { overlapping } from '../overlapping.ts';
import { lacking, stating } from '../replies.ts';
import { soundLegacyRules as sound } from '../../legacy/rules.ts';
import { nameless } from './patches.ts';

/** Faults in closing a payment, by request and by expiry. */
export const legacyCloseFaults: readonly Fault[] = [
  fault('legacy-close-keeps-open', 'legacy.close.closes', {
    summary: 'A close request is answered with close_success and changes nothing.',
    legacy: { statusAfterClosing: (cause) => (cause === 'request' ? 'open' : 'close') },
  }),
  fault('legacy-captured-not-closed', 'legacy.close.closes', {
    summary: 'A close request does not close a payment that was captured in part.',
    stored: {
      legacyPayments: (payment, before) =>
        before?.status === 'open' &&
        payment.status === 'close' &&
        payment.captured.amount.gt(0) &&
        payment.captured.amount.lt(payment.order.totalAmount)
          ? { ...payment, status: 'open' }
          : payment,
    },
  }),
  fault('legacy-closed-can-be-closed', 'legacy.close.closed-refuses', {
    summary: 'A closed payment can be closed again.',
    legacy: { closedRefuses: (operation) => operation !== 'close' },
  }),
  fault('legacy-race-of-closes', 'legacy.close.closed-refuses', {
    summary: 'Two close requests at the same time both succeed.',
    ...overlapping('close'),
  }),
  fault('legacy-never-expires', 'legacy.expiry.closes', {
    summary: 'A payment stays open past its expiry.',
    legacy: { isExpired: () => false },
  }),
  fault('legacy-captured-never-expires', 'legacy.expiry.closes', {
    summary: 'A payment that was captured in part stays open past its expiry.',
    legacy: { isExpired: (payment, now) => payment.captured.count === 0 && sound.isExpired(payment, now) },
  }),
  fault('legacy-expires-a-day-early', 'legacy.expiry.open-until', {
    summary: 'A payment closes a day before the expiry that it shows.',
    legacy: { isExpired: (payment, now) => sound.isExpired(payment, now + DAY_MS) },
  }),
  fault('legacy-close-without-test', 'legacy.close.success-reply', {
    summary: 'A successful close lacks the test flag.',
    reply: { close: lacking('close_success', 'test') },
  }),
  fault('legacy-close-success-lacks-payment-id', 'legacy.close.success-reply', {
    summary: 'A reply of close with the status close_success has no payment_id.',
    reply: { close: lacking('close_success', 'payment_id') },
  }),
  fault('legacy-close-closed-reason', 'legacy.close.closed-reason', {
    summary: 'Closing a closed payment fails with another reason than closed.',
    reply: { close: stating('close_fail', 'reason', 'not_open') },
  }),
  fault('legacy-close-fail-lacks-reason', 'legacy.close.closed-reason', {
    summary: 'A reply of close with the status close_fail has no reason.',
    reply: { close: lacking('close_fail', 'reason') },
  }),
  fault('legacy-close-fail-without-message', 'legacy.close.fail-reply', {
    summary: 'A failed close has no message.',
    reply: { close: lacking('close_fail', 'message') },
  }),
  fault('legacy-close-fail-lacks-payment-id', 'legacy.close.fail-reply', {
    summary: 'A reply of close with the status close_fail has no payment_id.',
    reply: { close: lacking('close_fail', 'payment_id') },
  }),
  fault('legacy-close-fail-lacks-test', 'legacy.close.fail-reply', {
    summary: 'A reply of close with the status close_fail has no test.',
    reply: { close: lacking('close_fail', 'test') },
  }),
  fault('legacy-close-word', 'legacy.close.succeeds', {
    summary: 'A successful close has the status closed instead of close_success.',
    reply: { close: stating('close_success', 'status', 'closed') },
  }),
  fault('legacy-close-not-found', 'legacy.common.paths', {
    summary: 'The path /pay/close is not found.',
    reply: { close: () => ({ http: 404, body: { message: 'Not Found' } }) },
  }),
  fault('legacy-close-of-nothing', 'legacy.close.required-fields', {
    summary: 'A close without payment_id is answered with success.',
    reply: { close: nameless('payment_id', { status: 'close_success', test: true }) },
  }),
  fault('legacy-test-is-text', 'legacy.common.test-flag', {
    summary: 'A successful close shows the test flag as text.',
    reply: { close: stating('close_success', 'test', 'true') },
  }),
];
