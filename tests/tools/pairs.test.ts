import { describe, expect, it } from 'vitest';
import { legacyFactors, legacyTables } from '../../tools/pairs/legacy.ts';
import { pairCoverage, unknownValues, type FactorTable } from '../../tools/pairs/pairs.ts';

const table: FactorTable = {
  operation: 'capture',
  values: { lines: ['one', 'several'], discount: ['none', 'some'], before: ['first', 'later'] },
  impossible: [['lines=one', 'discount=some']],
};

describe('pairwise coverage', () => {
  it('counts every pair of values that a request can have', () => {
    expect(pairCoverage(table, [])).toMatchObject({ possible: 11 });
  });

  it('names the pairs that no request had, and those only', () => {
    const all = { lines: ['one', 'several'], discount: ['none', 'some'], before: ['first', 'later'] };
    const requests = all.lines.flatMap((lines) =>
      all.discount.flatMap((discount) => all.before.map((before) => ({ lines, discount, before }))),
    );
    const without = requests.filter(({ discount, before }) => discount === 'none' || before === 'first');
    expect(pairCoverage(table, requests).untried).toEqual([]);
    expect(pairCoverage(table, without).untried).toEqual(['before=later, discount=some']);
  });

  it('a request with a value that the table lacks shows that the table is wrong', () => {
    expect(unknownValues(table, [{ lines: 'none' }])).toEqual(['lines=none']);
  });
});

describe('what a request of the signed interface was', () => {
  const line = (id: string, amount: number, quantity: number) => ({ item_id: id, amount, quantity });
  const order = { items: [line('i1', 100, 2), line('coupon', -5, 3)], tax: 0 };
  const sent = [
    ['authorize', { order }, { payment_id: 'p', status: 'authorize_success' }],
    [
      'capture',
      { payment_id: 'p', items: [line('i1', 100, 2), line('coupon', -5, 1)] },
      { capture_id: 'c', status: 'capture_success' },
    ],
    ['refund', { capture_id: 'c', amount: 0.5 }, { status: 'refund_fail' }],
    ['refund', { capture_id: 'c', amount: 0.5 }, { status: 'refund_success' }],
  ] as const;
  const found = legacyFactors(
    sent.map(([operation, body, reply]) => ({ operation, http: 200, body, reply })),
  );

  it('follows from the accepted requests of a payment', () => {
    expect(found).toMatchObject([
      ['authorize', { discount: 'several units', tax: 'zero', shipping: 'absent' }],
      ['capture', { what: 'lines', 'discount taken': 'part', before: 'nothing captured' }],
      ['refund', { amount: 'fraction', capture: 'part', before: 'first' }],
    ]);
  });

  it.each(legacyTables.map((one) => [one.operation, one] as const))(
    'is in the table of %s',
    (operation, one) => {
      const requests = found.flatMap(([name, factors]) => (name === operation ? [factors] : []));
      expect(unknownValues(one, requests)).toEqual([]);
    },
  );
});
