import { describe, expect, it } from 'vitest';
import type { Step } from '../../engine/model.ts';
import { passTime } from '../../generators/resource/payments/control.ts';
import { at } from '../../models/checks.ts';
import { predictIssueToken } from '../../models/resource/tokens/control.ts';
import { predictCreate } from '../../models/resource/payments/create.ts';
import { initialState, type ResourceState } from '../../models/resource/state.ts';
import type { Reply } from '../../models/wire.ts';

const dayMs = 86_400_000;
/** The target's clock is this far ahead of ours, which begins at 0. */
const aheadMs = Date.parse('2026-11-20T10:00:00.000Z');
const instant = (ms: number) => new Date(aheadMs + ms).toISOString();

const reply = (body: object, sentAt: number): Reply => ({
  http: 200,
  body,
  contentType: 'application/json',
  text: '',
  sentAt,
  receivedAt: sentAt + 40,
});
const step = (id: string, uses = {}): Step => ({ id, operation: 'any', kind: 'any', uses });
const control = { to: 'control', operation: 'any', method: 'POST', path: '/' } as const;
const creation = {
  to: 'resource',
  operation: 'create',
  method: 'POST',
  path: '/payments',
  credential: 'valid',
  body: {
    token_id: 'tok_1',
    amount: 1000,
    currency: 'JPY',
    buyer_data: { user_id: 'user-1' },
    order: { items: [{ unit_price: 1000, quantity: 1 }] },
    shipping_address: { zip: '100-0001', city: '千代田区' },
  },
} as const;

/** After a payment of 30 days was made 5 s after its token, and shown with this created_at. */
function created(createdAt: string, token: object = { created_at: instant(20) }): ResourceState {
  const [issued] = predictIssueToken(initialState, control, step('s1'));
  const withToken = issued?.next(reply({ id: 'tok_1', status: 'ACTIVE', ...token }, 0)) ?? initialState;
  const [outcome] = predictCreate(withToken, creation, step('s2', { token: 's1' }));
  const made = {
    id: 'pay_1',
    status: 'AUTHORIZED',
    amount: 1000,
    created_at: createdAt,
    expires_at: instant(5020 + 30 * dayMs),
  };
  return outcome?.next(reply(made, 5000)) ?? withToken;
}

const passing = (kind: string): Step => ({ ...step('s3', { payment: 's2' }), kind });

/** How far the clock is moved, ms. */
const moves = (state: ResourceState, kind: string): unknown => {
  const call = passTime.resolve(state, passing(kind));
  return call === undefined ? undefined : at(call.body, ['ms']);
};

/** On which side of its expiry the payment is believed to be, once control has shown this time. */
function believed(state: ResourceState, kind: string, now: number): unknown {
  const call = passTime.resolve(state, passing(kind));
  if (call === undefined) return undefined;
  const [outcome] = passTime.predict(state, call, passing(kind));
  return outcome?.next(reply({ now: instant(now) }, 6000)).payments['s2']?.moved;
}

describe('the clock is moved past the expiry', () => {
  it('by the validity that the payment shows', () => {
    expect(moves(created(instant(5020)), 'past')).toBe(30 * dayMs + 2000);
  });

  it('by no less than its validity where its created_at cannot be read', () => {
    const ms = moves(created('2026-11-20 10:00'), 'past');
    expect(ms).toBeGreaterThanOrEqual(30 * dayMs);
    expect(ms).toBeLessThan(30 * dayMs + 4000);
  });

  it('not at all where no instant tells when the payment was made', () => {
    expect(moves(created('2026-11-20 10:00', {}), 'past')).toBeUndefined();
  });

  it('where the time that control shows says so, and the validity was estimated', () => {
    const wrongZone = { created_at: instant(9 * 3_600_000) };
    const state = created('2026-11-20 10:00', wrongZone);
    expect(believed(state, 'past', 29 * dayMs)).toBe('before');
    expect(believed(state, 'past', 31 * dayMs)).toBe('past');
  });
});

describe('the clock is moved to before the expiry', () => {
  it('by less than its validity where its created_at cannot be read', () => {
    const ms = moves(created('2026-11-20 10:00'), 'before');
    expect(ms).toBeGreaterThan(29 * dayMs);
    expect(ms).toBeLessThan(30 * dayMs - 600_000);
  });
});
