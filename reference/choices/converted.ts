import { isObject } from '../json.ts';
import { deepest } from './each-value.ts';

const numbers: ReadonlySet<string> = new Set([
  'amount',
  'quantity',
  'unit_price',
  'tax',
  'shipping',
  'total_amount',
  'customer_age',
  'last_order',
  'last_order_amount',
  'num_orders',
  'ltv',
]);
const booleans: ReadonlySet<string> = new Set(['known_address']);

function scalar(value: unknown, name: string): unknown {
  if (numbers.has(name))
    return typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
  if (booleans.has(name)) {
    if (value === 'true' || value === 1) return true;
    return value === 'false' || value === 0 ? false : value;
  }
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

/** A body with each value converted to the type of its field, as a lax server takes it: a number from text, a text from a number, one value from a list of one. */
export function converted(value: unknown, name = '', depth = 0): unknown {
  if (depth > deepest) return value;
  // An empty list is how some languages write an object without pairs.
  if (name === 'metadata' || name === 'buyer_data')
    return Array.isArray(value) && value.length === 0 ? {} : value;
  if (Array.isArray(value)) {
    const [only] = value as readonly unknown[];
    if (value.length === 1 && name !== 'items' && !isObject(only)) return scalar(only, name);
    return value.map((one: unknown) => converted(one, name, depth + 1));
  }
  if (!isObject(value)) return name === '' ? value : scalar(value, name);
  return Object.fromEntries(
    Object.entries(value).map(([inner, one]) => [inner, converted(one, inner, depth + 1)]),
  );
}
