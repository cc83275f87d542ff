import type { Forms } from '../forms.ts';
import type { Buyer, Capture, Item, Metadata, Payment, Refund, ShippingAddress } from '../records.ts';

export type CaptureView = {
  readonly id: string;
  readonly created_at: string;
  readonly amount: number;
  readonly tax: number;
  readonly shipping: number;
  readonly items: readonly Item[];
  readonly metadata: Metadata;
};

export type RefundView = {
  readonly id: string;
  readonly created_at: string;
  readonly capture_id: string;
  readonly amount: number;
  readonly reason: string | null | undefined;
  readonly metadata: Metadata;
};

/** The payment object as it is sent (resource, Payment). */
export type PaymentView = {
  readonly id: string;
  readonly created_at: string;
  readonly expires_at: string;
  readonly amount: number;
  readonly currency: string;
  readonly description: string | null | undefined;
  readonly store_name: string;
  readonly test: boolean;
  readonly status: string;
  readonly tier: string;
  readonly buyer: Buyer;
  readonly order: {
    readonly items: readonly Item[];
    readonly tax: number;
    readonly shipping: number;
    readonly order_ref: string | null | undefined;
    readonly updated_at: null;
  };
  readonly shipping_address: ShippingAddress;
  readonly captures: readonly CaptureView[];
  readonly refunds: readonly RefundView[];
  readonly metadata: Metadata;
};

function captureView(capture: Capture, forms: Forms): CaptureView {
  return {
    id: capture.id,
    created_at: forms.instant(capture.createdAt),
    amount: capture.amount,
    tax: capture.tax,
    shipping: capture.shipping,
    items: capture.items,
    metadata: capture.metadata,
  };
}

function refundView(refund: Refund, forms: Forms): RefundView {
  return {
    id: refund.id,
    created_at: forms.instant(refund.createdAt),
    capture_id: refund.captureId,
    amount: refund.amount,
    reason: forms.optionalText(refund.reason),
    metadata: refund.metadata,
  };
}

/** Draws a payment as the document's tables name its fields. */
export function paymentView(payment: Payment, forms: Forms): PaymentView {
  return {
    id: payment.id,
    created_at: forms.instant(payment.createdAt),
    expires_at: forms.instant(payment.expiresAt),
    amount: payment.amount,
    currency: payment.currency,
    description: forms.optionalText(payment.description),
    store_name: payment.storeName,
    test: payment.test,
    status: forms.statusText(payment.status, 'payment'),
    tier: 'classic',
    buyer: payment.buyer,
    order: { ...payment.order, order_ref: forms.optionalText(payment.order.order_ref), updated_at: null },
    shipping_address: payment.shippingAddress,
    captures: payment.captures.map((capture) => captureView(capture, forms)),
    refunds: payment.refunds.map((refund) => refundView(refund, forms)),
    metadata: payment.metadata,
  };
}
