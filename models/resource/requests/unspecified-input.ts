import { isObject } from '../../checks.ts';
import { areUnusualKeys, isUnusualText, type TextUse } from '../../texts.ts';
import { isUnusual } from '../../unusual-lines.ts';

/** A value of the right type that no shop needs: the document says nothing about it. */
export interface UnspecifiedValue {
  /** A `magnitude` is a number that is out of all bounds only: what follows from it is certain, as from an unusual `order`. */
  readonly fault: 'number' | 'magnitude' | 'order' | 'text';
  /** `order.items.0.quantity` */
  readonly path: string;
}

/** Ordinary numbers by the name of their field; the document shows no limits. The amount has open points of its own. */
const ordinary: Readonly<Record<string, readonly [least: number, most: number]>> = {
  quantity: [1, 1e6],
  unit_price: [-1e9, 1e9],
  tax: [0, 1e9],
  shipping: [0, 1e9],
  amount: [-1e9, 1e9],
};

/** What texts are for, by the name of their field; others have a stated form. A metadata pair is free text, whatever its key is. */
const uses: Readonly<Record<string, TextUse>> = {
  description: 'free',
  title: 'free',
  reason: 'free',
  store_name: 'line',
  line1: 'line',
  line2: 'line',
  city: 'line',
  state: 'line',
  id: 'id',
  order_ref: 'id',
};

/** The unspecified values of a body: numbers out of all bounds, texts that no shop needs. */
export function unspecifiedValues(value: unknown): readonly UnspecifiedValue[] {
  const found: UnspecifiedValue[] = [];
  collect(value, [], found);
  return found;
}

function collect(value: unknown, path: readonly string[], found: UnspecifiedValue[]): void {
  const name = path.at(-1) ?? '';
  const note = (fault: UnspecifiedValue['fault']) => found.push({ fault, path: path.join('.') });
  if (typeof value === 'number') {
    if (isUnspecifiedNumber(value, name)) note(isUnclear(value, name) ? 'number' : 'magnitude');
  } else if (typeof value === 'string') {
    const use = path[0] === 'metadata' ? 'free' : Object.hasOwn(uses, name) ? uses[name] : undefined;
    if (isUnusualText(value, use ?? 'stated')) note('text');
  } else if (Array.isArray(value)) {
    if (name === 'items' && isUnusual(value)) note('order');
    for (const [index, one] of value.entries()) collect(one, [...path, String(index)], found);
  } else if (isObject(value)) {
    if (areUnusualKeys(Object.keys(value))) note('text');
    for (const key of Object.keys(value)) {
      // The purchase history is judged as an object only.
      if (key !== 'buyer_data') collect(value[key], [...path, key], found);
    }
  }
}

function isUnspecifiedNumber(value: number, name: string): boolean {
  const bounds = ordinary[name];
  if (bounds === undefined) return false;
  return value < bounds[0] || value > bounds[1];
}

/** A count that is none, a fee below zero, or more than a double holds: it is not shown what such a number comes to. */
function isUnclear(value: number, name: string): boolean {
  if (!Number.isSafeInteger(Math.trunc(value))) return true;
  return name === 'quantity' ? value < 1 : value < 0 && name !== 'unit_price';
}
