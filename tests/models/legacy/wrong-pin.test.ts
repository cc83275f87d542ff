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
const state = { ...initialState(undefined), asked: { s1: { data: asked, pin: '1234', read: true } } };
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
