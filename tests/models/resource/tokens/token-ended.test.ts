import { expect, it } from 'vitest';
import { missOf } from '../../../../engine/judge/miss.ts';
import { predictRefund } from '../../../../models/resource/payments/refund.ts';
import { initialState, type ResourceState } from '../../../../models/resource/state.ts';

const setBy = 'resource.payment.status';
/** A captured payment whose token was deleted since. */
const state: ResourceState = {
  ...initialState,
  tokens: {
    s1: {
      id: 'tok_1',
      status: { is: 'DELETED', setBy },
      seen: true,
      after: 'change',
      consumer: 'ACTIVE',
      shared: false,
    },
  },
  payments: {
    s2: {
      id: 'pay_1',
      token: 's1',
      status: { is: 'CLOSED', setBy },
      seen: true,
      after: 'read',
      amount: '1000',
      captures: [{ step: 's3', id: 'cap_1', amount: '1000', metadata: {} }],
      refunds: [],
    },
  },
};

/** The rules that the nearest outcome of a refund of a wrong capture accuses. */
function accusedBy(http: number, code: string): readonly string[] {
  const outcomes = predictRefund(
    state,
    {
      to: 'resource',
      operation: 'refund',
      method: 'POST',
      path: '/payments/pay_1/refunds',
      credential: 'valid',
      body: { capture_id: 'cap_other' },
    },
    { id: 's4', operation: 'refund', kind: 'any', uses: { payment: 's2' } },
  );
  const body = { reference: 'r', status: String(http), code, title: 't', description: 'd' };
  const reply = { http, body, contentType: 'application/json', text: '', sentAt: 0, receivedAt: 0 };
  const misses = outcomes.map((outcome) => missOf(outcome, reply));
  if (misses.includes(undefined)) return [];
  const [nearest] = misses.toSorted((one, other) => (one?.distance ?? 0) - (other?.distance ?? 0));
  return [...new Set(nearest?.breaches.map(({ rule }) => rule))];
}

it('a wrong capture of a payment whose token has ended is refused for either', () => {
  expect(accusedBy(400, 'payment.refund.captureId')).toEqual([]);
  expect(accusedBy(403, 'service.forbidden')).toEqual([]);
});

it('its refusal in no permitted form breaks the rule of a wrong capture, not that of a refund', () => {
  expect(accusedBy(404, '404')).toEqual(['resource.refund.wrong-capture']);
});
