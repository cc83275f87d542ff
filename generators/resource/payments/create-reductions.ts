import { Big } from 'big.js';
import type { Json, Step } from '../../../engine/model.ts';
import { at, isNumber, isObject } from '../../../models/checks.ts';
import { withoutElements, withPlain, withValue, type JsonObject, type Leaner } from '../../leaner-bodies.ts';
import { withBody } from '../reductions.ts';

/** More lines than an order is drawn with. */
const mostLines = 5;

/** The kinds that differ in data which may be left out; without it, each is the plain creation. */
const ofOptional: ReadonlySet<string> = new Set([
  'empty metadata',
  'full',
  'several items',
  'discount',
  'one address part',
  '20 metadata pairs',
  'mixed order',
]);

/** What a creation may do without beside what its schema says: which fields of a purchase history are required is not shown. */
export const leaner: readonly Leaner[] = [
  ...withPlain([], { buyer_data: {} }),
  inOneLine,
  ...withoutElements(['order', 'items'], mostLines),
  inPieces,
];

/** The step with the amount that follows from its order, if it did before; `before` again where that would be below `least`. */
export function mendedCreation(step: Step, body: JsonObject, before: JsonObject, least: number): Step {
  const [was, is] = [sumOf(before), sumOf(body)];
  const amount = before['amount'];
  if (was === undefined || is === undefined || amount !== was) return renamed(step, body);
  if (is < Math.min(least, was)) return withBody(step, before);
  const made = { ...body, amount: is };
  return renamed(withBody(step, made), made);
}

/** A creation without anything optional is called so, whatever it was before. */
function renamed(step: Step, body: JsonObject): Step {
  const items = at(body, ['order', 'items']);
  const isPlain =
    Array.isArray(items) &&
    items.length === 1 &&
    !Object.hasOwn(body, 'metadata') &&
    ofOptional.has(step.kind);
  return isPlain ? { ...step, kind: 'one item' } : step;
}

/** The same amount as one piece of one line. */
function inOneLine(body: JsonObject): JsonObject {
  const sum = sumOf(body);
  const { order } = body;
  if (sum === undefined || !Number.isInteger(sum) || sum <= 0 || !isObject(order)) return body;
  const { tax: _tax, shipping: _shipping, ...rest } = order;
  return { ...body, order: { ...rest, items: [{ unit_price: sum, quantity: 1 }] } };
}

/** One piece of each line. */
function inPieces(body: JsonObject): JsonObject {
  const items = linesOf(body);
  return items === undefined
    ? body
    : withValue(
        body,
        ['order', 'items'],
        items.map((line) => ({ ...line, quantity: 1 })),
      );
}

function linesOf(body: JsonObject): readonly { readonly [key: string]: Json }[] | undefined {
  const items: unknown = at(body, ['order', 'items']);
  return Array.isArray(items) && items.every((line) => isObject(line)) ? (items as JsonObject[]) : undefined;
}

/** The sum of lines, tax and shipping; undefined for a malformed order. */
function sumOf(body: JsonObject): number | undefined {
  const lines = linesOf(body);
  if (lines === undefined) return undefined;
  const extras = [at(body, ['order', 'tax']) ?? 0, at(body, ['order', 'shipping']) ?? 0];
  const numbers = [...extras, ...lines.flatMap((line) => [line['unit_price'], line['quantity']])];
  if (!numbers.every((one) => isNumber(one))) return undefined;
  const [tax = 0, shipping = 0, ...pairs] = numbers as number[];
  let sum = new Big(tax).plus(shipping);
  for (let nth = 0; nth < pairs.length; nth += 2)
    sum = sum.plus(new Big(pairs[nth] ?? 0).times(pairs[nth + 1] ?? 0));
  return sum.toNumber();
}
