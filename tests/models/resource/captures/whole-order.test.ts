import { describe, expect, it } from 'vitest';
import { checksOf } from '../../../../engine/judge/miss.ts';
import { ofOrder } from '../../../../models/resource/payments/capture.ts';
import { initialState, type Payment } from '../../../../models/resource/state.ts';
import { reply } from '../../../support/setups/resource-replies.ts';
import { authorizedPayment } from '../../../support/setups/resource-state.ts';

const items = [{ id: 'i1', title: 'tea', unit_price: 400, quantity: 2 }];
const order = { items, tax: 80, shipping: 120 };
/** Made from a token; its amount is the sum of its order. */
const payment: Payment = { ...authorizedPayment, token: 's1', items, tax: '80', shipping: '120' };
const bare = { name: 'captured', checks: [], next: () => initialState };

/** The rules that a capture with these parts breaks, by each reading of an open point. */
function brokenBy(parts: object, of: Payment = payment): readonly string[] {
  const shown = reply(200, { order, captures: [{ id: 'cap_1', amount: 1000, ...parts }] });
  const broken = ofOrder(initialState, of, bare).map((outcome) =>
    checksOf(outcome).flatMap((check) => check.test(shown).map(({ rule }) => rule)),
  );
  return broken.some((rules) => rules.length === 0) ? [] : [...new Set(broken.flat())];
}

const whole = 'resource.captures.whole-order';

describe('a capture of the full amount', () => {
  it('has the tax, the shipping and the items of the order', () => {
    expect(brokenBy(order)).toEqual([]);
  });

  it.each(['tax', 'shipping', 'items'])('is not without the %s: left out, null or empty', (name) => {
    for (const value of [undefined, null, name === 'items' ? [] : 0])
      expect(brokenBy({ ...order, [name]: value })).toEqual([whole]);
  });

  it('need not show a tax or a shipping that the order does not have', () => {
    const plain = { ...payment, amount: '800', tax: undefined, shipping: undefined };
    for (const value of [undefined, null, 0])
      expect(brokenBy({ items, tax: value, shipping: value }, plain)).toEqual([]);
  });

  it('may show any of it where the amount is not their sum, and nothing else', () => {
    const other = { ...payment, amount: '1100' };
    expect(brokenBy({ tax: 0, shipping: 0, items: [] }, other)).toEqual([]);
    expect(brokenBy({ ...order, items: [] }, other)).toEqual([]);
    expect(brokenBy({ ...order, tax: 1 }, other)).toContain('resource.captures.of-order');
  });
});
