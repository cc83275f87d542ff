import { type Fault, fault } from '../fault.ts';
import { drawnOf, forgotten, old } from '../lookups.ts';
import { oneIn } from '../replies.ts';

/** Faults that show once many others were made, or in one reply of many. */
export const legacySeldomFaults: readonly Fault[] = [
  fault('legacy-newest-fifty-found', 'legacy.status.succeeds', {
    summary: 'Only the newest 50 payments are known.',
    found: { legacyPayments: forgotten },
  }),
  fault('legacy-old-order-ref-forgotten', 'legacy.status.reads-only', {
    summary: 'A payment loses its order_ref once 40 others were made.',
    found: {
      legacyPayments: old(
        (payment) => ({ ...payment, order: { ...payment.order, orderRef: undefined } }),
        40,
      ),
    },
  }),
  fault('legacy-payment-ids-of-fourteen-bits', 'legacy.authorize.unique-id', {
    summary: 'A payment_id is drawn of 16,384, so that two payments share one now and then.',
    legacy: { paymentId: (fresh) => `pay_${drawnOf(16_384, fresh)}` },
  }),
  fault('legacy-capture-ids-of-fourteen-bits', 'legacy.capture.unique-id', {
    summary: 'A capture_id is drawn of 16,384, so that two captures share one now and then.',
    legacy: { captureId: (fresh) => `cap_${drawnOf(16_384, fresh)}` },
  }),
  fault('legacy-one-status-in-forty-of-live-data', 'legacy.common.test-flag', {
    summary: 'One reply of Status in 40 has the other test flag.',
    reply: {
      status: oneIn(40, (body) => ('test' in body ? { ...body, test: body['test'] !== true } : body)),
    },
  }),
  fault('legacy-one-status-in-thirty-of-another-order', 'legacy.status.reads-only', {
    summary: 'One reply of Status in 30 shows the order_ref of another order.',
    reply: {
      status: oneIn(30, (body) =>
        typeof body['order_ref'] === 'string' ? { ...body, order_ref: 'order-of-another' } : body,
      ),
    },
  }),
];
