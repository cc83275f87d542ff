import { HOUR_MS } from '../../durations.ts';
import type { PaymentEvent, EventStatus } from '../../webhooks/event.ts';
import { type DeliveryRules, soundDeliveryRules as sound } from '../../webhooks/rules.ts';
import { type Fault, fault } from '../fault.ts';
import type { EventBody } from '../../webhooks/body.ts';

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
    summary: 'The notification of a closing has a status that is not listed.',
    delivery: saying('close_success', () => ({ status: 'closed' })),
  }),
  fault('webhook-other-payment', 'legacy.events.payment-id', {
    summary: 'The notification of a capture has the payment_id of another payment.',
    delivery: saying('capture_success', () => ({ payment_id: 'pay_other' })),
  }),
  fault('webhook-no-payment-id', 'legacy.events.payment-id', {
    summary: 'The notification of a refund has no payment_id.',
    delivery: saying('refund_success', () => ({ payment_id: undefined })),
  }),
  fault('webhook-no-capture-id', 'legacy.events.capture-id', {
    summary: 'The notification of a capture has no capture_id.',
    delivery: saying('capture_success', () => ({ capture_id: undefined })),
  }),
  fault('webhook-other-capture', 'legacy.events.refund-capture-id', {
    summary: 'The notification of a refund has the capture_id of another capture.',
    delivery: saying('refund_success', () => ({ capture_id: 'cap_other' })),
  }),
  fault('webhook-refund-fail-of-payment', 'legacy.events.refund-capture-id', {
    summary: 'The notification of a failed refund has null as its capture_id.',
    delivery: saying('refund_fail', () => ({ capture_id: null })),
  }),
  fault('webhook-no-order-ref', 'legacy.events.order-ref', {
    summary: 'The notification of an authorization has no order_ref.',
    delivery: saying('any', () => ({ order_ref: undefined })),
  }),
  fault('webhook-no-reason', 'legacy.events.reason', {
    summary: 'The notification of a failed refund has no reason.',
    delivery: saying('any', () => ({ reason: undefined })),
  }),
  fault('webhook-reason-null', 'legacy.events.reason', {
    summary: 'The notification of a failed refund has null as its reason.',
    delivery: saying('refund_fail', () => ({ reason: null })),
  }),
  fault('webhook-reason-everywhere', 'legacy.events.reason-only-on-refund-fail', {
    summary: 'The notification of a failed capture has a reason.',
    delivery: saying('capture_fail', () => ({ reason: 'closed' })),
  }),
  fault('webhook-timestamp-of-a-minute-before', 'legacy.events.created-at', {
    summary:
      'The timestamp of a notification is a minute before its event, as of a clock that is read once a minute.',
    delivery: saying('any', ({ timestamp = '' }) => ({
      timestamp: new Date(Date.parse(timestamp) - 60_000).toISOString(),
    })),
  }),
  fault('webhook-no-event-type', 'legacy.events.event-type', {
    summary: 'Notifications have no event_type.',
    delivery: saying('any', () => ({ event_type: undefined })),
  }),
  fault('webhook-event-type-is-number', 'legacy.events.event-type', {
    summary: 'The event_type of notifications is a number.',
    delivery: saying('any', () => ({ event_type: 1 })),
  }),
  fault('webhook-datetime-iso', 'legacy.events.event-datetime', {
    summary: 'The event_datetime of notifications is in ISO 8601.',
    delivery: saying('any', ({ timestamp }) => ({ event_datetime: timestamp })),
  }),
  fault('webhook-timestamp-in-seconds', 'legacy.events.timestamp', {
    summary: 'The timestamp of notifications has no milliseconds.',
    delivery: saying('any', ({ timestamp }) => ({ timestamp: timestamp?.replace(/\.\d{3}Z$/, 'Z') })),
  }),
  fault('webhook-timestamp-microseconds', 'legacy.events.timestamp', {
    summary: 'The timestamp of a notification of a refund has six decimals.',
    delivery: saying('refund_success', ({ timestamp }) => ({ timestamp: timestamp?.replace('Z', '000Z') })),
  }),
  fault('webhook-in-list', 'legacy.events.json', {
    summary: 'The body of a notification is a list that holds the object.',
    delivery: { written: (body) => JSON.stringify([body]) },
  }),
  fault('webhook-wrapped', 'legacy.events.payment-id', {
    summary: 'The body of a notification is wrapped in an object.',
    delivery: { written: (body) => JSON.stringify({ type: 'notification', data: body }) },
  }),
  fault('webhook-wrapped-as-text', 'legacy.events.payment-id', {
    summary: 'The body of a notification is a text within an object.',
    delivery: { written: (body) => JSON.stringify({ Type: 'Notification', Message: sound.written(body) }) },
  }),
  fault('webhook-form', 'legacy.events.json', {
    summary: 'The notification of a closing is sent as a form.',
    delivery: {
      written: (body) =>
        body.status === 'close_success'
          ? new URLSearchParams(body as Record<string, string>).toString()
          : sound.written(body),
    },
  }),
  fault('webhook-timestamp-of-japan', 'legacy.events.created-at', {
    summary: 'The timestamp of notifications is the time in Japan, marked as UTC.',
    delivery: saying('any', ({ timestamp = '' }) => ({
      timestamp: new Date(Date.parse(timestamp) + 9 * HOUR_MS).toISOString(),
    })),
  }),
  fault('webhook-datetime-of-epoch', 'legacy.events.created-at', {
    summary: 'The event_datetime of a closing is the beginning of 1970.',
    delivery: saying('close_success', () => ({ event_datetime: '1970-01-01 00:00:00' })),
  }),
  fault('webhook-closing-told-of-capture', 'legacy.events.closing-after-full-capture', {
    summary: 'The notification of a closing by capture has no payment id.',
    delivery: saying('close_success', ({ payment_id: id }, { cause }) =>
      cause === 'full-capture' ? { payment_id: id?.replace('pay_', 'cap_') } : {},
    ),
  }),
];

