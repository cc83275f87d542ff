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
    summary: 'The event authorize_success is never sent.',
    delivery: silent(({ status }) => status === 'authorize_success'),
  }),
  fault('webhook-no-capture-success', 'legacy.events.capture-success', {
    summary: 'The event capture_success is never sent.',
    delivery: silent(({ status }) => status === 'capture_success'),
  }),
  fault('webhook-no-capture-fail', 'legacy.events.capture-fail', {
    summary: 'The event capture_fail is never sent.',
    delivery: silent(({ status }) => status === 'capture_fail'),
  }),
  fault('webhook-no-refund-success', 'legacy.events.refund-success', {
    summary: 'The event refund_success is never sent.',
    delivery: silent(({ status }) => status === 'refund_success'),
  }),
  fault('webhook-no-refund-fail', 'legacy.events.refund-fail', {
    summary: 'The event refund_fail is never sent.',
    delivery: silent(({ status }) => status === 'refund_fail'),
  }),
  fault('webhook-no-update-success', 'legacy.events.update-success', {
    summary: 'The event update_success is never sent.',
    delivery: silent(({ status }) => status === 'update_success'),
  }),
  fault('webhook-no-update-fail', 'legacy.events.update-fail', {
    summary: 'The event update_fail is never sent.',
    delivery: silent(({ status }) => status === 'update_fail'),
  }),
  fault('webhook-no-close-success', 'legacy.events.close-success', {
    summary: 'The event close_success is never sent.',
    delivery: silent(
      ({ status, cause }) => status === 'close_success' && (cause === undefined || cause === 'request'),
    ),
  }),
  fault('webhook-close-told-as-update', 'legacy.events.close-success', {
    summary: 'A close request is told as an update.',
    delivery: announcing((event) =>
      event.cause === 'request' ? [{ ...event, status: 'update_success' }] : undefined,
    ),
  }),
  fault('webhook-no-close-fail', 'legacy.events.close-fail', {
    summary: 'The event close_fail is never sent.',
    delivery: silent(({ status }) => status === 'close_fail'),
  }),
  fault('webhook-no-closing-after-full-capture', 'legacy.events.closing-after-full-capture', {
    summary: 'The closing by a full capture is not told.',
    delivery: silent((event) => event.cause === 'full-capture'),
  }),
  fault('webhook-no-closing-after-last-partial', 'legacy.events.closing-after-last-partial', {
    summary: 'The closing by the last partial capture is not told.',
    delivery: silent((event) => event.cause === 'last-partial'),
  }),
  fault('webhook-no-closing-on-expiry', 'legacy.events.closing-on-expiry', {
    summary: 'The closing by expiry is not told.',
    delivery: silent((event) => event.cause === 'expiry'),
  }),
  fault('webhook-declined-told-as-authorize-fail', 'legacy.events.status', {
    summary: 'A declined authorization is told as authorize_fail, which is none of the nine codes.',
    legacy: { toldOfDeclined: (paymentId) => [{ status: 'authorize_fail', paymentId }] },
  }),
  fault('webhook-declined-told-as-success', 'legacy.events.status', {
    summary: 'A declined authorization is told as authorize_success.',
    legacy: {
      toldOfDeclined: (paymentId, { orderRef }) => [
        { status: 'authorize_success', paymentId, ...(orderRef !== undefined && { orderRef }) },
      ],
    },
  }),
  fault('webhook-order-ref-only-told', 'legacy.events.order-ref-only-silent', {
    summary: 'An update of the order_ref alone is told.',
    delivery: { announced: (event) => [event] },
  }),
  fault('webhook-capture-told-twice', 'legacy.events.capture-id', {
    summary: 'A capture is told as two captures with different ids.',
    delivery: announcing((event) =>
      event.status === 'capture_success' ? [event, { ...event, captureId: 'cap_other' }] : undefined,
    ),
  }),
  fault('webhook-put', 'legacy.events.post', {
    summary: 'Notifications are PUT requests.',
    delivery: { method: 'PUT' },
  }),
  fault('webhook-nameless-not-told', 'legacy.events.all-sent', {
    summary: 'The authorization of an order without order_ref is not told.',
    delivery: silent(({ status, orderRef }) => status === 'authorize_success' && orderRef === undefined),
  }),
  fault('webhook-nothing-sent', 'legacy.events.all-sent', {
    summary: 'No event is told.',
    delivery: silent(() => true),
  }),
];
