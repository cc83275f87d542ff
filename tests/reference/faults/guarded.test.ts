import { Big } from 'big.js';
import { describe, expect, test } from 'vitest';
import { faultsOf, faultWithId, guardedFaults } from '../../../reference/faults.ts';
import { kindOf } from '../../../reference/faults/guarded.ts';
import { perturbedFaults } from '../../../reference/faults/perturbed.ts';
import { type Facts, guardKinds, guards } from '../../../reference/guards/guards.ts';
import { type Subject, subjectOf } from '../../../reference/guards/subject.ts';
import type { Payment } from '../../../reference/resource/records.ts';
import { startReference } from '../../../reference/server.ts';
import { memoryStore } from '../../../reference/store.ts';
import { allRequirements } from '../../../spec/register.ts';
import { legacyClient, order } from '../scripts/legacy-client.ts';

const now = Date.parse('2026-01-01');
const plain: Subject = {
  lines: [{ price: new Big(1000), quantity: 1, title: 'a' }],
  tax: new Big(100),
  shipping: new Big(0),
  total: new Big(1100),
  orderRef: undefined,
  texts: ['a'],
  captures: 0,
  refunds: 0,
  expiresAt: now + 30 * 86_400_000,
};
const line = (price: number, quantity = 1, title = `${price}`) => ({
  price: new Big(price),
  quantity,
  title,
});

function held(subject: Partial<Subject>, facts: Partial<Facts> = {}): readonly string[] {
  const all: Facts = {
    request: { method: 'POST', path: '/pay/capture', body: {} },
    subject: { ...plain, ...subject },
    store: memoryStore(),
    now,
    before: 0,
    chance: 1,
    ...facts,
  };
  return guards.filter(({ holds }) => holds(all)).map(({ id }) => id);
}

test.each<[what: string, subject: Partial<Subject>, holding: readonly string[]]>([
  ['a plain payment', {}, ['no-shipping']],
  [
    '12 pieces',
    { lines: [line(50, 12)] },
    ['quantity-2', 'quantity-3', 'quantity-10', 'quantity-12', 'no-shipping'],
  ],
  [
    'two discounts, one of several pieces',
    { lines: [line(1300), line(-100), line(-50, 2)] },
    ['discount', 'second-discount', 'discount-of-several-pieces', 'lines-2', 'lines-3', 'no-shipping'],
  ],
  [
    'lines of one title',
    { lines: [line(1, 1, 'a'), line(2, 1, 'a')] },
    ['lines-2', 'same-titles', 'no-shipping'],
  ],
  [
    'only shipping',
    { lines: [line(0)], tax: new Big(0), shipping: new Big(5), total: new Big(5) },
    ['free-line', 'no-tax', 'only-extras'],
  ],
  [
    'a price of 33 bits',
    { lines: [line(2 ** 32), line(-(2 ** 32) + 1000)] },
    ['discount', 'large-discount', 'lines-2', 'no-shipping', 'large-price'],
  ],
  ['a text of digits', { texts: ['0012'] }, ['no-shipping', 'text-like-a-number']],
  ['after two captures', { captures: 2 }, ['no-shipping', 'after-captures-1', 'after-captures-2']],
  [
    'half a minute before the expiry',
    { expiresAt: now + 30_000 },
    ['no-shipping', 'last-minute', 'last-day'],
  ],
  ['at the expiry', { expiresAt: now }, ['no-shipping', 'after-the-expiry']],
])('of %s, these guards hold and no other', (_what, subject, holding) => {
  expect(held(subject)).toEqual(holding);
});

test('a guard about a payment does not hold for a request about none', () => {
  expect(held({}, { subject: undefined, chance: 0, before: 500 })).toEqual([
    'after-requests-500',
    'once-in-20',
    'once-in-50',
  ]);
});

