import { refusals } from '../../../resource/errors.ts';
import { type Fault, fault } from '../../fault.ts';
import { objectIn } from '../../../json.ts';
import { answering, fieldsOf, succeeding, refusing, showing } from '../../replies.ts';
import { hollow } from '../patches.ts';
import { overlapping } from '../../overlapping.ts';

/** Faults in reading a payment. */
export const paymentGetFaults: readonly Fault[] = [
  fault('resource-unknown-payment-is-400', 'resource.payment.unknown-id', {
    summary: 'Reading an unknown payment id is answered with 400.',
    reply: { 'payments.get': answering(refusals.notFound, 400, 'request_entity.invalid') },
  }),
  fault('resource-unknown-payment-code', 'resource.payment.unknown-id', {
    summary: 'The code of an unknown payment id is payment.not_found instead of 404.',
    reply: {
      'payments.get': answering(refusals.notFound, 404, 'payment.not_found'),
      'payments.capture': answering(refusals.notFound, 404, 'payment.not_found'),
    },
  }),
  fault('resource-get-without-refunds', 'resource.get.current-state', {
    summary: 'A read shows no refunds.',
    reply: { 'payments.get': showing({ refunds: [] }) },
  }),
  fault('resource-get-always-authorized', 'resource.get.current-state', {
    summary: 'A read shows every payment as AUTHORIZED.',
    reply: { 'payments.get': showing({ status: 'AUTHORIZED' }) },
  }),
  fault('resource-read-shows-first-refund', 'resource.get.current-state', {
    summary: 'A read shows only the first of several refunds.',
    resource: { paymentRead: (payment) => ({ ...payment, refunds: payment.refunds.slice(0, 1) }) },
  }),
  fault('resource-read-moves-creation', 'resource.get.changes-nothing', {
    summary: 'A read moves the creation time of a payment by a second. The next read shows it.',
    resource: { paymentAfterRead: (payment) => ({ ...payment, createdAt: payment.createdAt - 1000 }) },
  }),
  fault('resource-buyer-and-tier-by-turns', 'resource.payment.unchanged', {
    summary: 'Every second read, of whichever payment, shows another buyer and another tier.',
    reply: {
      'payments.get': succeeding((reply, { nth }) => {
        const body = fieldsOf(reply);
        const buyer = { ...objectIn(body['buyer']), name1: '別 人', email: 'other@example.test' };
        return nth % 2 === 1 ? { ...reply, body: { ...body, tier: 'gold', buyer } } : reply;
      }),
    },
  }),
  fault('resource-closed-not-found', 'resource.get.returns-payment', {
    summary: 'A closed payment can no longer be read.',
    reply: { 'payments.get': refusing(refusals.notFound, (_asked, { status }) => status === 'CLOSED') },
  }),
  fault('resource-get-answers-result', 'resource.get.returns-payment', {
    summary: 'A successful get answers with a result instead of the payment.',
    reply: { 'payments.get': succeeding(hollow) },
  }),
  fault('resource-race-of-read-and-change', 'resource.get.current-state', {
    summary: 'A read keeps what it has read for later reads, even where the payment was changed meanwhile.',
    ...overlapping('payments.get', { cached: 'resourcePayments' }),
  }),
];
