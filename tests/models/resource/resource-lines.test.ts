import { describe, expect, it } from 'vitest';
import type { Json } from '../../../engine/model.ts';
import { itemChecks } from '../../../models/resource/payments/checks/items.ts';
import { captureForm } from '../../../models/resource/payments/checks/form.ts';
import { refundsWithin } from '../../../models/resource/payments/checks/entries.ts';
import { cites } from '../../../engine/judge/belief.ts';
import type { Reply } from '../../../models/wire.ts';

const reply = (body: Json): Reply => ({
  http: 200,
  body,
  contentType: 'application/json',
  text: '',
  sentAt: 0,
  receivedAt: 0,
});
const tea = { id: 'a', title: 'お茶', unit_price: 300, quantity: 2 };
const cup = { id: 'b', title: '茶碗', unit_price: 900, quantity: 1 };
const coupon = { id: 'c', title: '割引', unit_price: -100, quantity: 3 };
const sent = [tea, cup, coupon];

const broken = (items: Json, of: Json = sent) => [
  ...new Set(
    itemChecks(of, (...rules) => rules)
      .flatMap((check) => check.test(reply({ order: { items } })))
      .map(({ rule }) => rule),
  ),
];

describe('the lines of an order', () => {
  it('may be shown in another order, with more fields', () => {
    expect(broken([coupon, { ...tea, colour: 'green' }, cup])).toEqual([]);
  });

  it.each<[string, Json, string]>([
    [
      'prices',
      [{ ...tea, unit_price: 900 }, { ...cup, unit_price: 300 }, coupon],
      'resource.item.unit-price',
    ],
    ['titles', [{ ...tea, title: '茶碗' }, { ...cup, title: 'お茶' }, coupon], 'resource.item.title'],
    ['quantities', [{ ...tea, quantity: 3 }, cup, { ...coupon, quantity: 2 }], 'resource.item.quantity'],
  ])('are compared line by line: two lines with swapped %s are accused', (_what, items, rule) => {
    expect(broken(items)).toEqual([rule]);
  });

  it('without ids are known by the rest, and a price that moves to another quantity is accused', () => {
    const plain = (price: number, quantity: number) => ({ unit_price: price, quantity });
    const lines = [plain(300, 2), plain(900, 1)];
    expect(broken([plain(900, 1), plain(300, 2)], lines)).toEqual([]);
    expect(broken([plain(900, 2), plain(300, 1)], lines)).not.toEqual([]);
  });
});

describe('a capture or a refund that shows nothing of a claim proves nothing of it', () => {
  const proven = (capture: Json) => cites(captureForm, reply({ captures: [capture] }));

  it('a capture without tax and items', () => {
    for (const bare of [{}, { tax: null, items: [] }])
      expect(proven(bare)).not.toEqual(expect.arrayContaining(['resource.captures.tax']));
    expect(proven({ tax: null, items: [] })).not.toContain('resource.captures.items');
    expect(proven({ tax: 0, items: [tea] })).toEqual(
      expect.arrayContaining(['resource.captures.tax', 'resource.captures.items']),
    );
  });

  it('a refund within the capture', () => {
    expect(cites([refundsWithin])).toEqual([]);
  });

  it('a capture whose item has an object for a text is accused', () => {
    const body = { captures: [{ items: [{ ...tea, title: {} }] }] };
    expect(captureForm.flatMap((check) => check.test(reply(body))).map(({ rule }) => rule)).toContain(
      'resource.captures.items',
    );
  });
});
