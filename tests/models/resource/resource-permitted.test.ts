import { checksOf } from '../../../engine/judge/miss.ts';
import { describe, expect, it } from 'vitest';
import type { Step } from '../../../engine/model.ts';
import { predictCapture } from '../../../models/resource/payments/capture.ts';
import { predictGet } from '../../../models/resource/payments/get.ts';
import { predictRefund } from '../../../models/resource/payments/refund.ts';
import { predictUpdate } from '../../../models/resource/payments/update.ts';
import {
  initialState,
  type Outcomes,
  type Payment,
  type ResourceState,
  type Token,
} from '../../../models/resource/state.ts';
import { predictSuspend } from '../../../models/resource/tokens/suspend.ts';
import type { Reply } from '../../../models/wire.ts';
import { call, error, permits, reply } from '../../support/setups/resource-replies.ts';
import {
  activeToken,
  authorizedPayment as authorized,
  capturedPayment as captured,
  rejectedPayment as rejected,
} from '../../support/setups/resource-state.ts';

const refunded: Payment = {
  ...captured,
  refunds: [{ step: 's3', id: 'ref_1', capture: 's2', amount: '1000', metadata: {} }],
};
const late: Payment = { ...captured, moved: 'past' };
const expired: Payment = { ...authorized, moved: 'past' };
const active: Token = { ...activeToken, known: { wallet_id: 'shop-1' } };
const suspended: Token = {
  ...active,
  status: { is: 'SUSPENDED', setBy: 'resource.token.status' },
  suspendedBy: 'merchant',
};

const of = (payment: Payment): ResourceState => ({ ...initialState, payments: { s1: payment } });
const ofToken = (token: Token): ResourceState => ({ ...initialState, tokens: { s1: token } });
const step: Step = {
  id: 's9',
  operation: 'any',
  kind: 'any',
  uses: { payment: 's1', capture: 's2', token: 's1' },
};
const wrongCapture: Step = { ...step, uses: { payment: 's1' } };
const stranger: Step = { ...step, uses: {}, data: { id: 'tok_1' } };

/** The rules that any of the outcomes accuses. */
const accused = (outcomes: Outcomes, answer: Reply): readonly string[] =>
  outcomes
    .flatMap((outcome) => checksOf(outcome).flatMap((check) => check.test(answer)))
    .map(({ rule }) => rule);

const reason = { reason: { code: 'general', description: '一般' } };
const refund = { capture_id: 'cap_1', amount: 1 };

describe('either of two errors is permitted where the document leaves it open', () => {
  it.each<[string, Outcomes, Reply]>([
    [
      'a wrong capture once everything is refunded',
      predictRefund(of(refunded), call(refund), wrongCapture),
      error(403, 'service.forbidden'),
    ],
    [
      'a suspended token as not in the required state',
      predictSuspend(ofToken(suspended), call(reason), step),
      error(404, 'token.not_found'),
    ],
    [
      'a capture of a payment that the expiry has closed',
      predictCapture(of(expired), call({}), step),
      error(403, 'service.forbidden'),
    ],
    [
      'a reason that may not be allowed',
      predictRefund(of(captured), call({ ...refund, reason: 'x' }), step),
      error(400, 'request_content.malformed'),
    ],
    [
      'the same under a code of the service itself',
      predictRefund(of(captured), call({ ...refund, reason: 'x' }), step),
      error(400, 'payment.refund.reason'),
    ],
    [
      'the same as not allowed',
      predictRefund(of(captured), call({ ...refund, reason: 'x' }), step),
      error(403, 'service.forbidden'),
    ],
    [
      'a refund after the expiry as not allowed',
      predictRefund(of(late), call({ capture_id: 'cap_1' }), step),
      error(403, 'service.forbidden'),
    ],
    [
      'a refund of too much after the expiry as too late',
      predictRefund(of(late), call({ ...refund, amount: 1001 }), step),
      error(400, 'payment.authorization.expired'),
    ],
    [
      'a malformed refund after the expiry as too late',
      predictRefund(of(late), call({ ...refund, amount: {} }), step),
      error(403, 'service.forbidden'),
    ],
    [
      'the default wallet for a token of another one',
      predictSuspend(ofToken(active), call(reason), step),
      error(404, 'token.not_found'),
    ],
    [
      'an id of another form',
      predictGet(of(captured), call(undefined, 'GET'), stranger),
      error(400, 'request_content.malformed'),
    ],
    [
      'a refund of a rejected payment under any failure',
      predictRefund(of(rejected), call(refund), wrongCapture),
      error(500, 'service.exception'),
    ],
  ])('%s', (_claim, outcomes, answer) => {
    expect(permits(outcomes, answer)).toBe(true);
  });
});

describe('a reply against a statement of the document is accused', () => {
  const others = { description: 'd', captures: [], amount: null };
  it.each(['payment.refund.amount', 'payment.refund.captureId', 'authorization.failed', 'service.exception'])(
    'a refund with a reason that is refused as %s',
    (code) => {
      const outcomes = predictRefund(of(captured), call({ ...refund, reason: 'x' }), step);
      expect(permits(outcomes, error(400, code))).toBe(false);
      expect(accused(outcomes, error(400, code))).toContain('resource.refund.partial');
    },
  );
  it.each<[string, Outcomes, Reply, string]>([
    [
      'a wrong capture while something is left',
      predictRefund(of(captured), call(refund), wrongCapture),
      error(403, 'service.forbidden'),
      'resource.refund.wrong-capture',
    ],
    [
      'a refund refused as not allowed before the expiry',
      predictRefund(of(captured), call(refund), step),
      error(403, 'service.forbidden'),
      'resource.refund.partial',
    ],
    [
      'a refund after the expiry refused for its amount',
      predictRefund(of(late), call(refund), step),
      error(400, 'payment.refund.amount'),
      'resource.refund.partial',
    ],
    [
      'malformed fields that must be ignored',
      predictUpdate(of(captured), call(others, 'PUT'), step),
      error(400, 'request_content.malformed'),
      'resource.update.other-fields-ignored',
    ],
    [
      'a capture after the expiry',
      predictCapture(of(expired), call({}), step),
      reply(200, {}),
      'resource.capture.expired-refused',
    ],
    [
      'an error with a status of success',
      predictSuspend(ofToken(suspended), call(reason), step),
      error(200, 'token.suspended'),
      'resource.http.failure-is-4xx-or-5xx',
    ],
    [
      'an empty object that is treated as no object',
      predictCapture(of(authorized), call({}), step),
      error(400, 'request_content.malformed'),
      'resource.capture.empty-object',
    ],
    [
      'the current version that is treated as unknown',
      predictCapture(of(authorized), call({}), step),
      error(400, 'version.unknown'),
      'resource.version.current-accepted',
    ],
    [
      'a capture that is answered with a redirect',
      predictCapture(of(authorized), call({}), step),
      reply(303, {}),
      'resource.http.success-is-2xx',
    ],
  ])('%s', (_claim, outcomes, answer, rule) => {
    expect(permits(outcomes, answer)).toBe(false);
    expect(accused(outcomes, answer)).toContain(rule);
  });
});
