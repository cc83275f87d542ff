import { refusals } from '../../../resource/errors.ts';
import { type Fault, fault } from '../../fault.ts';
import { overlapping } from '../../overlapping.ts';
import { answering, succeeding } from '../../replies.ts';
import { soundResourceRules as sound } from '../../../resource/rules.ts';
import { hollow } from '../patches.ts';
import { wholeCapture } from './patches.ts';

/** Faults in closing a payment. */
export const paymentCloseFaults: readonly Fault[] = [
  fault('resource-close-stays-authorized', 'resource.close.closes', {
    summary: 'A close succeeds and leaves the payment AUTHORIZED.',
    resource: { closed: (payment) => payment },
  }),
  fault('resource-close-twice-accepted', 'resource.close.closed-refused', {
    summary: 'A closed payment can be closed again.',
    resource: { closeAllowed: (payment) => payment.status !== 'REJECTED' },
  }),
  fault('resource-close-after-capture-accepted', 'resource.close.closed-refused', {
    summary: 'A payment that a capture closed can be closed again.',
    resource: { closeAllowed: (payment) => payment.status === 'AUTHORIZED' || payment.captures.length > 0 },
  }),
  fault('resource-close-twice-is-403', 'resource.close.closed-refused', {
    summary: 'Closing a closed payment is refused with 403 service.forbidden.',
    reply: { 'payments.close': answering(refusals.closeConflict, 403, 'service.forbidden') },
  }),
  fault('resource-race-of-closes', 'resource.close.closed-refused', {
    summary: 'Two close requests at the same time both succeed.',
    ...overlapping('payments.close'),
  }),
  fault('resource-close-captures', 'resource.close.captures-nothing', {
    summary: 'A close captures the payment.',
    resource: { closed: (payment) => sound.captured(payment, wholeCapture(payment)) },
  }),
  fault('resource-rejected-closed', 'resource.close.only-authorized', {
    summary: 'A rejected payment can be closed.',
    resource: { closeAllowed: (payment) => payment.status !== 'CLOSED' },
  }),
  fault('resource-close-answers-result', 'resource.close.returns-payment', {
    summary: 'A successful close answers with a result instead of the payment.',
    reply: { 'payments.close': succeeding(hollow) },
  }),
  fault('resource-close-redirects', 'resource.http.success-is-2xx', {
    summary: 'A successful close answers with 303.',
    reply: { 'payments.close': succeeding((reply) => ({ ...reply, http: 303 })) },
  }),
  fault('resource-conflict-is-202', 'resource.http.failure-is-4xx-or-5xx', {
    summary: 'Closing a closed payment answers with 202 and the error object.',
    reply: { 'payments.close': answering(refusals.closeConflict, 202, 'service.conflict') },
  }),
  fault('resource-close-without-content', 'resource.http.bodies-are-json', {
    summary: 'A successful close answers with an empty body.',
    reply: { 'payments.close': succeeding((reply) => ({ ...reply, text: '' })) },
  }),
];
