import type { PaymentEvent } from './event.ts';

/** The body of a notification (legacy, Events); what does not apply is left out. */
export interface EventBody {
  readonly payment_id?: string;
  readonly capture_id?: string | null;
  readonly status?: string;
  readonly order_ref?: string;
  readonly reason?: string | null;
  readonly event_type?: string;
  readonly event_datetime?: string;
  readonly timestamp?: string;
}

/** The notification of an event, made at `now`. */
export function eventBody(event: PaymentEvent, now: number): EventBody {
  const timestamp = new Date(now).toISOString();
  return {
    payment_id: event.paymentId,
    ...(event.captureId === undefined ? {} : { capture_id: event.captureId }),
    status: event.status,
    ...(event.orderRef === undefined ? {} : { order_ref: event.orderRef }),
    ...(event.reason === undefined ? {} : { reason: event.reason }),
    event_type: 'payment',
    event_datetime: timestamp.slice(0, 19).replace('T', ' '),
    timestamp,
  };
}
