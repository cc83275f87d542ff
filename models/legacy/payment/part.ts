import { at, isNumber, isObject } from '../../checks.ts';
import { decimalOf } from '../../decimal.ts';
import type { Part } from './amounts.ts';

/**
 * The part that a capture's body names; undefined when it names none, which is a full capture (legacy, Capture, rule 2).
 * `quantityOf`: the quantity of a line that is named without one; absent: such lines are left out.
 */
export function partOf(body: unknown, quantityOf?: (item: string) => number): Part | undefined {
  const items = at(body, ['items']);
  const tax = amountOf(at(body, ['tax']));
  const shipping = amountOf(at(body, ['shipping']));
  if (items === undefined && tax === undefined && shipping === undefined) return undefined;
  return {
    items: Array.isArray(items) ? items.flatMap((item) => itemOf(item, quantityOf)) : [],
    ...(tax !== undefined && { tax }),
    ...(shipping !== undefined && { shipping }),
  };
}

/** A JSON number as a decimal. */
export function amountOf(value: unknown): string | undefined {
  return isNumber(value) ? decimalOf(value as number) : undefined;
}

function itemOf(value: unknown, quantityOf?: (item: string) => number): Part['items'] {
  if (!isObject(value)) return [];
  const { item_id: item, quantity = typeof item === 'string' ? quantityOf?.(item) : undefined } = value;
  return typeof item === 'string' && typeof quantity === 'number' ? [{ item, quantity }] : [];
}

/** Whether a capture's body names a line without a quantity, which it may (legacy, Endpoints, Capture). */
export function namesNoQuantity(body: unknown): boolean {
  const items = at(body, ['items']);
  return (
    Array.isArray(items) &&
    items.some(
      (item) => isObject(item) && typeof item['item_id'] === 'string' && item['quantity'] === undefined,
    )
  );
}

/** Whether a capture's body has a line that names no item: it may be refused for that, whatever it asks for. */
export function namesNoItem(body: unknown): boolean {
  const items = at(body, ['items']);
  return Array.isArray(items) && items.some((item) => isObject(item) && item['item_id'] === undefined);
}
