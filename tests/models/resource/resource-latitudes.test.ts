import { describe, expect, it } from 'vitest';
import type { Json, Step } from '../../../engine/model.ts';
import { predictCreate } from '../../../models/resource/payments/create.ts';
import { named } from '../../../models/resource/payments/checks/object.ts';
import { initialState, type Token } from '../../../models/resource/state.ts';
import { createBody } from '../../reference/scripts/resource-client.ts';
import { call, error, permits, reply } from '../../support/setups/resource-replies.ts';
import { isPermitted } from '../../support/setups/resource-scenario.ts';
import { activeToken, authorizedPayment } from '../../support/setups/resource-state.ts';

const setBy = 'resource.token.status';
const deleted: Token = { ...activeToken, status: { is: 'DELETED', setBy } };
const suspended: Token = { ...activeToken, status: { is: 'SUSPENDED', setBy } };
const ofSuspendedConsumer: Token = { ...activeToken, consumer: 'SUSPENDED' };
const step: Step = { id: 's9', operation: 'any', kind: 'any', uses: { token: 's1' } };

describe('a payment whose token has ended may be refused, and one whose token is ACTIVE may not', () => {
  it.each(['authorized: capture', 'authorized: close', 'captured: refund {"amount":10}'])('%s', (request) => {
    for (const ended of ['deleted token', 'suspended token', 'token of a suspended consumer'])
      expect(isPermitted(`${ended}, ${request} -> 403 service.forbidden`)).toBe(true);
    expect(isPermitted(`active token, ${request} -> 403 service.forbidden`)).toBe(false);
  });

  it('a refusal for the authorization of the key names no such cause', () => {
    expect(isPermitted('deleted token, authorized: capture -> 403 authorization.failed')).toBe(false);
  });
});

describe('a creation without an ACTIVE token', () => {
  const body = createBody('tok_1') as Json;
  const created = (status: string) => {
    const { store_name: _other, ...sent } = createBody('tok_1');
    return reply(200, {
      ...sent,
      id: 'pay_9',
      created_at: '2026-01-01T00:00:00Z',
      expires_at: '2026-01-31T00:00:00Z',
      test: true,
      status,
      tier: 'classic',
      buyer: { name1: '山田 太郎', name2: 'ヤマダ タロウ', email: 'a@b.test', phone: '08012345678' },
      captures: [],
      refunds: [],
    });
  };
  const outcomes = (of: Token) => predictCreate({ ...initialState, tokens: { s1: of } }, call(body), step);

  it('may be answered by a REJECTED payment where no error is stated, and never by an AUTHORIZED one', () => {
    for (const one of [deleted, ofSuspendedConsumer]) {
      expect(permits(outcomes(one), created('REJECTED'))).toBe(true);
      expect(permits(outcomes(one), created('AUTHORIZED'))).toBe(false);
    }
  });

  it('fails with an error while the token is suspended', () => {
    expect(permits(outcomes(suspended), created('REJECTED'))).toBe(false);
    expect(permits(outcomes(suspended), error(403, 'service.forbidden'))).toBe(true);
  });
});

describe('a store name', () => {
  const sent = { ...authorizedPayment, storeName: 'お茶の店' };
  const bare = { name: 'authorized', checks: [], next: () => initialState };
  const shows = (shown: unknown, accountName?: string) =>
    permits(
      named({ ...initialState, ...(accountName !== undefined && { accountName }) }, sent, bare),
      reply(200, { store_name: shown }),
    );

  it("may be shown as sent, with more around it, or as the account's own", () => {
    for (const shown of ['お茶の店', '本店: お茶の店', 'Shop']) expect(shows(shown)).toBe(true);
  });

  it("is never empty, and the account's own is always the same", () => {
    for (const shown of ['', null, 7]) expect(shows(shown)).toBe(false);
    expect(shows('Shop', 'Shop')).toBe(true);
    expect(shows('お茶の', 'Shop')).toBe(false);
  });
});

describe('a refund and an update at the edge of what is stated', () => {
  it.each([
    ['captured: refund {"amount":1000}', false],
    ['captured: refund {"amount":1001}', true],
    ['captured, refunded 400: refund {"amount":600}', false],
  ])(
    'all that was captured can be refunded by its amount, as can the rest after a part: %s',
    (refund, is) => {
      expect(isPermitted(`active token, ${refund} -> 400 payment.refund.amount`)).toBe(is);
    },
  );

  it.each([
    ['authorized, expired', true],
    ['authorized', false],
  ])('an update may be refused after the expiry, and not before: %s', (given, is) => {
    const update = 'update {"description":"x"} -> 400 payment.authorization.expired';
    expect(isPermitted(`active token, ${given}: ${update}`)).toBe(is);
  });
});
