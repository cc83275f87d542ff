import type { Big } from 'big.js';
import type { ClosingCause } from '../webhooks/event.ts';

/** One order line; `amount` is the unit price, negative on a discount line (legacy, Order object). */
export interface OrderLine {
  readonly itemId: string | undefined;
  readonly title: string;
  readonly amount: Big;
  readonly quantity: number;
}

export interface Order {
  readonly lines: readonly OrderLine[];
  readonly tax: Big;
  readonly shipping: Big;
  readonly totalAmount: Big;
  readonly orderRef: string | undefined;
}

/** What was captured of a payment so far. */
export interface Captured {
  readonly amount: Big;
  readonly tax: Big;
  readonly shipping: Big;
  /** Captured pieces by line id. */
  readonly pieces: ReadonlyMap<string, number>;
  /** How many captures there were. */
  readonly count: number;
}

/** A legacy payment (legacy, Payment record). */
export interface LegacyPayment {
  readonly id: string;
  readonly status: 'open' | 'close';
  /** Why it is closed, when it is. */
  readonly closedBy?: ClosingCause;
  /** ms since the epoch. */
  readonly expiresAt: number;
  readonly order: Order;
  /** The total when the payment was authorized. */
  readonly authorizedAmount: Big;
  /** Whether an order_ref was set when the payment was authorized. */
  readonly orderRefAtAuthorize: boolean;
  readonly test: boolean;
  readonly captured: Captured;
}

export interface LegacyCapture {
  readonly id: string;
  readonly paymentId: string;
  readonly amount: Big;
  readonly refunded: Big;
}

/** The PINs sent to one phone: the newest, and the one before, which a consumer may still type. */
export interface PinRecord {
  readonly pin: string;
  readonly previousPin: string | undefined;
  /** When the newest was made, ms since the epoch. */
  readonly madeAt: number;
}
