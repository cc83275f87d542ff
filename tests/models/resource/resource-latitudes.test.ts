import { describe, expect, it } from 'vitest';
import type { Json, Step } from '../../../engine/model.ts';
import { predictCapture } from '../../../models/resource/payments/capture.ts';
import { predictClose } from '../../../models/resource/payments/close.ts';
import { predictCreate } from '../../../models/resource/payments/create.ts';
import { predictRefund } from '../../../models/resource/payments/refund.ts';
import { predictUpdate } from '../../../models/resource/payments/update.ts';
import { named } from '../../../models/resource/payments/checks/object.ts';
import { initialState, type Outcomes, type Payment, type Token } from '../../../models/resource/state.ts';
import { createBody } from '../../reference/scripts/resource-client.ts';
import { call, error, permits, reply } from '../../support/setups/resource-replies.ts';
import { authorizedPayment } from '../../support/setups/resource-state.ts';

const setBy = 'resource.payment.status';
const token: Token = {
  id: 'tok_1',
  status: { is: 'ACTIVE', setBy },
  seen: true,
  after: 'read',
  consumer: 'ACTIVE',
  shared: false,
};
const payment: Payment = { ...authorizedPayment, token: 's1' };
const captured: Payment = {
  ...payment,
  status: { is: 'CLOSED', setBy },
  captures: [{ step: 's3', id: 'cap_1', amount: '1000', metadata: {} }],
};
const deleted: Token = { ...token, status: { is: 'DELETED', setBy } };
const suspended: Token = { ...token, status: { is: 'SUSPENDED', setBy } };
const ofSuspendedConsumer: Token = { ...token, consumer: 'SUSPENDED' };

const step: Step = {
  id: 's9',
  operation: 'any',
  kind: 'any',
  uses: { token: 's1', payment: 's2', capture: 's3' },
};
const state = (of: Token, one: Payment = payment) => ({
  ...initialState,
  tokens: { s1: of },
  payments: { s2: one },
});

const forbidden = error(403, 'service.forbidden');
const refund = { capture_id: 'cap_1', amount: 10 };

describe('a payment whose token has ended may be refused, and one whose token is ACTIVE may not', () => {
  it.each<[string, (of: Token) => Outcomes]>([
    ['capture', (of) => predictCapture(state(of), call({}), step)],
    ['close', (of) => predictClose(state(of), call({}), step)],
    ['refund', (of) => predictRefund(state(of, captured), call(refund), step)],
  ])('%s', (_operation, outcomes) => {
    for (const ended of [deleted, suspended, ofSuspendedConsumer])
      expect(permits(outcomes(ended), forbidden)).toBe(true);
    expect(permits(outcomes(token), forbidden)).toBe(false);
  });

  it('a refusal for the authorization of the key names no such cause', () => {
    const outcomes = predictCapture(state(deleted), call({}), step);
    expect(permits(outcomes, error(403, 'authorization.failed'))).toBe(false);
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
  const outcomes = (of: Token) => predictCreate(state(of), call(body), step);

  it('may be answered by a REJECTED payment where no error is stated, and never by an AUTHORIZED one', () => {
    for (const one of [deleted, ofSuspendedConsumer]) {
      expect(permits(outcomes(one), created('REJECTED'))).toBe(true);
      expect(permits(outcomes(one), created('AUTHORIZED'))).toBe(false);
    }
  });

  it('fails with an error while the token is suspended', () => {
    expect(permits(outcomes(suspended), created('REJECTED'))).toBe(false);
    expect(permits(outcomes(suspended), forbidden)).toBe(true);
  });
});

describe('a store name', () => {
  const sent = { ...payment, storeName: 'お茶の店' };
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
  const part = (amount: number, of = captured) =>
    predictRefund(state(token, of), call({ ...refund, amount }), step);
  const invalid = error(400, 'payment.refund.amount');

  it('all that was captured can be refunded by its amount, as can the rest after a part', () => {
    const parts = [{ step: 's4', id: 'ref_1', capture: 's3', amount: '400', metadata: {} }];
    expect(permits(part(1000), invalid)).toBe(false);
    expect(permits(part(1001), invalid)).toBe(true);
    expect(permits(part(600, { ...captured, refunds: parts }), invalid)).toBe(false);
  });

  it('an update may be refused after the expiry, and not before', () => {
    const expired = error(400, 'payment.authorization.expired');
    const update = (moved?: 'past') =>
      predictUpdate(state(token, { ...payment, moved }), call({ description: 'x' }, 'PUT'), step);
    expect(permits(update('past'), expired)).toBe(true);
    expect(permits(update(), expired)).toBe(false);
  });
});
