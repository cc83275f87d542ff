import { isObject, holdsControl } from '../../checks.ts';

/** A value of the right type that no shop needs: the document says nothing about it. */
export interface UnspecifiedValue {
  readonly fault: 'number' | 'text';
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

/** Fields for free text, in which any character may occur. */
const freeTexts = new Set(['description', 'title', 'reason']);
const longest = 255;
const beyondBasicPlane = /[\u{10000}-\u{10ffff}]/u;

/** The unspecified values of a body: numbers out of all bounds, very long texts, control and rare characters. */
export function unspecifiedValues(value: unknown): readonly UnspecifiedValue[] {
  const found: UnspecifiedValue[] = [];
  collect(value, [], found);
  return found;
}

function collect(value: unknown, path: readonly string[], found: UnspecifiedValue[]): void {
  const name = path.at(-1) ?? '';
  const note = (fault: UnspecifiedValue['fault']) => found.push({ fault, path: path.join('.') });
  if (typeof value === 'number') {
    if (isUnspecifiedNumber(value, name)) note('number');
  } else if (typeof value === 'string') {
    // A metadata pair is free text, whatever its key is.
    if (isUnspecifiedText(value, freeTexts.has(name) || path[0] === 'metadata')) note('text');
  } else if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) collect(one, [...path, String(index)], found);
  } else if (isObject(value)) {
    for (const key of Object.keys(value)) {
      if (isUnspecifiedText(key, false)) note('text');
      // The purchase history is judged as an object only.
      if (key !== 'buyer_data') collect(value[key], [...path, key], found);
    }
  }
}

/** Whether a text has characters beyond the basic plane of Unicode, as some kanji are. */
export const isAstral = (value: unknown): value is string =>
  typeof value === 'string' && beyondBasicPlane.test(value);

function isUnspecifiedNumber(value: number, name: string): boolean {
  const bounds = ordinary[name];
  if (bounds === undefined) return false;
  return value < bounds[0] || value > bounds[1] || (name === 'unit_price' && value === 0);
}

function isUnspecifiedText(value: string, free: boolean): boolean {
  return value.length > longest || holdsControl(value) || (!free && isAstral(value));
}
