import {
  type ResourceRules,
  soundResourceRules as sound,
  type PaymentChanges,
} from '../../../resource/rules.ts';
import type { Payment, Capture, Refund, Item } from '../../../resource/records.ts';
import {
  paymentView,
  type PaymentView,
  type CaptureView,
  type RefundView,
} from '../../../resource/payments/view.ts';
import type { ReplyBody } from '../../../seams.ts';

type Patch = Partial<ResourceRules>;

/** Changes fields of a new payment. */
export function created(change: (payment: Payment) => Partial<Payment>): Patch {
  return { created: (payment) => ({ ...payment, ...change(payment) }) };
}

/** Changes the items of a new payment. */
export function itemsKept(change: (items: readonly Item[]) => readonly Item[]): Patch {
  return created(({ order }) => ({ order: { ...order, items: change(order.items) } }));
}

/** Changes fields of an updated payment. */
export function updated(
  change: (after: Payment, before: Payment, changes: PaymentChanges) => Partial<Payment>,
): Patch {
  return {
    updated(before, changes) {
      const after = sound.updated(before, changes);
      return { ...after, ...change(after, before, changes) };
    },
  };
}

/** Changes the description of a payment, when it is created and when it is updated. */
export function keepingDescription(change: (text: string) => string): Patch {
  const kept = ({ description }: Payment) => ({ description: change(description) });
  return { ...created(kept), ...updated(kept) };
}

/** Changes fields of a captured payment. */
export function captured(
  change: (after: Payment, before: Payment, capture: Capture) => Partial<Payment>,
): Patch {
  return {
    captured(before, capture) {
      const after = sound.captured(before, capture);
      return { ...after, ...change(after, before, capture) };
    },
  };
}

/** Changes fields of a new capture. */
export function captureKept(change: (capture: Capture, payment: Payment) => Partial<Capture>): Patch {
  return {
    captured: (payment, capture) => sound.captured(payment, { ...capture, ...change(capture, payment) }),
  };
}

/** Changes fields of a refunded payment. */
export function refunded(
  change: (after: Payment, before: Payment, refund: Refund) => Partial<Payment>,
): Patch {
  return {
    refunded(before, refund) {
      const after = sound.refunded(before, refund);
      return { ...after, ...change(after, before, refund) };
    },
  };
}

/** Changes fields of a new refund. */
export function refundKept(change: (refund: Refund, payment: Payment) => Partial<Refund>): Patch {
  return {
    refunded: (payment, refund) => sound.refunded(payment, { ...refund, ...change(refund, payment) }),
  };
}

/** A capture of all that was authorized, where none was made. */
export function wholeCapture({ id, createdAt, amount, order: { tax, shipping, items } }: Payment): Capture {
  return { id: id.replace(/^pay_/, 'cap_'), createdAt, amount, tax, shipping, items, metadata: {} };
}

/** Shows fields of payments in another way. */
export function paymentShowing(change: (view: PaymentView) => ReplyBody): Patch {
  return {
    paymentView(payment, forms) {
      const view = paymentView(payment, forms);
      return { ...view, ...change(view) };
    },
  };
}

/** Shows fields of captures in another way. */
export function capturesShowing(change: (entry: CaptureView) => ReplyBody): Patch {
  return paymentShowing(({ captures }) => ({
    captures: captures.map((entry) => ({ ...entry, ...change(entry) })),
  }));
}

/** Shows fields of refunds in another way. */
export function refundsShowing(change: (entry: RefundView) => ReplyBody): Patch {
  return paymentShowing(({ refunds }) => ({
    refunds: refunds.map((entry) => ({ ...entry, ...change(entry) })),
  }));
}

/** An instant in ISO 8601 with a space and without a time zone. */
export const withoutZone = (instant: string): string => instant.slice(0, 19).replace('T', ' ');
