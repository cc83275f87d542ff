import type { EventBody } from '../webhooks/body.ts';
import type { PaymentEvent } from '../webhooks/event.ts';
import { soundDeliveryRules as sound } from '../webhooks/rules.ts';
import type { Fault } from './fault.ts';

const HOUR_MS = 3_600_000;

/** What a notification of some events says otherwise. */
function told(
  slug: string,
  requirement: string,
  summary: string,
  change: (body: EventBody, event: PaymentEvent) => EventBody,
): Fault {
  const body = (event: PaymentEvent, now: number) => change(sound.body(event, now), event);
  return { id: `webhook-${slug}`, requirement: `legacy.events.${requirement}`, summary, delivery: { body } };
}

/** Faults in the form of notifications, in when they say they were made, and in some kinds of them only. */
export const webhookContentFaults: readonly Fault[] = [
  {
    id: 'webhook-nameless-not-told',
    requirement: 'legacy.events.all-sent',
    summary: 'The authorization of an order without order_ref is not told.',
    delivery: {
      announced: (event) =>
        event.status === 'authorize_success' && event.orderRef === undefined ? [] : sound.announced(event),
    },
  },
  {
    id: 'webhook-nothing-sent',
    requirement: 'legacy.events.all-sent',
    summary: 'No event is told.',
    delivery: { announced: () => [] },
  },
  {
    id: 'webhook-in-list',
    requirement: 'legacy.events.json',
    summary: 'The body of a notification is a list that holds the object.',
    delivery: { written: (body) => JSON.stringify([body]) },
  },
  {
    id: 'webhook-form',
    requirement: 'legacy.events.json',
    summary: 'Closings are sent as a form.',
    delivery: {
      written: (body) =>
        body.status === 'close_success'
          ? new URLSearchParams(body as Record<string, string>).toString()
          : sound.written(body),
    },
  },
  told('timestamp-of-japan', 'created-at', 'The timestamp is the time in Japan, and says UTC.', (body) => ({
    ...body,
    timestamp: new Date(Date.parse(body.timestamp ?? '') + 9 * HOUR_MS).toISOString(),
  })),
  told('datetime-of-epoch', 'created-at', 'Closings tell the beginning of 1970 as their date.', (body) =>
    body.status === 'close_success' ? { ...body, event_datetime: '1970-01-01 00:00:00' } : body,
  ),
  told('timestamp-microseconds', 'timestamp', 'The timestamp of refunds has six decimals.', (body) =>
    body.status === 'refund_success'
      ? { ...body, timestamp: body.timestamp?.replace('Z', '000Z') ?? '' }
      : body,
  ),
  told('reason-null', 'reason', 'A failed refund is told with null as its reason.', (body) =>
    body.status === 'refund_fail' ? { ...body, reason: null } : body,
  ),
  told('refund-fail-of-payment', 'refund-capture-id', 'A failed refund is told of no capture.', (body) =>
    body.status === 'refund_fail' ? { ...body, capture_id: null } : body,
  ),
  told(
    'closing-told-of-capture',
    'closing-after-full-capture',
    'A closing by capture names no payment.',
    (body, event) =>
      event.cause === 'full-capture'
        ? { ...body, payment_id: body.payment_id?.replace('pay_', 'cap_') ?? '' }
        : body,
  ),
  told('event-type-is-number', 'event-type', 'The event_type is a number.', (body) => ({
    ...body,
    event_type: 1 as unknown as string,
  })),
];
