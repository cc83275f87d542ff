import type { EventBody } from '../webhooks/body.ts';
import { soundDeliveryRules as sound } from '../webhooks/rules.ts';
import { type Choice, own } from './choice.ts';

const HOUR_MS = 3_600_000;
const JAPAN_MS = 9 * HOUR_MS;

/** Changes what a notification says. */
function saying(latitude: string, choice: string, change: (body: EventBody) => EventBody): Choice {
  return { latitude, choice, delivery: { body: (event, now) => change(sound.body(event, now)) } };
}

/** Answers to what the document leaves open about notifications. */
export const webhookChoices: readonly Choice[] = [
  own('legacy.events.datetime-zone', 'utc'),
  saying('legacy.events.datetime-zone', 'japan', (body) => ({
    ...body,
    event_datetime: new Date(Date.parse(body.timestamp ?? '') + JAPAN_MS)
      .toISOString()
      .slice(0, 19)
      .replace('T', ' '),
  })),
  own('legacy.events.absent-fields', 'left-out'),
  saying('legacy.events.absent-fields', 'null', (body) => ({ capture_id: null, reason: null, ...body })),
  saying('legacy.events.absent-fields', 'empty', (body) => ({ capture_id: '', reason: '', ...body })),
  own('legacy.events.event-type-value', 'payment'),
  saying('legacy.events.event-type-value', 'other', (body) => ({ ...body, event_type: 'payment_event' })),
  saying('legacy.events.datetime-zone', 'other', (body) => ({
    ...body,
    event_datetime: new Date(Date.parse(body.timestamp ?? '') - 3 * HOUR_MS)
      .toISOString()
      .slice(0, 19)
      .replace('T', ' '),
  })),
  own('legacy.events.order-ref-elsewhere', 'absent'),
  {
    latitude: 'legacy.events.order-ref-elsewhere',
    choice: 'present',
    delivery: {
      body: (event, now, orderRef) => ({
        ...sound.body(event, now),
        ...(orderRef !== undefined && { order_ref: orderRef }),
      }),
    },
  },
  own('legacy.events.capture-fail-capture-id', 'absent'),
  saying('legacy.events.capture-fail-capture-id', 'present', (body) =>
    body.status === 'capture_fail' ? { ...body, capture_id: 'cap_none' } : body,
  ),
  own('legacy.events.content-type', 'application/json'),
  {
    latitude: 'legacy.events.content-type',
    choice: 'other',
    delivery: { contentType: 'text/plain; charset=utf-8' },
  },
  own('legacy.events.rejected-requests', 'silent'),
  { latitude: 'legacy.events.rejected-requests', choice: 'emits', legacy: { tellsRejected: true } },
  own('legacy.events.unknown-ids', 'silent'),
  { latitude: 'legacy.events.unknown-ids', choice: 'emits', legacy: { tellsUnknown: true } },
  own('legacy.events.failed-order-ref-only', 'silent'),
  {
    latitude: 'legacy.events.failed-order-ref-only',
    choice: 'emits',
    delivery: {
      announced: (event) => (event.status === 'update_fail' ? [event] : sound.announced(event)),
    },
  },
  own('legacy.deliveries.interval-from', 'send'),
  {
    latitude: 'legacy.deliveries.interval-from',
    choice: 'failure',
    delivery: { intervalFrom: (_sentAt, failedAt) => failedAt },
  },
];
