import { Big } from 'big.js';
import type { Order, OrderLine } from './records.ts';
import { z } from 'zod';

/** A missing checksum is answered like a wrong one. */
export const checksumContent = z.string().default('');

/** The most pieces of a line. */
export const mostPieces = 1e6;
/** A number of pieces. Amounts may be negative, as those of discount lines are. */
const quantity = z.int().positive().max(mostPieces);
/** Doubles hold every yen up to here, and the hundredths of most amounts. */
const most = 1e15;
/** A text, which is not empty. */
export const text = z.string().min(1);
/** Tax or shipping, of an order or of a part of it. */
export const fee = z.number().nonnegative().max(most);

const line = z.object({
  item_id: text.optional(),
  title: text,
  amount: z.number().min(-most).max(most),
  quantity,
});

/** The order of an update, whose lines need no id (legacy, Endpoints, Update). */
export const orderContent = z.object({
  items: z.array(line).min(1),
  tax: fee.optional(),
  shipping: fee.optional(),
  total_amount: z.number().positive().max(most),
  order_ref: text.optional(),
});

/** The order of an authorize request, whose lines have ids. */
export const authorizeOrderContent = orderContent.extend({
  items: z.array(line.extend({ item_id: text })).min(1),
});

/** The order as it is stored: amounts as decimals, absent ones as zero. */
export function orderOf(content: z.infer<typeof orderContent>): Order {
  return {
    lines: content.items.map((one) => ({
      itemId: one.item_id,
      title: one.title,
      amount: new Big(one.amount),
      quantity: one.quantity,
    })),
    tax: new Big(content.tax ?? 0),
    shipping: new Big(content.shipping ?? 0),
    totalAmount: new Big(content.total_amount),
    orderRef: content.order_ref === '' ? undefined : content.order_ref,
  };
}

/** How many pieces the lines have together. */
export function piecesOf(lines: readonly OrderLine[]): number {
  return lines.reduce((sum, one) => sum + one.quantity, 0);
}

/** The price of `count` pieces after `from` pieces are captured. Lines that share an id are used up in order. */
export function priceOf(lines: readonly OrderLine[], from: number, count: number): Big {
  let skip = from;
  let missing = count;
  let price = new Big(0);
  for (const one of lines) {
    const taken = Math.min(Math.max(0, one.quantity - skip), missing);
    skip = Math.max(0, skip - one.quantity);
    missing -= taken;
    price = price.plus(one.amount.times(taken));
  }
  return price;
}

/** The same, with pieces beyond those of the order at the price of its last line with that id. */
export function priceBeyond(lines: readonly OrderLine[], from: number, count: number): Big {
  const beyond = Math.max(0, from + count - Math.max(from, piecesOf(lines)));
  const unit = lines.at(-1)?.amount ?? new Big(0);
  return priceOf(lines, from, count).plus(unit.times(beyond));
}

/** Whether two lines cost the same. Their titles may differ. */
function sameLine(a: OrderLine, b: OrderLine): boolean {
  return a.itemId === b.itemId && a.amount.eq(b.amount) && a.quantity === b.quantity;
}

/** Whether `after` has every line, the tax and the shipping of `before` unchanged; it may add lines (legacy, Update, rule 1). */
export function addsAtMost(before: Order, after: Order): boolean {
  if (!before.tax.eq(after.tax) || !before.shipping.eq(after.shipping)) return false;
  const rest = [...after.lines];
  return before.lines.every((one) => {
    const at = rest.findIndex((other) => sameLine(one, other));
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
}
