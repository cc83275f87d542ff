import { type Fault, fault } from '../fault.ts';
import { drawnOf, forgotten, old } from '../lookups.ts';
import { oneIn } from '../replies.ts';
import { captureKept, created, refundKept } from './payments/patches.ts';

/** Faults that show once many others were made, or in one reply of many. */
export const resourceSeldomFaults: readonly Fault[] = [
  fault('resource-newest-fifty-found', 'resource.get.returns-payment', {
    summary: 'Only the newest 50 payments are known.',
    found: { resourcePayments: forgotten },
  }),
  fault('resource-old-payments-closed', 'resource.get.changes-nothing', {
    summary: 'A payment is closed once 50 others were made.',
    found: { resourcePayments: old((payment) => ({ ...payment, status: 'CLOSED' })) },
  }),
  fault('token-newest-fifty-found', 'resource.token-get.returns-token', {
    summary: 'Only the newest 50 tokens are known.',
    found: { tokens: forgotten },
  }),
  fault('resource-payment-ids-of-fourteen-bits', 'resource.payment.id-unique', {
    summary: 'The id of a payment is drawn of 16,384, so that two payments share one now and then.',
    resource: created(({ id }) => ({ id: `pay_${drawnOf(16_384, id)}` })),
  }),
  fault('resource-capture-ids-of-twelve-bits', 'resource.captures.id', {
    summary:
      'The id of a capture is drawn of 4,096, so that captures of two payments share one now and then.',
    resource: captureKept(({ id }) => ({ id: `cap_${drawnOf(4096, id)}` })),
  }),
  fault('resource-refund-ids-of-twelve-bits', 'resource.refunds.id', {
    summary: 'The id of a refund is drawn of 4,096, so that refunds of two payments share one now and then.',
    resource: refundKept(({ id }) => ({ id: `ref_${drawnOf(4096, id)}` })),
  }),
  fault('resource-one-get-in-forty-of-another-store', 'resource.payment.store-name', {
    summary: 'One read of a payment in 40 shows the name of another store.',
    reply: { 'payments.get': oneIn(40, (body) => ({ ...body, store_name: 'Another Store' })) },
  }),
  fault('token-one-get-in-thirty-of-another-consumer', 'resource.token.consumer-id', {
    summary: 'One read of a token in 30 shows another consumer_id.',
    reply: { 'tokens.get': oneIn(30, (body) => ({ ...body, consumer_id: 'con_of_another' })) },
  }),
];
