import { describe, expect, it } from 'vitest';
import { checksOf } from '../../../engine/judge/miss.ts';
import type { Json } from '../../../engine/model.ts';
import { buyerData } from '../../../generators/resource/data.ts';
import { predictCreate } from '../../../models/resource/payments/create.ts';
import { initialState, type ResourceState } from '../../../models/resource/state.ts';
import type { Reply } from '../../../models/wire.ts';
import { call, error, permits, reply } from '../../support/setups/resource-replies.ts';
import { activeToken } from '../../support/setups/resource-state.ts';

const begun: ResourceState = { ...initialState, tokens: { s1: activeToken } };
const step = { id: 's9', operation: 'create', kind: 'any', uses: { token: 's1' } };
const malformed = error(400, 'request_content.malformed');
const all = buyerData['previous_payment_methods'] as Readonly<Record<string, Json>>;
const { np_postpay_used: _left, ...others } = all;

/** A creation whose history has these payment methods. */
const creation = (methods: Json, more: Readonly<Record<string, Json>> = {}) =>
  call({
    token_id: activeToken.id ?? '',
    amount: 1000,
    currency: 'JPY',
    buyer_data: { ...buyerData, previous_payment_methods: methods },
    order: { items: [{ unit_price: 1000, quantity: 1 }] },
    shipping_address: { zip: '150-0002', city: '渋谷区', state: '東京都' },
    ...more,
  });

/** The state after a creation was accepted, or refused for its content. */
function after(state: ResourceState, methods: Json, answer: Reply | undefined): ResourceState {
  const outcomes = predictCreate(state, creation(methods), step);
  const outcome = outcomes.find(({ refused, name }) =>
    answer === undefined ? refused !== true : name === 'refused: declined',
  );
  if (outcome === undefined) throw new Error('no such outcome');
  return { ...outcome.next(answer), payments: {} };
}

/** What the refusal of a creation for its content breaks. */
const broken = (state: ResourceState, methods: Json, more?: Readonly<Record<string, Json>>) =>
  predictCreate(state, creation(methods, more), step)
    .filter(({ name }) => name === 'refused: declined')
    .flatMap((outcome) =>
      checksOf(outcome).flatMap((check) => check.test(malformed).map(({ rule }) => rule)),
    );

const used = { ...all, np_postpay_used: true };
const rule = 'resource.create.payment-methods';

describe('a creation that was accepted without one payment method', () => {
  const accepted = after(begun, others, undefined);
  const refused = after(accepted, all, malformed);

  it('must be accepted with one of the two values of the method', () => {
    expect(broken(refused, used)).toEqual([rule]);
    expect(broken(after(accepted, used, malformed), all)).toEqual([rule]);
  });

  it('may be refused with one of the two values', () => {
    expect(broken(accepted, used)).toEqual([]);
    expect(broken(refused, all)).toEqual([]);
  });

  it('may be refused with both values where another method has another value', () => {
    expect(broken(refused, { ...used, line_pay_used: true })).toEqual([]);
  });

  it('may be refused with both values where the request differs in another field', () => {
    expect(broken(refused, used, { description: 'd' })).toEqual([]);
    expect(
      broken(refused, used, { amount: 1001, order: { items: [{ unit_price: 1001, quantity: 1 }] } }),
    ).toEqual([]);
  });

  it('may be refused with both values for a reason that is not its content', () => {
    const declined = after(accepted, all, error(400, 'payment.declined'));
    expect(broken(declined, used)).toEqual([]);
  });

  it('need not be accepted with a history that lacks a documented field or has another', () => {
    const { gender: _gender, ...without } = buyerData;
    for (const history of [without, { ...buyerData, loyal: true }])
      expect(broken(refused, used, { buyer_data: { ...history, previous_payment_methods: used } })).toEqual(
        [],
      );
  });
});

describe('a creation that was not accepted without a payment method', () => {
  it('may be refused with both values of it, since the method may be required', () => {
    const without = after(begun, others, malformed);
    expect(broken(after(without, all, malformed), used)).toEqual([]);
    expect(broken(after(begun, all, malformed), used)).toEqual([]);
  });
});

describe('a refusal for the content', () => {
  it('breaks a rule about optional fields only where the same history was accepted', () => {
    expect(broken(after(begun, others, undefined), others)).toEqual(['resource.create.optional-fields']);
    expect(broken(after(begun, others, undefined), all)).toEqual([]);
  });
});

describe('the title of the refusal of a creation that lacks a field', () => {
  const lacking = (state: ResourceState, title: string): boolean =>
    permits(
      predictCreate(state, creation(all, { currency: undefined as never }), step),
      reply(400, { ...(malformed.body as object), title }),
    );
  const ofFormat = 'Validation of the request content failed';

  it('is open while the history may be refused as well, and not once it was accepted', () => {
    expect(lacking(begun, ofFormat)).toBe(true);
    expect(lacking(after(begun, all, undefined), ofFormat)).toBe(false);
    expect(lacking(after(begun, all, undefined), 'Malformed request content')).toBe(true);
  });
});
