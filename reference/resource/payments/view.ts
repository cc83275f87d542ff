import type {
  Buyer,
  Capture,
  Item,
  Metadata,
  Payment,
  PaymentStatus,
  Refund,
  ShippingAddress,
} from '../records.ts';

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
  readonly reason: string;
  readonly metadata: Metadata;
};

/** The payment object as it is sent (resource, Payment). */
export type PaymentView = {
  readonly id: string;
  readonly created_at: string;
  readonly expires_at: string;
  readonly amount: number;
  readonly currency: string;
  readonly description: string;
  readonly store_name: string;
  readonly test: boolean;
  readonly status: PaymentStatus | Lowercase<PaymentStatus>;
  readonly tier: string;
  readonly buyer: Buyer;
  readonly order: {
    readonly items: readonly Item[];
    readonly tax: number;
    readonly shipping: number;
    readonly order_ref: string;
    readonly updated_at: null;
  };
  readonly shipping_address: ShippingAddress;
  readonly captures: readonly CaptureView[];
  readonly refunds: readonly RefundView[];
  readonly metadata: Metadata;
};

function captureView(capture: Capture): CaptureView {
  return {
    id: capture.id,
    created_at: new Date(capture.createdAt).toISOString(),
    amount: capture.amount,
    tax: capture.tax,
    shipping: capture.shipping,
    items: capture.items,
    metadata: capture.metadata,
  };
}

function refundView(refund: Refund): RefundView {
  return {
    id: refund.id,
    created_at: new Date(refund.createdAt).toISOString(),
    capture_id: refund.captureId,
    amount: refund.amount,
    reason: refund.reason,
    metadata: refund.metadata,
  };
}

/** Draws a payment as the document's tables name its fields. */
export function paymentView(payment: Payment): PaymentView {
  return {
    id: payment.id,
    created_at: new Date(payment.createdAt).toISOString(),
    expires_at: new Date(payment.expiresAt).toISOString(),
    amount: payment.amount,
    currency: payment.currency,
    description: payment.description,
    store_name: payment.storeName,
    test: payment.test,
    status: payment.status,
    tier: 'classic',
    buyer: payment.buyer,
    order: { ...payment.order, updated_at: null },
    shipping_address: payment.shippingAddress,
    captures: payment.captures.map(captureView),
    refunds: payment.refunds.map(refundView),
    metadata: payment.metadata,
  };
}