/** Sends no notification of some events. */
function silent(when: (event: PaymentEvent) => boolean): Partial<DeliveryRules> {
  return announcing((event) => (when(event) ? [] : undefined));
}

/** Sends the notifications of other events than happened; undefined leaves an event as it is. */
function announcing(
  instead: (event: PaymentEvent) => readonly PaymentEvent[] | undefined,
): Partial<DeliveryRules> {
  return { announced: (event) => instead(event) ?? sound.announced(event) };
}

/** Faults in which events notifications are sent of. */
export const legacyEventsFaults: readonly Fault[] = [
  fault('webhook-no-authorize-success', 'legacy.events.authorize-success', {
    summary: 'No notification with the status authorize_success is sent.',
    delivery: silent(({ status }) => status === 'authorize_success'),
  }),
  fault('webhook-no-capture-success', 'legacy.events.capture-success', {
    summary: 'No notification with the status capture_success is sent.',
    delivery: silent(({ status }) => status === 'capture_success'),
  }),
  fault('webhook-no-capture-fail', 'legacy.events.capture-fail', {
    summary: 'No notification with the status capture_fail is sent.',
    delivery: silent(({ status }) => status === 'capture_fail'),
  }),
  fault('webhook-no-refund-success', 'legacy.events.refund-success', {
    summary: 'No notification with the status refund_success is sent.',
    delivery: silent(({ status }) => status === 'refund_success'),
  }),
  fault('webhook-no-refund-fail', 'legacy.events.refund-fail', {
    summary: 'No notification with the status refund_fail is sent.',
    delivery: silent(({ status }) => status === 'refund_fail'),
  }),
  fault('webhook-no-update-success', 'legacy.events.update-success', {
    summary: 'No notification with the status update_success is sent.',
    delivery: silent(({ status }) => status === 'update_success'),
  }),
  fault('webhook-no-update-fail', 'legacy.events.update-fail', {
    summary: 'No notification with the status update_fail is sent.',
    delivery: silent(({ status }) => status === 'update_fail'),
  }),
  fault('webhook-no-close-success', 'legacy.events.close-success', {
    summary: 'A close request sends no notification with the status close_success.',
    delivery: silent(
      ({ status, cause }) => status === 'close_success' && (cause === undefined || cause === 'request'),
    ),
  }),
  fault('webhook-close-told-as-update', 'legacy.events.close-success', {
    summary: 'The notification of a close request has the status update_success.',
    delivery: announcing((event) =>
      event.cause === 'request' ? [{ ...event, status: 'update_success' }] : undefined,
    ),
  }),
  fault('webhook-no-close-fail', 'legacy.events.close-fail', {
    summary: 'No notification with the status close_fail is sent.',
    delivery: silent(({ status }) => status === 'close_fail'),
  }),
  fault('webhook-no-closing-after-full-capture', 'legacy.events.closing-after-full-capture', {
    summary: 'No notification is sent when a full capture closes a payment.',
    delivery: silent((event) => event.cause === 'full-capture'),
  }),
  fault('webhook-no-closing-after-last-partial', 'legacy.events.closing-after-last-partial', {
    summary: 'No notification is sent when the last partial capture closes a payment.',
    delivery: silent((event) => event.cause === 'last-partial'),
  }),
  fault('webhook-no-closing-on-expiry', 'legacy.events.closing-on-expiry', {
    summary: 'No notification is sent when a payment expires.',
    delivery: silent((event) => event.cause === 'expiry'),
  }),
  fault('webhook-declined-told-as-authorize-fail', 'legacy.events.status', {
    summary:
      'A notification of a declined authorization is sent, with authorize_fail, which is none of the nine codes.',
    legacy: { eventsOfDeclined: (paymentId) => [{ status: 'authorize_fail', paymentId }] },
  }),
  fault('webhook-declined-told-as-success', 'legacy.events.status', {
    summary: 'A notification of a declined authorization is sent, with authorize_success.',
    legacy: {
      eventsOfDeclined: (paymentId, { orderRef }) => [
        { status: 'authorize_success', paymentId, ...(orderRef !== undefined && { orderRef }) },
      ],
    },
  }),
  fault('webhook-success-before-pin', 'legacy.events.none-before-pin', {
    summary: 'A success of authorize is notified already when the PIN is asked for.',
    legacy: {
      eventsOfAsking: (paymentId, { orderRef }) => [
        { status: 'authorize_success', paymentId, ...(orderRef !== undefined && { orderRef }) },
      ],
    },
  }),
  fault('webhook-order-ref-only-told', 'legacy.events.order-ref-only-silent', {
    summary: 'A notification is sent for an update of the order_ref alone.',
    delivery: { announced: (event) => [event] },
  }),
  fault('webhook-capture-told-twice', 'legacy.events.capture-id', {
    summary: 'A capture sends two notifications with different capture ids.',
    delivery: announcing((event) =>
      event.status === 'capture_success' ? [event, { ...event, captureId: 'cap_other' }] : undefined,
    ),
  }),
  fault('webhook-update-told-twice', 'legacy.events.told-once', {
    summary: 'An update sends a second notification, with another order_ref.',
    delivery: announcing((event) =>
      event.status === 'update_success' && event.orderRefOnly !== true
        ? [event, { ...event, orderRef: 'told-again' }]
        : undefined,
    ),
  }),
  fault('webhook-put', 'legacy.events.post', {
    summary: 'Notifications are PUT requests.',
    delivery: { method: 'PUT' },
  }),
  fault('webhook-nameless-not-told', 'legacy.events.all-sent', {
    summary: 'No notification is sent for the authorization of an order without order_ref.',
    delivery: silent(({ status, orderRef }) => status === 'authorize_success' && orderRef === undefined),
  }),
  fault('webhook-nothing-sent', 'legacy.events.all-sent', {
    summary: 'No notification is sent.',
    delivery: silent(() => true),
  }),
];
