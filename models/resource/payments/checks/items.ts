import type { Expect } from '../../../../spec/expect.ts';
import type { Check, Json } from '../../../../engine/model.ts';
import { paymentRules as rules } from '../../../../spec/resource/payment.ts';
import { at, check, field, isNumber, isObject, isText, judged } from '../../../checks.ts';
import type { Reply } from '../../../wire.ts';
import type { Accuse } from '../../replies/outcomes.ts';
import { entries, isUnset, showsSomething } from '../../forms.ts';

type Shown = Readonly<Record<string, unknown>>;

const texts = [
  ['id', rules.itemId.id],
  ['title', rules.itemTitle.id],
  ['description', rules.itemDescription.id],
] as const;

/** The checks of order.items, line by line. */
export function itemChecks(sent: Json, accuse: Accuse): Check<Reply>[] {
  const items = entries(sent);
  const linesIn = onceFor((reply: Reply) => linesFor(items, entries(at(reply.body, ['order', 'items']))));
  const one = (rule: string, name: string, same: Same) =>
    check(
      accuse(rule),
      () => `order.items with ${name} ${JSON.stringify(items.map((item) => item[name]))}`,
      (reply) => linesIn(reply).map((line) => line?.[name]),
      (values) => items.every((item, nth) => isOpen(item[name]) || same((values as Values)[nth], item[name])),
      {
        about: `order.items.${name}`,
        countsAsEvidence: items.length > 0,
        expect: () => items.flatMap((item) => ofLine(items, item, name)),
      },
    );
  return [
    field(
      accuse(rules.items.id),
      'order.items',
      judged(
        (value) => Array.isArray(value) && value.length === items.length && value.every(isObject),
        { entries: items.length, ...(items.length === 0 && { optional: true }) },
        () => `an array of ${items.length} items`,
      ),
      showsSomething,
    ),
    one(rules.itemUnitPrice.id, 'unit_price', sameAmount),
    one(rules.itemQuantity.id, 'quantity', (shown, value) => Number.isInteger(shown) && shown === value),
    ...texts
      .filter(([name]) => items.some((item) => !isOpen(item[name])))
      .map(([name, rule]) => one(rule, name, (shown, value) => shown === value)),
  ];
}

/** What is expected of a field of one line, which is found by a text that no other line has. */
function ofLine(items: readonly Shown[], item: Shown, name: string): readonly Expect[] {
  const key = ['id', 'title'].find(
    (one) =>
      one !== name && isText(item[one]) && items.every((other) => other === item || other[one] !== item[one]),
  );
  if (isOpen(item[name])) return [];
  const must = { is: item[name] as Json };
  if (items.length === 1) return [{ at: 'order.items', each: name, must }];
  return key === undefined
    ? []
    : [{ at: name, of: { list: 'order.items', key, value: String(item[key]) }, must }];
}

/** Keeps the result for the last argument: the checks of the fields ask for the same lines one after another. */
function onceFor<A, T extends object>(make: (of: A) => T): (of: A) => T {
  let last: A | undefined;
  let made: T | undefined;
  return (of) => {
    if (made === undefined || last !== of) [last, made] = [of, make(of)];
    return made;
  };
}

type Values = readonly unknown[];
type Same = (shown: unknown, value: unknown) => boolean;

/** A value without a shown effect: null, or an empty text. */
const isOpen = (value: unknown): boolean => isUnset(value) || value === '';

// What distinguishes lines: the merchant's id first, then the title, then what may be the same in several lines.
const likeness: readonly (readonly [name: string, weight: number, same: Same])[] = [
  ['id', 8, (shown, value) => shown === value],
  ['title', 4, (shown, value) => shown === value],
  ['description', 2, (shown, value) => shown === value],
  ['unit_price', 2, sameAmount],
  ['quantity', 1, (shown, value) => shown === value],
];

/**
 * The shown line for each line that was sent. The document gives no order of the list, so a line is known by what it has: the pairs that are
 * most alike are matched first.
 */
function linesFor(items: readonly Shown[], shown: readonly Shown[]): readonly (Shown | undefined)[] {
  const pairs = items
    .flatMap((item, nth) => shown.map((line, of) => ({ nth, of, alike: likenessOf(item, line) })))
    .toSorted((one, other) => other.alike - one.alike);
  const lines = new Map<number, number>();
  const taken = new Set<number>();
  for (const { nth, of } of pairs) {
    if (lines.has(nth) || taken.has(of)) continue;
    lines.set(nth, of);
    taken.add(of);
  }
  return items.map((_, nth) => shown[lines.get(nth) ?? -1]);
}

/** The lines that were sent, each with what the shown line has beside; where none were sent, the shown ones. */
export function completedLines(sent: Json | undefined, shown: readonly unknown[]): Json | undefined {
  if (sent === undefined) return shown.every(isObject) ? (shown as Json) : undefined;
  const items = entries(sent);
  const lines = linesFor(items, entries(shown));
  return items.map((item, nth) => ({ ...item, ...setBeside(item, lines[nth]) })) as Json;
}

/** The texts that a shown line has and the sent one has not. */
function setBeside(item: Shown, line: Shown = {}): Shown {
  const beside = texts.filter(([name]) => isOpen(item[name]) && isText(line[name]));
  return Object.fromEntries(beside.map(([name]) => [name, line[name]]));
}

function likenessOf(item: Shown, line: Shown): number {
  let sum = 0;
  for (const [name, weight, same] of likeness)
    if (!isOpen(item[name]) && same(line[name], item[name])) sum += weight;
  return sum;
}

/** Whether two lists of items show the same lines, in any order. */
export function sameLines(shown: unknown, known: unknown): boolean {
  const [lines, items] = [entries(shown), entries(known)];
  const matched = linesFor(items, lines);
  return (
    lines.length === items.length &&
    items.every((item, nth) =>
      likeness.every(([name, , same]) => isOpen(item[name]) || same(matched[nth]?.[name], item[name])),
    )
  );
}

function sameAmount(shown: unknown, value: unknown): boolean {
  // Two JSON numbers are the same decimal just when they are the same double.
  return isNumber(value) && shown === value;
}
