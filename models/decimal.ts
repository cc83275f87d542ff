import { Big } from 'big.js';

/** A number as a decimal text. A whole one that a double holds exactly is its own: making a decimal of it takes ten times as long. */
export function decimalOf(value: number): string {
  return Number.isSafeInteger(value) ? String(value) : new Big(value).toFixed();
}
