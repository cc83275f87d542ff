import { Big } from 'big.js';
import { at, isBoolean, isNumber, isString } from '../../checks.ts';
import { decimalOf } from '../../decimal.ts';

/**
 * What follows the secret in the hashed string of an Authorize: every part as text, doubles cut to whole numbers,
 * the boolean as `true` or `false` (legacy, Authentication). Parts that are missing count as nothing.
 */
export function authorizeMaterial(body: unknown, whole?: (value: unknown) => string): string {
  return authorizeParts(body, whole).join('');
}

/** The same, part by part in the order of the table. */
export function authorizeParts(body: unknown, whole: (value: unknown) => string = cut): readonly string[] {
  const merchant = (name: string): unknown => at(body, ['merchant_data', name]);
  return [
    whole(at(body, ['order', 'total_amount'])),
    text(merchant('store')),
    text(merchant('customer_age')),
    text(merchant('last_order')),
    whole(merchant('last_order_amount')),
    text(merchant('known_address')),
    text(merchant('num_orders')),
    whole(merchant('ltv')),
    text(merchant('ip_address')),
  ];
}

/** Whether a part of that string is a value of another type than its table has, which a server may convert before it makes its own. */
export function signsOtherTypes(body: unknown): boolean {
  const merchant = (name: string): unknown => at(body, ['merchant_data', name]);
  const numbers = ['customer_age', 'last_order', 'last_order_amount', 'num_orders', 'ltv'].map(merchant);
  return (
    [at(body, ['order', 'total_amount']), ...numbers].some((value) => !isNumber(value)) ||
    [merchant('store'), merchant('ip_address')].some((value) => !isString(value)) ||
    !isBoolean(merchant('known_address'))
  );
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
