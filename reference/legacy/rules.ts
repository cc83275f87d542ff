import type { Big } from 'big.js';
import type { PersonaName, ReferenceKeys, Settings } from '../settings.ts';
import type { Store } from '../store.ts';
import type { ClosingCause } from '../webhooks/event.ts';
import { digestMatches } from './checksum.ts';
import { addsAtMost, priceOf } from './order.ts';
import type { Captured, LegacyCapture, LegacyPayment, Order, OrderLine, PinRecord } from './records.ts';

export type LegacyOperationName = 'authorize' | 'update' | 'close' | 'capture' | 'status' | 'refund';

type Body = Readonly<Record<string, unknown>>;

/** Business decisions of the legacy interface. Handlers call them through the world; a fault replaces some. */
export interface LegacyRules {
  /** Whether the Authorization header proves the API key. */
  readonly acceptsKey: (header: string | undefined, keys: ReferenceKeys) => boolean;
  /** Whether `given` encodes the SHA-256 of secret + material. */
  readonly acceptsChecksum: (operation: LegacyOperationName, given: string, hashed: string) => boolean;
  /** A body as it is taken, before its form is checked. */
  readonly received: (operation: LegacyOperationName, body: Body) => Body;
  /** What is hashed after the secret, given what the document says, and the whole request. */
  readonly signed: (
    operation: LegacyOperationName,
    material: string,
    store: Store,
    request: Readonly<Record<string, unknown>>,
  ) => string;
  /** Whether authorize asks this consumer for a PIN. */
  readonly needsPin: (persona: PersonaName | undefined) => boolean;
  readonly declines: (persona: PersonaName | undefined) => boolean;
  /** Whether the consumer's typed code is a PIN that was sent to this phone. */
  readonly acceptsPin: (code: string, sent: PinRecord | undefined) => boolean;
  /** The id of a new payment, given a fresh one. */
  readonly paymentId: (fresh: string, order: Order) => string;
  /** The expiry of a payment authorized now, ms since the epoch. */
  readonly expiryOf: (now: number, settings: Settings) => number;
  /** The expiry of a payment after an update. */
  readonly expiryAfterUpdate: (payment: LegacyPayment, now: number, settings: Settings) => number;
  readonly isExpired: (payment: LegacyPayment, now: number) => boolean;
  readonly statusAfterClosing: (cause: ClosingCause) => LegacyPayment['status'];
  /** The amount that status shows. */
  readonly amountShown: (payment: LegacyPayment) => Big;
  /** Whether an operation is refused because the payment is closed. */
  readonly closedRefuses: (operation: LegacyOperationName, payment: LegacyPayment) => boolean;
  /** Whether an update may bring this order_ref. */
  readonly acceptsRef: (payment: LegacyPayment, sent: string) => boolean;
  /** Whether an update may leave the order_ref out. */
  readonly acceptsMissingRef: (payment: LegacyPayment) => boolean;
  /** Whether an update may replace the lines of a partly captured order. */
  readonly acceptsLines: (before: Order, after: Order) => boolean;
  /** The order kept by an update. */
  readonly orderAfterUpdate: (before: Order, after: Order) => Order;
  /** The order kept by an order_ref-only update. */
  readonly orderAfterRef: (before: Order, orderRef: string) => Order;
  /** What `count` pieces of a line cost once `from` pieces are captured. */
  readonly priceOf: (lines: readonly OrderLine[], from: number, count: number) => Big;
  /** The lines that a partial capture may name. */
  readonly linesToCapture: (order: Order) => readonly OrderLine[];
  /** What is left to capture. */
  readonly capturable: (payment: LegacyPayment) => Big;
  /** Whether this many more pieces of a line may be captured. */
  readonly acceptsQuantity: (count: number, left: number) => boolean;
  readonly acceptsCapture: (amount: Big, capturable: Big) => boolean;
  /** The id of a new capture, given a fresh one. */
  readonly captureId: (fresh: string, payment: LegacyPayment) => string;
  /** Whether a payment that was just captured is closed by it. */
  readonly closesAfterCapture: (payment: LegacyPayment, how: 'full' | 'partial') => boolean;
  /** What a capture bills, given the payment before it and what is captured after it. */
  readonly billed: (before: LegacyPayment, after: Captured, how: 'full' | 'partial') => Big;
  /** What is left to refund of a capture. */
  readonly refundable: (capture: LegacyCapture, store: Store) => Big;
  /** What a refund without an amount gives back. */
  readonly fullRefund: (capture: LegacyCapture) => Big;
  readonly acceptsRefund: (amount: Big, refundable: Big, how: 'full' | 'partial') => boolean;
  /** A capture after a refund of it was refused. */
  readonly afterRefusedRefund: (capture: LegacyCapture, amount: Big) => LegacyCapture;
  /** The payment's state after a refund: the document does not show it. */
  readonly statusAfterRefund: (payment: LegacyPayment) => LegacyPayment['status'];
}

/** The decisions as the document has them. */
export const soundLegacyRules: LegacyRules = {
  acceptsKey: (header, keys) => header === `Bearer ${keys.apiKey}`,
  acceptsChecksum: (_operation, given, hashed) => digestMatches(given, hashed),
  received: (_operation, body) => body,
  signed: (_operation, material) => material,
  needsPin: (persona) => persona === 'pin',
  declines: (persona) => persona === 'reject',
  acceptsPin: (code, sent) => sent !== undefined && (code === sent.pin || code === sent.previousPin),
  paymentId: (fresh) => fresh,
  expiryOf: (now, settings) => now + settings.validityMs,
  expiryAfterUpdate: (payment) => payment.expiresAt,
  isExpired: (payment, now) => payment.status === 'open' && payment.expiresAt <= now,
  statusAfterClosing: () => 'close',
  amountShown: (payment) => payment.order.totalAmount,
  closedRefuses: () => true,
  acceptsRef: (payment, sent) => !payment.orderRefAtAuthorize || sent === payment.order.orderRef,
  acceptsMissingRef: (payment) => !payment.orderRefAtAuthorize,
  acceptsLines: (before, after) => addsAtMost(before, after) && after.totalAmount.gte(before.totalAmount),
  orderAfterUpdate: (_before, after) => after,
  orderAfterRef: (before, orderRef) => ({ ...before, orderRef }),
  priceOf,
  linesToCapture: (order) => order.lines,
  capturable: (payment) => payment.order.totalAmount.minus(payment.captured.amount),
  acceptsQuantity: (count, left) => count > 0 && count <= left,
  acceptsCapture: (amount, capturable) => amount.gt(0) && amount.lte(capturable),
  captureId: (fresh) => fresh,
  closesAfterCapture: (payment) => payment.captured.amount.gte(payment.order.totalAmount),
  billed: (before, after) => after.amount.minus(before.captured.amount),
  refundable: (capture) => capture.amount.minus(capture.refunded),
  fullRefund: (capture) => capture.amount.minus(capture.refunded),
  acceptsRefund: (amount, refundable) => amount.gt(0) && amount.lte(refundable),
  afterRefusedRefund: (capture) => capture,
  statusAfterRefund: (payment) => payment.status,
};
