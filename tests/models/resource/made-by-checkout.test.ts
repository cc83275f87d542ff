import { describe, expect, test } from 'vitest';
import { judgeMade, type Made } from '../../../models/resource/checkout.ts';

const row = {
  payment: 'resource.payment.single-through-checkout',
  token: 'resource.token.made-by-checkout',
  pairs: 'resource.token.metadata-limit',
} as const;

const payment: Made = {
  makes: 'payment',
  consumer: 'approve',
  told: [{ id: 'pay_1', status: 'AUTHORIZED' }],
  amount: 1200,
  isOverfull: false,
  seen: { http: 200, body: { id: 'pay_1', status: 'AUTHORIZED', amount: 1200 } },
};
const token: Made = {
  makes: 'token',
  consumer: 'pin',
  told: [{ id: 'tok_1', status: 'ACTIVE' }],
  isOverfull: false,
  seen: { http: 200, body: { id: 'tok_1', status: 'ACTIVE' } },
  wrongPin: { toldOfIt: 0 },
};
const metadata = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key_${index}`, 'value']));
const overfull = (count: number): Made => ({
  ...token,
  isOverfull: true,
  seen: { http: 200, body: { id: 'tok_1', metadata: metadata(count) } },
});
const unknown = { http: 404, body: { code: '404' } };
const { seen: _seen, ...unseen } = payment;
const { wrongPin: _wrongPin, ...unasked } = token;

const judged = (made: Made) => {
  const { evidence, breaches } = judgeMade(made);
  return { proven: evidence, accused: [...new Set(breaches.map(({ rule }) => rule))] };
};

describe('what the checkout has made', () => {
  test.each<[string, Made, string]>([
    ['a payment that the interface knows', payment, row.payment],
    [
      'the payment of a refused consumer that both tell as rejected',
      {
        ...payment,
        consumer: 'reject',
        told: [{ id: 'pay_1', status: 'REJECTED' }],
        seen: { http: 200, body: { status: 'REJECTED', amount: 1200 } },
      },
      row.payment,
    ],
    ['a token after its PIN', token, row.token],
    ['a token that has kept 20 of its pairs', overfull(20), row.pairs],
    ['a refusal of more than 20 pairs', { ...unseen, isOverfull: true, told: [{ code: '400' }] }, row.pairs],
  ])('is sound: %s', (_what, made, proven) => {
    expect(judged(made)).toEqual({ proven: [proven], accused: [] });
  });

  test.each<[string, Made, string]>([
    ['a payment that the interface does not know', { ...payment, seen: unknown }, row.payment],
    ['a payment of another amount', { ...payment, amount: 1201 }, row.payment],
    [
      'a payment told as authorized that is rejected',
      { ...payment, seen: { http: 200, body: { status: 'REJECTED' } } },
      row.payment,
    ],
    ['a token that the interface does not know', { ...token, seen: unknown }, row.token],
    ['a token without a question for the PIN', unasked, row.token],
    ['a token after a wrong PIN', { ...token, wrongPin: { toldOfIt: 1 } }, row.token],
    ['a token with 21 pairs', overfull(21), row.pairs],
  ])('accuses %s', (_what, made, accused) => {
    expect(judged(made)).toEqual({ proven: [], accused: [accused] });
  });

  test.each<[string, Made]>([
    ['a callback that is told nothing', { ...payment, told: [] }],
    ['a refusal', { ...payment, told: [{ code: 'service.forbidden' }] }],
    ['a reading that is not answered', unseen],
    ['a reading that fails', { ...payment, seen: { http: 503, body: '' } }],
    ['a token whose pairs are not shown', { ...overfull(0), seen: { http: 200, body: {} } }],
  ])('neither proves nor accuses by %s', (_what, made) => {
    expect(judged(made)).toEqual({ proven: [], accused: [] });
  });
});
