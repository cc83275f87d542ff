import { charged, type OrderShape } from '../../data.ts';

/** A history with amounts that rounding raises. */
export const halves = 'halves of a yen in the history';

const discountPieces = 'discount of several pieces';

export const everyField = 'every optional field';

/** The same without a type: whether each merchant may name one is not shown. */
export const everyFieldButType = 'every optional field but the type';

/** Orders by intent; the rest of the request is the same for all. */
export const orders: Readonly<Record<string, OrderShape>> = {
  'one line': { lines: 1 },
  'one piece': { lines: 1, quantity: 1 },
  'several lines': { lines: 3, ...charged },
  discount: { lines: 2, ...charged, discount: 1 },
  [discountPieces]: { lines: 2, ...charged, discount: 3 },
  fractions: { lines: 2, quantity: 3, ...charged, fraction: true, discount: 1 },
  'fractions with a tax of zero': { lines: 1, tax: 'zero', shipping: 'more', fraction: true },
  'discount without shipping': { lines: 2, tax: 'more', discount: 1 },
  'no order_ref': { lines: 2, ...charged },
  [everyField]: { lines: 2, ...charged },
  [everyFieldButType]: { lines: 2, ...charged },
  [halves]: { lines: 1 },
};

/** An order of any shape. */
export const mixed = 'mixed order';

/** Wrong sums show in these first. */
export const weighty: ReadonlySet<string> = new Set(['discount', discountPieces, 'fractions', mixed]);

/** Half of the orders come without order_ref, as from platforms that number them later. */
export const withoutRefs: ReadonlySet<string> = new Set([
  'one line',
  'discount',
  discountPieces,
  'fractions',
  'no order_ref',
]);