describe('a guarded fault', () => {
  test('decides otherwise than the sound server only while its guard holds, also where requests come at once', async () => {
    const reference = await startReference({ faults: ['legacy-full-capture-stays-open@lines-2'] });
    const pay = legacyClient(reference);
    const lines = order.items.length;
    const contents = [
      order,
      { items: [{ item_id: 'a', title: 'a', amount: 500, quantity: 1 }], total_amount: 500 },
    ];
    const states = await Promise.all(
      contents.map(async (content) => {
        const { body } = await pay.authorize({}, 'approve', content);
        await pay.about('capture', body.payment_id);
        return (await pay.about('status', body.payment_id)).body['status'];
      }),
    );
    const shown = reference.guardedShown();
    await reference.close();
    expect({ lines: lines > 1, states, shown: shown > 0 }).toEqual({
      lines: true,
      states: ['open', 'close'],
      shown: true,
    });
  });

  test('is known by its id, of one guard or two', () => {
    expect(faultWithId('legacy-close-keeps-open@lines-2')?.guards?.map(({ id }) => id)).toEqual(['lines-2']);
    expect(faultWithId('legacy-close-keeps-open@lines-2+no-tax')?.guards).toHaveLength(2);
    expect(faultsOf(['legacy-close-keeps-open@lines-2+no-tax']).map(kindOf)).toEqual(['two']);
  });

  test.each([
    'legacy-nonsense@lines-2',
    'legacy-close-keeps-open@nonsense',
    'resource-race-of-captures@lines-2',
  ])('is refused by name where there is none: %s', (id) => {
    expect(() => faultsOf([id])).toThrow(id);
  });

  test('is drawn once, the same ones under the same seed, of every kind of guard', () => {
    const of = (seed: number, count: number) => {
      const drawn = guardedFaults(seed);
      return Array.from({ length: count }, () => drawn.next().value);
    };
    const many = of(7, 500);
    expect(new Set(many.map(({ id }) => id)).size).toBe(500);
    expect(of(7, 20).map(({ id }) => id)).toEqual(many.slice(0, 20).map(({ id }) => id));
    expect(of(8, 20)).not.toEqual(of(7, 20));
    expect(new Set(many.map(kindOf))).toEqual(new Set([...guardKinds, 'two']));
    expect(many.map(({ id }) => faultWithId(id)?.id)).toEqual(many.map(({ id }) => id));
  });
});

test('every guard has an id of its own', () => {
  expect(new Set(guards.map(({ id }) => id)).size).toBe(guards.length);
});

test('every wrong number breaks a must of the register', () => {
  const musts = new Set(allRequirements.filter(({ level }) => level === 'must').map(({ id }) => id));
  expect(perturbedFaults.filter(({ requirement }) => !musts.has(requirement))).toEqual([]);
});

test.each([{ quantity: {} }, { amount: '12', quantity: null }, { amount: -1, quantity: 'many' }])(
  'guards can be asked about a malformed line: %j',
  (malformed) => {
    const request = { method: 'POST', path: '/pay/authorize', body: { order: { items: [malformed, null] } } };
    expect(() => held({}, { request, subject: subjectOf(request, memoryStore()) })).not.toThrow();
  },
);

test.each([{}, { unit_price: null, quantity: 1 }, { unit_price: Number.NaN, quantity: 1 }])(
  'guards can be asked about a stored line that a fault has left without a price: %j',
  (item) => {
    const store = memoryStore();
    const stored = { items: [item], tax: undefined, shipping: 0, order_ref: '' };
    const lists = { captures: [], refunds: [], metadata: {} };
    const payment = { id: 'pay_1', order: stored, amount: 1100, ...lists, description: '', storeName: '' };
    store.resourcePayments.put('pay_1', payment as unknown as Payment);
    const request = { method: 'GET', path: '/payments/pay_1', body: {} };
    expect(held({}, { store })).toContain('shared-amount');
    expect(() => held({}, { request, store, subject: subjectOf(request, store) })).not.toThrow();
  },
);
