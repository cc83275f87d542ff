import { Big } from 'big.js';
import type { Check, Json } from '../../../engine/model.ts';
import { paymentRules as rules } from '../../../spec/resource/payment.ts';
import { at, check, decimalEquals, field, isNumber, isObject } from '../../checks.ts';
import type { Reply } from '../../wire.ts';
import { entries, isUnset } from '../forms.ts';

type Shown = Readonly<Record<string, unknown>>;

const texts = [
  ['id', rules.itemId.id],
  ['title', rules.itemTitle.id],
  ['description', rules.itemDescription.id],
] as const;

/** The checks of order.items. The order of the list is open, so each item sent is searched for. */
export function itemChecks(sent: Json, suspects: readonly string[]): Check<Reply>[] {
  const items = entries(sent);
  const one = (rule: string, name: string, sameValue: (shown: unknown, value: unknown) => boolean) =>
    check(
      [rule, ...suspects],
      `order.items with ${name} ${JSON.stringify(items.map((item) => item[name]))}`,
      ({ body }) => entries(at(body, ['order', 'items'])).map((item) => item[name]),
      (value) => covers(value as readonly unknown[], sentValues(items, name), sameValue),
      { about: `order.items.${name}` },
    );
  return [
    field(
      [rules.items.id, ...suspects],
      'order.items',
      (value) => Array.isArray(value) && value.length === items.length && value.every(isObject),
      `an array of ${items.length} items`,
    ),
    one(rules.itemUnitPrice.id, 'unit_price', sameAmount),
    one(rules.itemQuantity.id, 'quantity', (shown, value) => Number.isInteger(shown) && shown === value),
    ...texts
      .filter(([name]) => sentValues(items, name).length > 0)
      .map(([name, rule]) => one(rule, name, (shown, value) => shown === value)),
  ];
}

/** The values that were sent, except null and empty texts, whose effect is not shown. */
function sentValues(items: readonly Shown[], name: string): readonly unknown[] {
  return items.map((item) => item[name]).filter((value) => !isUnset(value) && value !== '');
}

/** Whether every value sent is among those shown, as often as it was sent. */
function covers(
  shown: readonly unknown[],
  values: readonly unknown[],
  same: (shown: unknown, value: unknown) => boolean,
): boolean {
  const left = [...shown];
  return values.every((value) => {
    const found = left.findIndex((candidate) => same(candidate, value));
    if (found < 0) return false;
    left.splice(found, 1);
    return true;
  });
}

function sameAmount(shown: unknown, value: unknown): boolean {
  return isNumber(value) && decimalEquals(shown, new Big(value as number).toFixed());
}
