import type { EventBody } from '../webhooks/body.ts';
import type { ClosingCause, EventStatus, PaymentEvent } from '../webhooks/event.ts';
import { soundDeliveryRules as sound } from '../webhooks/rules.ts';
import type { Fault } from './fault.ts';

function silent(
  slug: string,
  requirement: string,
  summary: string,
  when: (event: PaymentEvent) => boolean,
): Fault {
  const announced = (event: PaymentEvent) => (when(event) ? [] : sound.announced(event));
  return { id: `webhook-${slug}`, requirement, summary, delivery: { announced } };
}

function untold(status: EventStatus): Fault {
  const slug = status.replace('_', '-');
  // A closing has causes with rows of their own.
  const causes: readonly (ClosingCause | undefined)[] = [undefined, 'request'];
  return silent(`no-${slug}`, `legacy.events.${slug}`, `The event ${status} is never sent.`, (event) => {
    return event.status === status && causes.includes(event.cause);
  });
}

function bodies(
  slug: string,
  requirement: string,
  summary: string,
  change: (body: EventBody, event: PaymentEvent) => EventBody,
): Fault {
  const body = (event: PaymentEvent, now: number) => change(sound.body(event, now), event);
  return { id: `webhook-${slug}`, requirement: `legacy.events.${requirement}`, summary, delivery: { body } };
}

/** A body without one of its fields. */
function lacking(body: EventBody, field: keyof EventBody): EventBody {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));
}

/** Faults in which events are told, and in what notifications say. */
export const webhookEventFaults: readonly Fault[] = [
  untold('authorize_success'),
  untold('capture_success'),
  untold('capture_fail'),
  untold('refund_success'),
  untold('refund_fail'),
  untold('update_success'),
  untold('update_fail'),
  untold('close_success'),
  untold('close_fail'),
  silent(
    'no-closing-after-full-capture',
    'legacy.events.closing-after-full-capture',
    'The closing by a full capture is not told.',
    (event) => event.cause === 'full-capture',
  ),
  silent(
    'no-closing-after-last-partial',
    'legacy.events.closing-after-last-partial',
    'The closing by the last partial capture is not told.',
    (event) => event.cause === 'last-partial',
  ),
  silent(
    'no-closing-on-expiry',
    'legacy.events.closing-on-expiry',
    'The closing by expiry is not told.',
    (event) => event.cause === 'expiry',
  ),
  {
    id: 'webhook-declined-told-as-authorize-fail',
    requirement: 'legacy.events.status',
    summary: 'A declined authorization is told as authorize_fail, which is none of the nine codes.',
    legacy: { toldOfDeclined: (paymentId) => [{ status: 'authorize_fail', paymentId }] },
  },
  {
    id: 'webhook-declined-told-as-success',
    requirement: 'legacy.events.status',
    summary: 'A declined authorization is told as authorize_success.',
    legacy: {
      toldOfDeclined: (paymentId, { orderRef }) => [
        { status: 'authorize_success', paymentId, ...(orderRef !== undefined && { orderRef }) },
      ],
    },
  },
  {
    id: 'webhook-order-ref-only-told',
    requirement: 'legacy.events.order-ref-only-silent',
    summary: 'An update of the order_ref alone is told.',
    delivery: { announced: (event) => [event] },
  },
  {
    id: 'webhook-close-told-as-update',
    requirement: 'legacy.events.close-success',
    summary: 'A close request is told as an update.',
    delivery: {
      announced: (event) =>
        event.cause === 'request' ? [{ ...event, status: 'update_success' }] : sound.announced(event),
    },
  },
  {
    id: 'webhook-capture-told-twice',
    requirement: 'legacy.events.capture-id',
    summary: 'A capture is told as two captures with different ids.',
    delivery: {
      announced: (event) =>
        event.status === 'capture_success'
          ? [event, { ...event, captureId: 'cap_other' }]
          : sound.announced(event),
    },
  },
  bodies('unlisted-status', 'status', 'A closing is told under a status that is not listed.', (body) =>
    body.status === 'close_success' ? { ...body, status: 'closed' } : body,
  ),
  bodies('other-payment', 'payment-id', 'Captures are told of another payment.', (body) =>
    body.status === 'capture_success' ? { ...body, payment_id: 'pay_other' } : body,
  ),
  bodies('no-payment-id', 'payment-id', 'Refunds are told without payment_id.', (body) =>
    body.status === 'refund_success' ? lacking(body, 'payment_id') : body,
  ),
  bodies('no-capture-id', 'capture-id', 'Captures are told without capture_id.', (body) =>
    body.status === 'capture_success' ? lacking(body, 'capture_id') : body,
  ),
  bodies('other-capture', 'refund-capture-id', 'Refunds are told of another capture.', (body) =>
    body.status === 'refund_success' ? { ...body, capture_id: 'cap_other' } : body,
  ),
  bodies('no-order-ref', 'order-ref', 'Authorizations are told without order_ref.', (body) =>
    lacking(body, 'order_ref'),
  ),
  bodies('no-reason', 'reason', 'Failed refunds are told without reason.', (body) => lacking(body, 'reason')),
  bodies(
    'reason-everywhere',
    'reason-only-on-refund-fail',
    'Failed captures are told with a reason.',
    (body) => (body.status === 'capture_fail' ? { ...body, reason: 'closed' } : body),
  ),
  bodies('no-event-type', 'event-type', 'The event_type is missing.', (body) => lacking(body, 'event_type')),
  bodies('datetime-iso', 'event-datetime', 'The event_datetime is written in ISO 8601.', (body) => ({
    ...body,
    event_datetime: body.timestamp ?? '',
  })),
  bodies('timestamp-in-seconds', 'timestamp', 'The timestamp lacks the milliseconds.', (body) => ({
    ...body,
    timestamp: body.timestamp?.replace(/\.\d{3}Z$/, 'Z') ?? '',
  })),
  {
    id: 'webhook-put',
    requirement: 'legacy.events.post',
    summary: 'Notifications are PUT requests.',
    delivery: { method: 'PUT' },
  },
];
