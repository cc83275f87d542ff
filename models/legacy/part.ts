import { Big } from 'big.js';
import { at, isNumber, isObject } from '../checks.ts';
import type { Part } from './amounts.ts';

/** The part that a capture's body names; undefined when it names none, which is a full capture (legacy, Capture, rule 2). */
export function partOf(body: unknown): Part | undefined {
  const items = at(body, ['items']);
  const tax = amountOf(at(body, ['tax']));
  const shipping = amountOf(at(body, ['shipping']));
  if (items === undefined && tax === undefined && shipping === undefined) return undefined;
  return {
    items: Array.isArray(items) ? items.flatMap(itemOf) : [],
    ...(tax !== undefined && { tax }),
    ...(shipping !== undefined && { shipping }),
  };
}

/** A JSON number as a decimal. */
export function amountOf(value: unknown): string | undefined {
  return isNumber(value) ? new Big(value as number).toFixed() : undefined;
}

function itemOf(value: unknown): Part['items'] {
  if (!isObject(value)) return [];
  const { item_id: item, quantity } = value;
  return typeof item === 'string' && typeof quantity === 'number' ? [{ item, quantity }] : [];
}
