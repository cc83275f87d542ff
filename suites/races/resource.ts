import { at, isNumber } from '../../models/checks.ts';
import { captureRules } from '../../spec/resource/payments/capture.ts';
import { closeRules } from '../../spec/resource/payments/close.ts';
import { refundRules } from '../../spec/resource/payments/refund.ts';
import { deleteRules } from '../../spec/resource/tokens/delete.ts';
import { suspendRules } from '../../spec/resource/tokens/suspend.ts';
import { step, type Planned } from '../explore/planned.ts';
import { sumAbove, bothSucceed, is, type Pattern } from './pattern.ts';

const token = { token: 's1' };
const payment = { payment: 's2' };
const ofCapture = { ...payment, capture: 's3' };
const issued = step('s1', 'issue-token', 'plain');
const created = [issued, step('s2', 'create', 'one item', token)];
const captured = [...created, step('s3', 'capture', 'empty object', payment)];
const get = (id: string) => step(id, 'get', 'plain', payment);
const tokenGet = (id: string) => step(id, 'token-get', 'plain', token);
const onPayments = (pattern: Omit<Pattern, 'machine'>): Pattern => ({
  machine: 'resource-payments',
  ...pattern,
});
const onTokens = (overlap: readonly Planned[], rest: Partial<Pattern> = {}): Pattern => ({
  machine: 'resource-payments',
  needs: ['tokens.issue'],
  before: [issued],
  overlap,
  after: [tokenGet('s9')],
  ...rest,
});

/** Each reply shows what was captured. */
const refundedTooMuch = sumAbove(refundRules.withinCaptured.id, (successes) =>
  successes.map(({ reply }) => at(reply.body, ['captures', '0', 'amount'])).find(isNumber),
);

/** What is released together on a payment or a token (resource, States and transitions). */
export const resourcePatterns: readonly Pattern[] = [
  onPayments({
    before: created,
    overlap: [step('s3', 'capture', 'empty object', payment), step('s4', 'capture', 'empty object', payment)],
    after: [get('s5')],
    breach: bothSucceed(captureRules.closedRefused.id, 'captured twice', is('capture')),
  }),
  onPayments({
    before: created,
    overlap: [step('s3', 'capture', 'empty object', payment), step('s4', 'close', 'empty object', payment)],
    after: [get('s5')],
    breach: bothSucceed(captureRules.closedRefused.id, 'captured and closed', is('capture'), is('close')),
  }),
  onPayments({
    before: created,
    overlap: [step('s3', 'close', 'empty object', payment), step('s4', 'close', 'empty object', payment)],
    after: [get('s5')],
    breach: bothSucceed(closeRules.closedRefused.id, 'closed twice', is('close')),
  }),
  onPayments({
    before: created,
    overlap: [step('s3', 'update', 'order_ref', payment), step('s4', 'capture', 'empty object', payment)],
    after: [get('s5')],
  }),
  onPayments({
    before: created,
    overlap: [step('s3', 'update', 'order_ref', payment), step('s4', 'update', 'metadata 1', payment)],
    following: [
      { behind: 's3', step: get('s5') },
      { behind: 's4', step: get('s6') },
    ],
    after: [get('s7')],
  }),
  onPayments({
    before: captured,
    overlap: [
      step('s4', 'refund', 'half', ofCapture),
      step('s5', 'refund', 'half', ofCapture),
      step('s6', 'refund', 'remaining', ofCapture),
    ],
    following: [
      { behind: 's4', step: get('s7') },
      { behind: 's5', step: get('s8') },
      { behind: 's6', step: get('s9') },
    ],
    after: [get('s10')],
    breach: refundedTooMuch,
  }),
  onPayments({
    before: captured,
    overlap: [step('s4', 'refund', 'none', ofCapture), step('s5', 'refund', 'none', ofCapture)],
    after: [get('s6')],
    breach: bothSucceed(refundRules.exhausted.id, 'everything was refunded twice', is('refund')),
  }),
  onPayments({
    before: captured,
    overlap: [step('s4', 'refund', 'half', ofCapture), step('s5', 'update', 'order_ref', payment)],
    after: [get('s6')],
  }),
  onPayments({
    before: captured,
    overlap: [step('s4', 'capture', 'empty object', payment), step('s5', 'refund', 'half', ofCapture)],
    after: [get('s6')],
  }),
  onTokens([step('s2', 'suspend', 'general', token), step('s3', 'create', 'one item', token)], {
    after: [tokenGet('s4'), step('s5', 'create', 'token not usable', token)],
  }),
  onTokens([step('s3', 'resume', 'general', token), step('s4', 'delete', 'general', token)], {
    before: [issued, step('s2', 'suspend', 'general', token)],
  }),
  onTokens([step('s2', 'suspend', 'general', token), step('s3', 'delete', 'general', token)]),
  onTokens([step('s2', 'suspend', 'general', token), step('s3', 'suspend', 'general', token)], {
    breach: bothSucceed(suspendRules.suspendedFails.id, 'suspended twice', is('suspend')),
  }),
  onTokens([step('s2', 'delete', 'general', token), step('s3', 'delete', 'general', token)], {
    breach: bothSucceed(deleteRules.deletedRefused.id, 'deleted twice', is('delete')),
  }),
  onPayments({
    before: created,
    overlap: [get('s3'), step('s4', 'update', 'order_ref', payment)],
    after: [get('s5')],
  }),
  onTokens([tokenGet('s2'), step('s3', 'suspend', 'general', token)]),
];
