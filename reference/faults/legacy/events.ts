import type { PaymentEvent } from '../../webhooks/event.ts';
import { type DeliveryRules, soundDeliveryRules as sound } from '../../webhooks/rules.ts';
import { type Fault, fault } from '../fault.ts';

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
