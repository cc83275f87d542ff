export type EventStatus =
  | 'authorize_success'
  | 'capture_success'
  | 'capture_fail'
  | 'refund_success'
  | 'refund_fail'
  | 'update_success'
  | 'update_fail'
  | 'close_success'
  | 'close_fail';

/** Something that happened to a payment and that the merchant is told of (legacy, Events). */
export interface PaymentEvent {
  readonly status: EventStatus;
  readonly paymentId: string;
  readonly captureId?: string;
  readonly orderRef?: string;
  readonly reason?: string;
}
