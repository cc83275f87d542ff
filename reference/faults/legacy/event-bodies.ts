import type { EventBody } from '../../webhooks/body.ts';
import type { EventStatus, PaymentEvent } from '../../webhooks/event.ts';
import { type DeliveryRules, soundDeliveryRules as sound } from '../../webhooks/rules.ts';
import { type Fault, fault } from '../fault.ts';

const HOUR_MS = 3_600_000;

/** Changes fields in the notifications of one status, or of any. A field that becomes undefined is left out. */
function saying(
  status: EventStatus | 'any',
  change: (body: EventBody, event: PaymentEvent) => Readonly<Partial<Record<keyof EventBody, unknown>>>,
): Partial<DeliveryRules> {
  return {
    body(event, now) {
      const body = sound.body(event, now);
      return status === 'any' || body.status === status
        ? ({ ...body, ...change(body, event) } as EventBody)
        : body;
    },
  };
}

/** Faults in what notifications say. */
export const legacyEventBodiesFaults: readonly Fault[] = [
  fault('webhook-unlisted-status', 'legacy.events.status', {
    summary: 'A closing is told under a status that is not listed.',
    delivery: saying('close_success', () => ({ status: 'closed' })),
  }),
  fault('webhook-other-payment', 'legacy.events.payment-id', {
    summary: 'Captures are told of another payment.',
    delivery: saying('capture_success', () => ({ payment_id: 'pay_other' })),
  }),
  fault('webhook-no-payment-id', 'legacy.events.payment-id', {
    summary: 'Refunds are told without payment_id.',
    delivery: saying('refund_success', () => ({ payment_id: undefined })),
  }),
  fault('webhook-no-capture-id', 'legacy.events.capture-id', {
    summary: 'Captures are told without capture_id.',
    delivery: saying('capture_success', () => ({ capture_id: undefined })),
  }),
  fault('webhook-other-capture', 'legacy.events.refund-capture-id', {
    summary: 'Refunds are told of another capture.',
    delivery: saying('refund_success', () => ({ capture_id: 'cap_other' })),
  }),
  fault('webhook-refund-fail-of-payment', 'legacy.events.refund-capture-id', {
    summary: 'A failed refund is told of no capture.',
    delivery: saying('refund_fail', () => ({ capture_id: null })),
  }),
  fault('webhook-no-order-ref', 'legacy.events.order-ref', {
    summary: 'Authorizations are told without order_ref.',
    delivery: saying('any', () => ({ order_ref: undefined })),
  }),
  fault('webhook-no-reason', 'legacy.events.reason', {
    summary: 'Failed refunds are told without reason.',
    delivery: saying('any', () => ({ reason: undefined })),
  }),
  fault('webhook-reason-null', 'legacy.events.reason', {
    summary: 'A failed refund is told with null as its reason.',
    delivery: saying('refund_fail', () => ({ reason: null })),
  }),
  fault('webhook-reason-everywhere', 'legacy.events.reason-only-on-refund-fail', {
    summary: 'Failed captures are told with a reason.',
    delivery: saying('capture_fail', () => ({ reason: 'closed' })),
  }),
  fault('webhook-no-event-type', 'legacy.events.event-type', {
    summary: 'The event_type is missing.',
    delivery: saying('any', () => ({ event_type: undefined })),
  }),
  fault('webhook-event-type-is-number', 'legacy.events.event-type', {
    summary: 'The event_type is a number.',
    delivery: saying('any', () => ({ event_type: 1 })),
  }),
  fault('webhook-datetime-iso', 'legacy.events.event-datetime', {
    summary: 'The event_datetime is written in ISO 8601.',
    delivery: saying('any', ({ timestamp }) => ({ event_datetime: timestamp })),
  }),
  fault('webhook-timestamp-in-seconds', 'legacy.events.timestamp', {
    summary: 'The timestamp lacks the milliseconds.',
    delivery: saying('any', ({ timestamp }) => ({ timestamp: timestamp?.replace(/\.\d{3}Z$/, 'Z') })),
  }),
  fault('webhook-timestamp-microseconds', 'legacy.events.timestamp', {
    summary: 'The timestamp of refunds has six decimals.',
    delivery: saying('refund_success', ({ timestamp }) => ({ timestamp: timestamp?.replace('Z', '000Z') })),
  }),
  fault('webhook-in-list', 'legacy.events.json', {
    summary: 'The body of a notification is a list that holds the object.',
    delivery: { written: (body) => JSON.stringify([body]) },
  }),
  fault('webhook-form', 'legacy.events.json', {
    summary: 'Closings are sent as a form.',
    delivery: {
      written: (body) =>
        body.status === 'close_success'
          ? new URLSearchParams(body as Record<string, string>).toString()
          : sound.written(body),
    },
  }),
  fault('webhook-timestamp-of-japan', 'legacy.events.created-at', {
    summary: 'The timestamp is the time in Japan, and says UTC.',
    delivery: saying('any', ({ timestamp = '' }) => ({
      timestamp: new Date(Date.parse(timestamp) + 9 * HOUR_MS).toISOString(),
    })),
  }),
  fault('webhook-datetime-of-epoch', 'legacy.events.created-at', {
    summary: 'Closings tell the beginning of 1970 as their date.',
    delivery: saying('close_success', () => ({ event_datetime: '1970-01-01 00:00:00' })),
  }),
  fault('webhook-closing-told-of-capture', 'legacy.events.closing-after-full-capture', {
    summary: 'A closing by capture names no payment.',
    delivery: saying('close_success', ({ payment_id: id }, { cause }) =>
      cause === 'full-capture' ? { payment_id: id?.replace('pay_', 'cap_') } : {},
    ),
  }),
];
