import { Big } from 'big.js';

/** A number as a decimal text. A whole one that a double holds exactly is its own: making a decimal of it takes ten times as long. */
export function decimalOf(value: number): string {
  return Number.isSafeInteger(value) ? String(value) : new Big(value).toFixed();
}

/** Whether a type that a schema expects is one of numbers. */
export const isNumeric = (expected: string): boolean => expected === 'number' || expected === 'int';

/**
 * Whether a lax server converts a value to the type that a field has: a number from text, text from a number, one value from a list of one.
 * The documents neither allow nor forbid it.
 */
export function isConvertible(expected: string, value: unknown): boolean {
  const [only, ...more] = Array.isArray(value) ? (value as readonly unknown[]) : [];
  if (more.length === 0 && isOf(expected, only)) return true;
  if (expected === 'string') return typeof value === 'number' || typeof value === 'boolean';
  if (isNumeric(expected)) return typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value);
  return expected === 'boolean' && (value === 'true' || value === 'false' || value === 0 || value === 1);
}

/** Whether a value is of an expected type, of those that a list of one may be converted to. */
function isOf(expected: string, value: unknown): boolean {
  return isNumeric(expected) ? typeof value === 'number' : typeof value === expected;
}
