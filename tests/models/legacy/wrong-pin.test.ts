import { describe, expect, it } from 'vitest';
import { checksOf } from '../../../engine/judge/miss.ts';
import type { Step } from '../../../engine/model.ts';
import { authorizeMaterial } from '../../../models/legacy/replies/authorize-material.ts';
import { predictAuthorize } from '../../../models/legacy/authorize.ts';
import { initialState } from '../../../models/legacy/payment/state.ts';
import type { ApiCall } from '../../../models/wire.ts';
import { agreedBy } from '../../support/setups/agreed-choices.ts';
import { body } from '../../support/setups/legacy-replies.ts';
import { wholeSetup } from '../../support/setups/legacy-setup.ts';
import { reply } from '../../support/setups/resource-replies.ts';

const { email = '', phone = '' } = wholeSetup.personas.pin ?? {};
const asked = { ...body, buyer: { ...body.buyer, email: { address: email }, phone: { number: phone } } };
const sent = { ...asked, auth_code: '9999' };
const call: ApiCall = {
  to: 'legacy',
  operation: 'authorize',
  method: 'POST',
  path: '/pay/authorize',
  credential: 'valid',
  body: sent,
  checksum: { of: authorizeMaterial(sent), encoding: 'hex' },
};
const step: Step = { id: 's2', operation: 'authorize', kind: 'wrong PIN', uses: { asked: 's1' } };
const waiting = { data: asked, pin: '1234', moved: 0, read: true };
const state = { ...initialState(undefined), asked: { s1: waiting } };
const outcomes = predictAuthorize(wholeSetup)(state, call, step);
const because = { reason: 'pin', message: 'The PIN is wrong.' };

describe('a wrong PIN', () => {
  it.each<[string, number, object, string]>([
    ['fails the authorization', 400, { status: 'authorize_fail', ...because }, 'authorize_fail'],
    ['fails it under a status of its own', 401, { status: 'authorize_fail', ...because }, 'authorize_fail'],
    ['is asked for again', 200, { status: 'authenticate_consumer' }, 'authenticate_consumer'],
    ['is refused as a request', 400, { status: 'bad_request' }, 'other'],
  ])('%s, with %i, which settles this open point alone', (_claim, http, answer, choice) => {
    expect(agreedBy(outcomes, reply(http, answer))).toEqual({ 'legacy.authorize.wrong-pin': choice });
  });

  it('that fails the authorization without a reason and a message breaks the row about failures', () => {
    const answer = reply(400, { status: 'authorize_fail' });
    const broken = outcomes.map((outcome) => checksOf(outcome).flatMap((check) => check.test(answer)));
    expect(broken.every((breaches) => breaches.length > 0)).toBe(true);
    expect(broken.flat().map(({ rule }) => rule)).toContain('legacy.authorize.fail-reply');
  });
});

describe('the right PIN', () => {
  const right = { ...asked, auth_code: '1234' };
  const answering = (of: Partial<typeof waiting & { tried: true }>, moved = 0, setup = wholeSetup) =>
    predictAuthorize(setup)(
      { ...state, moved, asked: { s1: { ...waiting, ...of } } },
      { ...call, body: right, checksum: { of: authorizeMaterial(right), encoding: 'hex' } },
      { ...step, kind: 'right PIN' },
    );
  const breached = (predicted: ReturnType<typeof answering>, http: number, answer: object) =>
    predicted.every((outcome) =>
      checksOf(outcome).some((check) => check.test(reply(http, answer)).length > 0),
    );

  it.each<[string, ReturnType<typeof answering>, boolean]>([
    ['must be accepted', answering({}), true],
    ['may have lapsed once a wrong one was tried', answering({ tried: true }), false],
    ['may have lapsed once time has passed', answering({}, 60_000), false],
  ])('%s: refused as a request, it is accused or not', (_claim, predicted, isAccused) => {
    expect(breached(predicted, 400, { status: 'bad_request', ...because })).toBe(isAccused);
    // Any consumer may be declined, and accepted.
    expect(breached(predicted, 400, { status: 'authorize_fail', ...because })).toBe(false);
    const accepted = { status: 'authorize_success', payment_id: 'pay_1', test: true };
    expect(breached(predicted, 200, accepted)).toBe(false);
  });

  it.each<[string, ReturnType<typeof answering>, boolean]>([
    ['shows that it is accepted', answering({}), true],
    ['shows nothing where it may have lapsed', answering({ tried: true }), false],
    [
      'shows it all the same where it is the only one of a run, which a person reads',
      answering({ tried: true }, 0, { ...wholeSetup, asksPin: true }),
      true,
    ],
  ])('that is accepted %s', (_claim, predicted, isShown) => {
    const accepted = predicted.find(({ name }) => name === 'authorized');
    const cites = accepted === undefined ? [] : checksOf(accepted).flatMap((check) => check.cites);
    expect(cites.includes('legacy.authorize.pin-accepted')).toBe(isShown);
  });

  it('that may have lapsed shows nothing of how a declined authorization is answered', () => {
    const answer = reply(400, { status: 'authorize_fail', ...because });
    expect(agreedBy(answering({}), answer)).toHaveProperty('legacy.authorize.declined-status');
    expect(agreedBy(answering({ tried: true }), answer)).not.toHaveProperty(
      'legacy.authorize.declined-status',
    );
  });
});
