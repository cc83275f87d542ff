import { instantIn } from '../../../spec/instant.ts';
import { eventLatitudes } from '../../../spec/legacy/latitudes/events-latitudes.ts';
import type { Notification } from '../../wire.ts';
import { fieldsOf } from './event-body.ts';
import type { Payment } from '../payment/state.ts';

const hourMs = 3_600_000;

/**
 * What one notification shows of the points that the document leaves open about bodies: latitude id → choice.
 * `payments`: those of the sequence. A missing order_ref counts only for a payment that had one to the end.
 */
export function choicesOf(
  notification: Notification,
  payments: readonly Pick<Payment, 'id' | 'orderRef' | 'orderRefAtAuthorize'>[] = [],
): Readonly<Record<string, string>> {
  const body = fieldsOf(notification);
  const { status } = body;
  const choices: Record<string, string> = {
    [eventLatitudes.contentType.id]: /^application\/json\b/i.test(notification.contentType.trim())
      ? 'application/json'
      : 'other',
  };
  if (typeof body['event_type'] === 'string') {
    choices[eventLatitudes.eventType.id] = body['event_type'] === 'payment' ? 'payment' : 'other';
  }
  const zone = zoneOf(body['event_datetime'], body['timestamp']);
  if (zone !== undefined) choices[eventLatitudes.datetimeZone.id] = zone;
  if (status === 'close_success' || status === 'update_success') {
    const absence = absenceOf(body, 'capture_id');
    if (absence !== undefined) choices[eventLatitudes.absentFields.id] = absence;
    const about = payments.find(({ id }) => id !== undefined && id === body['payment_id']);
    const shown = presence(body['order_ref']);
    const { orderRefAtAuthorize: first, orderRef } = about ?? {};
    if (first !== undefined && (shown === 'present' || orderRef?.is === first))
      choices[eventLatitudes.orderRefElsewhere.id] = shown;
  }
  if (status === 'capture_fail') {
    choices[eventLatitudes.captureFailCaptureId.id] = presence(body['capture_id']);
  }
  return choices;
}

function absenceOf(body: Readonly<Record<string, unknown>>, name: string): string | undefined {
  if (!Object.hasOwn(body, name)) return 'left-out';
  if (body[name] === null) return 'null';
  return body[name] === '' ? 'empty' : undefined;
}

function presence(value: unknown): string {
  return value === undefined || value === null || value === '' ? 'absent' : 'present';
}

/** Both fields give the creation time, one of them in UTC: their difference is the zone of the other. */
function zoneOf(civil: unknown, utc: unknown): string | undefined {
  if (typeof civil !== 'string' || typeof utc !== 'string') return undefined;
  const apartMs = Date.parse(`${civil.replace(' ', 'T')}Z`) - instantIn(utc);
  if (Number.isNaN(apartMs)) return undefined;
  // A tolerance of a minute: the event may be older than its notification, and time zones are at least 15 minutes apart.
  const near = (hours: number): boolean => Math.abs(apartMs - hours * hourMs) <= 60_000;
  if (near(0)) return 'utc';
  return near(9) ? 'japan' : 'other';
}
