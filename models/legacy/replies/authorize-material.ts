import { Big } from 'big.js';
import { at, isNumber } from '../../checks.ts';
import { decimalOf } from '../../decimal.ts';

/**
 * What follows the secret in the hashed string of an Authorize: every part as text, doubles cut to whole numbers,
 * the boolean as `true` or `false` (legacy, Authentication). Parts that are missing count as nothing.
 */
export function authorizeMaterial(body: unknown, whole?: (value: unknown) => string): string {
  return authorizeParts(body, whole).join('');
}

const signed = [
  { path: ['order', 'total_amount'], isDouble: true },
  { path: ['merchant_data', 'store'] },
  { path: ['merchant_data', 'customer_age'] },
  { path: ['merchant_data', 'last_order'] },
  { path: ['merchant_data', 'last_order_amount'], isDouble: true },
  { path: ['merchant_data', 'known_address'] },
  { path: ['merchant_data', 'num_orders'] },
  { path: ['merchant_data', 'ltv'], isDouble: true },
  { path: ['merchant_data', 'ip_address'] },
] as const;

/** Where the parts of that string stand in the body, in their order. */
export const authorizeSigned: readonly (readonly string[])[] = signed.map(({ path }) => path);

/** The same, part by part in the order of the table. */
export function authorizeParts(body: unknown, whole: (value: unknown) => string = cut): readonly string[] {
  return signed.map((part) => ('isDouble' in part ? whole : text)(at(body, part.path)));
}

const cut = (value: unknown): string => wholeBy(Big.roundDown, value);

/** The same with doubles rounded: how they are converted to integers the document does not say. */
export function authorizeMaterialRounded(body: unknown): string {
  return authorizeMaterial(body, (value) => wholeBy(Big.roundHalfUp, value));
}

function wholeBy(mode: 0 | 1, value: unknown): string {
  if (!isNumber(value)) return '';
  return Number.isInteger(value)
    ? decimalOf(value as number)
    : new Big(value as number).round(0, mode).toFixed();
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
}
