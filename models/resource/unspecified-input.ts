import { isObject } from '../checks.ts';

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
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const control = /[\u0000-\u001f\u007f-\u009f]/;
const beyondBasicPlane = /[\u{10000}-\u{10ffff}]/u;

/** The unspecified values of a body: numbers out of all bounds, very long texts, control and rare characters. */
export function unspecifiedValues(value: unknown, path: readonly string[] = []): readonly UnspecifiedValue[] {
  const at = path.join('.');
  const name = path.at(-1) ?? '';
  if (typeof value === 'number')
    return isUnspecifiedNumber(value, name) ? [{ fault: 'number', path: at }] : [];
  // A metadata pair is free text, whatever its key is.
  if (typeof value === 'string')
    return isUnspecifiedText(value, freeTexts.has(name) || path[0] === 'metadata')
      ? [{ fault: 'text', path: at }]
      : [];
  if (Array.isArray(value))
    return value.flatMap((one, index) => unspecifiedValues(one, [...path, String(index)]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(isUnspecifiedText(key, false) ? [{ fault: 'text', path: at } as const] : []),
    // The purchase history is judged as an object only.
    ...(key === 'buyer_data' ? [] : unspecifiedValues(inner, [...path, key])),
  ]);
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
  return value.length > longest || control.test(value) || (!free && isAstral(value));
}
