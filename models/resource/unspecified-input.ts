import { isObject } from '../checks.ts';
import type { BodyFault } from './bodies.ts';

/** Numbers that every shop has, by the name of their field; the document shows no limits. The amount itself may be an open point of its own. */
const ordinary: Readonly<Record<string, readonly [least: number, most: number]>> = {
  quantity: [1, 1e6],
  unit_price: [-1e9, 1e9],
  tax: [0, 1e9],
  shipping: [0, 1e9],
  amount: [-1e9, 1e9],
};

/** Where people write what they like, so that any character may stand there. */
const freeTexts = new Set(['description', 'title', 'reason']);
const longest = 255;
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const control = /[\u0000-\u001f\u007f-\u009f]/;
const beyondBasicPlane = /[\u{10000}-\u{10ffff}]/u;

/** What is odd about the values of a body, though each is of its type: numbers out of all bounds, very long texts, unusual characters. */
export function oddities(value: unknown, path: readonly string[] = []): readonly BodyFault[] {
  const at = path.join('.');
  const name = path.at(-1) ?? '';
  if (typeof value === 'number') return isOddNumber(value, name) ? [{ fault: 'number', path: at }] : [];
  // A pair is the merchant's own, whatever its key is.
  if (typeof value === 'string')
    return isOddText(value, freeTexts.has(name) || path[0] === 'metadata')
      ? [{ fault: 'text', path: at }]
      : [];
  if (Array.isArray(value)) return value.flatMap((one, index) => oddities(one, [...path, String(index)]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(isOddText(key, false) ? [{ fault: 'text', path: at } as const] : []),
    // The purchase history is judged as an object only.
    ...(key === 'buyer_data' ? [] : oddities(inner, [...path, key])),
  ]);
}

/** Whether a text holds characters beyond the basic plane of Unicode, as some kanji are. */
export const isAstral = (value: unknown): value is string =>
  typeof value === 'string' && beyondBasicPlane.test(value);

function isOddNumber(value: number, name: string): boolean {
  const bounds = ordinary[name];
  if (bounds === undefined) return false;
  return value < bounds[0] || value > bounds[1] || (name === 'unit_price' && value === 0);
}

function isOddText(value: string, free: boolean): boolean {
  return value.length > longest || control.test(value) || (!free && isAstral(value));
}
