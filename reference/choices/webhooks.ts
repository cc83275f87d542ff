import { HOUR_MS } from '../durations.ts';
import type { EventBody } from '../webhooks/body.ts';
import { soundDeliveryRules as sound } from '../webhooks/rules.ts';
import { type Choice, choice } from './choice.ts';

const JAPAN_MS = 9 * HOUR_MS;

/** Changes what a notification says. */
function saying(latitude: string, answer: string, change: (body: EventBody) => EventBody): Choice {
  return choice(latitude, answer, { delivery: { body: (event, now) => change(sound.body(event, now)) } });
}

/** Answers to what the document leaves open about notifications. */
export const webhookChoices: readonly Choice[] = [
  choice('legacy.events.datetime-zone', 'utc'),
  saying('legacy.events.datetime-zone', 'japan', (body) => ({
    ...body,
    event_datetime: new Date(Date.parse(body.timestamp ?? '') + JAPAN_MS)
      .toISOString()
      .slice(0, 19)
      .replace('T', ' '),
  })),
  choice('legacy.events.absent-fields', 'left-out'),
  saying('legacy.events.absent-fields', 'null', (body) => ({ capture_id: null, reason: null, ...body })),
  saying('legacy.events.absent-fields', 'empty', (body) => ({ capture_id: '', reason: '', ...body })),
  choice('legacy.events.event-type-value', 'payment'),
  saying('legacy.events.event-type-value', 'other', (body) => ({ ...body, event_type: 'payment_event' })),
  saying('legacy.events.datetime-zone', 'other', (body) => ({
    ...body,
    event_datetime: new Date(Date.parse(body.timestamp ?? '') - 3 * HOUR_MS)
      .toISOString()
      .slice(0, 19)
      .replace('T', ' '),
  })),
  choice('legacy.events.order-ref-elsewhere', 'absent'),
  choice('legacy.events.order-ref-elsewhere', 'present', {
    delivery: {
      body: (event, now, orderRef) => ({
        ...sound.body(event, now),
        ...(orderRef !== undefined && { order_ref: orderRef }),
      }),
    },
  }),
  choice('legacy.events.capture-fail-capture-id', 'absent'),
  saying('legacy.events.capture-fail-capture-id', 'present', (body) =>
    body.status === 'capture_fail' ? { ...body, capture_id: 'cap_none' } : body,
  ),
  choice('legacy.events.content-type', 'application/json'),
  choice('legacy.events.content-type', 'other', { delivery: { contentType: 'text/plain; charset=utf-8' } }),
  choice('legacy.events.rejected-requests', 'silent'),
  choice('legacy.events.rejected-requests', 'emits', { legacy: { notifiesRejected: true } }),
  choice('legacy.events.unknown-ids', 'silent'),
  choice('legacy.events.unknown-ids', 'emits', { legacy: { notifiesUnknown: true } }),
  choice('legacy.events.failed-order-ref-only', 'silent'),
  choice('legacy.events.failed-order-ref-only', 'emits', {
    delivery: {
      announced: (event) => (event.status === 'update_fail' ? [event] : sound.announced(event)),
    },
  }),
  choice('legacy.events.closing-again', 'silent'),
  choice('legacy.events.closing-again', 'emits', { legacy: { notifiesExpiryOfClosed: true } }),
  choice('legacy.deliveries.retry-timestamp', 'same'),
  choice('legacy.deliveries.retry-timestamp', 'own', {
    delivery: {
      retryBody: (body, retry) => ({
        ...body,
        timestamp: new Date(Date.parse(body.timestamp ?? '') + retry * 10_000).toISOString(),
      }),
    },
  }),
  choice('legacy.deliveries.interval-from', 'send'),
  choice('legacy.deliveries.interval-from', 'failure', {
    delivery: { intervalFrom: (_sentAt, failedAt) => failedAt },
  }),
];
