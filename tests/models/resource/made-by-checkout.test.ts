import { describe, expect, test } from 'vitest';
import { judgeMade, judgeOverfull, type Made, type Overfull } from '../../../models/resource/checkout.ts';

const row = {
  payment: 'resource.payment.single-through-checkout',
  token: 'resource.token.made-by-checkout',
  fresh: 'resource.token.fresh-active',
  pairs: 'resource.token.metadata-limit',
} as const;

const payment: Made = {
  makes: 'payment',
  told: [{ id: 'pay_1', status: 'AUTHORIZED' }],
  launched: { amount: 1200, currency: 'JPY' },
  seen: { http: 200, body: { id: 'pay_1', status: 'AUTHORIZED', amount: 1200 } },
};
const showing = (status: string, more: object = {}): Made => ({
  makes: 'token',
  told: [{ id: 'tok_1', status }],
  seen: { http: 200, body: { id: 'tok_1', status, ...more } },
});
const token = showing('ACTIVE');
const metadata = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key_${index}`, 'value']));
const kept = (count: number) => ({ http: 200, body: { id: 'tok_1', metadata: metadata(count) } });
const refused: Overfull = { isAnswered: true, told: [{ code: 'request_content.malformed' }] };
const unknown = { http: 404, body: { code: '404' } };
const { seen: _seen, ...unseen } = payment;

const judged = ({ evidence, breaches }: ReturnType<typeof judgeMade>) => ({
  proven: evidence,
  accused: [...new Set(breaches.map(({ rule }) => rule))],
});

describe('what the checkout has made', () => {
  test.each<[string, Made, readonly string[]]>([
    ['a payment that the interface knows', payment, [row.payment]],
    [
      'the payment of a refused consumer that both show as rejected',
      {
        ...payment,
        told: [{ id: 'pay_1', status: 'REJECTED' }],
        seen: { http: 200, body: { status: 'REJECTED', amount: 1200 } },
      },
      [row.payment],
    ],
    [
      'a status that the callback gets in lowercase',
      { ...payment, told: [{ id: 'pay_1', status: 'authorized' }] },
      [row.payment],
    ],
    [
      'a payment of which the callback gets what Authorize replies',
      { ...payment, told: [{ payment_id: 'pay_1', status: 'authorize_success' }] },
      [row.payment],
    ],
    [
      'a payment whose launch has tax and shipping beside its amount',
      { ...payment, launched: { amount: 1000, tax: 100, shipping: 100 } },
      [row.payment],
    ],
    ['a token, with or without a PIN', token, [row.token, row.fresh]],
    [
      'a token after a wrong PIN that the callback got, and the right one',
      { ...token, toldByWrongPin: [{ status: 'authorize_fail' }] },
      [row.token, row.fresh],
    ],
    [
      'a token in lowercase',
      { ...showing('active'), told: [{ id: 'tok_1', status: 'ACTIVE' }] },
      [row.token, row.fresh],
    ],
    [
      'a token that its consumer has suspended meanwhile',
      showing('SUSPENDED', { suspensions: [{ authority: 'consumer' }] }),
      [row.token],
    ],
  ])('is sound: %s', (_what, made, proven) => {
    expect(judged(judgeMade(made))).toEqual({ proven, accused: [] });
  });

  test.each<[string, Made, readonly string[], string]>([
    ['a payment that the interface does not know', { ...payment, seen: unknown }, [], row.payment],
    ['a payment of another amount', { ...payment, launched: { amount: 1201 } }, [], row.payment],
    [
      'a payment that the callback gets as authorized and that is rejected',
      { ...payment, seen: { http: 200, body: { status: 'REJECTED' } } },
      [],
      row.payment,
    ],
    ['a token that the interface does not know', { ...token, seen: unknown }, [], row.token],
    ['a token after a wrong PIN', { ...token, toldByWrongPin: [{ id: 'tok_1' }] }, [row.fresh], row.token],
    ['a token that is suspended, and nobody has done that', showing('SUSPENDED'), [row.token], row.fresh],
    [
      'a token that its merchant has suspended, who has not',
      showing('suspended', { suspensions: [{ authority: 'merchant' }] }),
      [row.token],
      row.fresh,
    ],
    ['a token that is deleted', showing('DELETED'), [row.token], row.fresh],
  ])('accuses %s', (_what, made, proven, accused) => {
    expect(judged(judgeMade(made))).toEqual({ proven, accused: [accused] });
  });

  test.each<[string, Made]>([
    ['a callback that is told nothing', { ...payment, told: [] }],
    ['a refusal', { ...payment, told: [{ code: 'service.forbidden' }] }],
    ['the id of something else', { ...payment, told: [{ id: 'evt_1' }], seen: unknown }],
    ['a reading that is not answered', unseen],
    ['a reading that fails', { ...payment, seen: { http: 503, body: '' } }],
  ])('neither proves nor accuses by %s', (_what, made) => {
    expect(judged(judgeMade(made))).toEqual({ proven: [], accused: [] });
  });
});

describe('a token with more than 20 pairs', () => {
  test.each<[string, Overfull, readonly string[], readonly string[]]>([
    [
      'that has kept 20 of them is sound',
      { ...refused, told: [{ id: 'tok_1' }], seen: kept(20) },
      [row.pairs],
      [],
    ],
    ['that is refused is sound, where one with 20 is made', { ...refused, full: kept(20) }, [row.pairs], []],
    ['that is refused as one with 20 is, proves nothing', refused, [], []],
    [
      'of whose pairs none is kept, proves nothing',
      { ...refused, told: [{ id: 'tok_1' }], seen: kept(0) },
      [],
      [],
    ],
    ['that is not answered, proves nothing', { isAnswered: false, told: [], full: kept(20) }, [], []],
    ['that has kept 21 is accused', { ...refused, told: [{ id: 'tok_1' }], seen: kept(21) }, [], [row.pairs]],
  ])('%s', (_what, made, proven, accused) => {
    expect(judged(judgeOverfull(made))).toEqual({ proven, accused });
  });
});
