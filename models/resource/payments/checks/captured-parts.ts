import { Big } from 'big.js';
import type { Check } from '../../../../engine/model.ts';
import { resourceLatitudes } from '../../../../spec/resource/latitudes.ts';
import { paymentRules } from '../../../../spec/resource/payment.ts';
import { at, check, decimalEquals, isNumber } from '../../../checks.ts';
import { alsoChecked } from '../../../rechecked.ts';
import type { Reply } from '../../../wire.ts';
import { decimalText, entries, isUnset } from '../../forms.ts';
import { addsUp } from './requested.ts';
import { type Notation, notingBy } from '../../replies/notation.ts';
import type { Outcomes, Payment, ResourceOutcome, ResourceState } from '../../state.ts';

/** How a capture shows one part of the order: the same or empty, both when the order has nothing to show, or neither. */
interface Part {
  readonly same: boolean;
  readonly empty: boolean;
}

const rule = paymentRules.captureOfOrder.id;
const whole = paymentRules.captureWhole.id;

/**
 * A capture of the full amount, compared with the order (Resources and their fields, Capture). Where the amount is the sum of the order, tax,
 * shipping and items were all captured. Otherwise it is open which were, but none may differ from those of the order.
 */
export function ofOrder(state: ResourceState, payment: Payment, outcome: ResourceOutcome): Outcomes {
  // Without a known order nothing can be observed. Of a given payment only the items are known.
  if (payment.items === undefined || payment.token === undefined) return [outcome];
  const known = new Set(payment.captures.map(({ id }) => id));
  const parts = (body: unknown): readonly Part[] => {
    const fresh = entries(at(body, ['captures'])).find(({ id }) => !known.has(id as string));
    return fresh === undefined ? [] : partsOf(payment, fresh, at(body, ['order']));
  };
  const each = (of: string, expected: string, holds: (part: Part) => boolean): Check<Reply> =>
    check(
      of,
      expected,
      ({ body }) => ({ parts: parts(body), captures: at(body, ['captures']) }),
      (value) => (value as { parts: readonly Part[] }).parts.every(holds),
      {
        about: 'captures.parts of the order',
        // A capture that repeats nothing of the order says nothing about it.
        provesWhere: (value) =>
          (value as { parts: readonly Part[] }).parts.some((part) => part.same && !part.empty),
      },
    );
  const expected = 'a new capture with the tax, shipping and items of the order, or without any';
  const held = each(rule, expected, ({ same, empty: isEmpty }) => same || isEmpty);
  if (isSumOf(payment)) {
    const all = 'a new capture with the tax, the shipping and the items of the order, since all was captured';
    return [
      alsoChecked(outcome, () => [held, each(whole, all, ({ same, empty: isEmpty }) => same || !isEmpty)]),
    ];
  }
  const checked = alsoChecked(outcome, () => [held]);
  // Where the order has no tax or no shipping, a capture that shows it and one that does not look the same.
  if (!isWhole(payment)) return [checked];
  return notingBy(
    state,
    'captureParts',
    resourceLatitudes.captureParts,
    shownParts,
    checked,
    (choice, holds) =>
      check(rule, `parts of the order shown: ${choice}`, (reply) => parts(reply.body), holds),
  );
}

const isSumOf = ({ amount, items, tax = '0', shipping = '0' }: Payment): boolean =>
  amount !== undefined &&
  addsUp({ amount: Number(amount), items: entries(items), tax: Number(tax), shipping: Number(shipping) });

const isWhole = ({ items, tax = '0', shipping = '0' }: Payment): boolean =>
  entries(items).length > 0 && !new Big(tax).eq(0) && !new Big(shipping).eq(0);

const every = (holds: (part: Part) => boolean) => (value: unknown) => (value as readonly Part[]).every(holds);
const repeated = every(({ same }) => same);
const empty = every((part) => part.empty);

const shownParts: Notation = {
  'of-order': repeated,
  empty: (value) => !repeated(value) && empty(value),
  some: (value) => !repeated(value) && !empty(value),
};

type Shown = Readonly<Record<string, unknown>>;

/** A part of another form breaks its own rule, and an order that differs from the one that was sent breaks that of the order. */
function partsOf({ items, tax, shipping }: Payment, capture: Shown, order: unknown): readonly Part[] {
  const amounts = [
    [tax, capture['tax'], at(order, ['tax'])],
    [shipping, capture['shipping'], at(order, ['shipping'])],
  ] as const;
  const { items: shownItems } = capture;
  const ofForm = !Array.isArray(shownItems) || entries(shownItems).length === shownItems.length;
  return [
    ...amounts.flatMap(([sent, shown, ordered]) => {
      if (sent === undefined || !(isNumber(shown) || isUnset(shown))) return [];
      const asOrdered = decimalText(shown) !== undefined && decimalText(shown) === decimalText(ordered);
      return [
        { same: decimalEquals(shown, sent) || asOrdered, empty: isUnset(shown) || decimalEquals(shown, '0') },
      ];
    }),
    ...(ofForm ? [itemsOf(entries(items), shownItems)] : []),
  ];
}

function itemsOf(sent: readonly Shown[], shown: unknown): Part {
  const lines = (items: readonly Shown[]) => items.map(lineOf).sort().join(' ');
  return {
    same: Array.isArray(shown) && lines(entries(shown)) === lines(sent),
    empty: isUnset(shown) || (Array.isArray(shown) && shown.length === 0),
  };
}

function lineOf({ unit_price: price, quantity }: Shown): string {
  const count = isNumber(quantity) ? new Big(quantity as number).toFixed() : 'none';
  return `${count}x${decimalText(price) ?? 'none'}`;
}
