import { isNamed } from '../../../models/legacy/payment/order.ts';
import { isSame } from '../../../models/legacy/payment/amounts.ts';
import type { Payment } from '../../../models/legacy/payment/state.ts';
import { total } from '../../data.ts';

/** The lines of a payment's order. */
export function linesOf({ order }: Payment) {
  return order.items.map((line) => ({
    ...(isNamed(line.item) && { item_id: line.item }),
    title: line.title,
    amount: Number(line.amount),
    quantity: line.quantity,
  }));
}

/** The order with these lines, its own tax, shipping and order_ref, and the total that follows. */
export function withLines(payment: Payment, items: ReturnType<typeof linesOf>) {
  const { tax, shipping } = payment.order;
  const parts = {
    items,
    ...(isSame(tax, '0') ? {} : { tax: Number(tax) }),
    ...(isSame(shipping, '0') ? {} : { shipping: Number(shipping) }),
  };
  return { ...parts, total_amount: total(parts), ...refOf(payment) };
}

/** The order_ref that the payment has. */
export function refOf({ orderRef: { is } }: Payment): { readonly order_ref?: string } {
  return is === null ? {} : { order_ref: is };
}
