export type EventStatus =
  | 'authorize_success'
  | 'capture_success'
  | 'capture_fail'
  | 'refund_success'
  | 'refund_fail'
  | 'update_success'
  | 'update_fail'
  | 'close_success'
  | 'close_fail'
  /** In no table of the document: a fault sends it. */
  | 'authorize_fail';

/** Why a payment closed. */
export type ClosingCause = 'request' | 'full-capture' | 'last-partial' | 'expiry';

/** Something that happened to a payment and that a notification is sent of (legacy, Events). */
export interface PaymentEvent {
  readonly status: EventStatus;
  readonly paymentId: string;
  readonly captureId?: string;
  readonly orderRef?: string;
  readonly reason?: string;
  /** Why, on a closing. */
  readonly cause?: ClosingCause;
  /** True on an update of the order_ref alone, of which no notification is sent. */
  readonly orderRefOnly?: boolean;
}
