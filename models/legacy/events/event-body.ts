import type { Breach, Check } from '../../../engine/model.ts';
import { instantIn } from '../../../spec/forms.ts';
import type { EventFields, Expect } from '../../../spec/expect.ts';
import { civilTimeMs, instantSpan, isUtcMilliseconds, type Span } from '../../../spec/instants.ts';
import { authorize } from '../../../spec/legacy/authorize.ts';
import { deliveryRules } from '../../../spec/legacy/deliveries.ts';
import { eventRules } from '../../../spec/legacy/events.ts';
import { legacyIds } from '../../../spec/operations.ts';
import type { Requirement } from '../../../spec/requirement.ts';
import {
  isText,
  judged,
  type Must,
  predicateOf,
  shown as shownBriefly,
  shownText,
  valueExpectOf,
  wordsOf,
} from '../../checks.ts';
import type { Notification } from '../../wire.ts';

export const eventStatuses = [
  'authorize_success',
  'capture_success',
  'capture_fail',
  'refund_success',
  'refund_fail',
  'update_success',
  'update_fail',
  'close_success',
  'close_fail',
] as const;

/** A status that a notification may have (legacy, Events). */
export type EventStatus = (typeof eventStatuses)[number];

/** The payment, and where the event has one the capture, that a notification is about. */
export interface About {
  readonly paymentId: string;
  /** Of capture_success, refund_success and refund_fail. Absent: not known, so not judged. */
  readonly captureId?: string;
  /** Given at authorize. Absent: none was given, and nothing is asked of the field. */
  readonly orderRef?: string;
  /** Between which times of the target the event happened, ms since the epoch. Absent: not known, or not the only such event. */
  readonly at?: Span | undefined;
}

/** The body's fields, each of which may hold anything; none when the body is no JSON object. */
export function fieldsOf(notification: Notification): Readonly<Record<string, unknown>> {
  const { body } = notification;
  return isObjectBody(body) ? body : {};
}

/** Whether a body is a JSON object. */
export function isObjectBody(body: unknown): body is Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

/** Whether a body is an object that has none of the fields that say what it is about: they may stand deeper in it. */
export function isWrapped(notification: Notification): boolean {
  const fields = fieldsOf(notification);
  return ['payment_id', 'capture_id', 'status', 'event_type'].every((name) => !(name in fields));
}

/** The fields by which the notifications of an event are known, with their values. */
export function fieldsOfEvent(status: EventStatus, { paymentId, captureId }: About): EventFields {
  return {
    status,
    [legacyIds.payment]: paymentId,
    ...(captureId !== undefined && { [legacyIds.capture]: captureId }),
  };
}

/** The same of the event that a notification names. Empty: it names none. */
function fieldsNamed(notification: Notification): EventFields {
  const fields = fieldsOf(notification);
  return Object.fromEntries(
    ['status', ...Object.values(legacyIds)].flatMap((name) => {
      const value = fields[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

/** What must hold of the body of every notification about this event. */
export function bodyChecks(event: EventStatus, about: About): readonly Check<Notification>[] {
  const checks = [
    isPost,
    isAtItsUrl,
    isObject,
    named(event, about, eventRules.paymentId, legacyIds.payment, about.paymentId),
    ...everywhere,
    sameCreation,
  ];
  if (about.captureId !== undefined) {
    const rule = event === 'capture_success' ? eventRules.captureId : eventRules.refundCaptureId;
    if (carriesCaptureId.has(event))
      checks.push(named(event, about, rule, legacyIds.capture, about.captureId));
  }
  if (event === 'authorize_success' && about.orderRef !== undefined) {
    checks.push(keptOrderRef(about.orderRef));
  }
  checks.push(event === 'refund_fail' ? hasReason : noReason);
  if (about.at !== undefined) checks.push(created(about.at));
  return checks;
}

/** The `capture_id` of a capture whose reply was lost: any but these. */
export function newCaptureId(others: readonly string[]): Check<Notification> {
  const isNew = (value: unknown) => isText(value) && others.every((other) => other !== value);
  return deciding(field(eventRules.captureId, legacyIds.capture, judged(isNew, 'of a further capture')));
}

/** The events that are about one capture: the document names none for a capture that failed. */
export const carriesCaptureId: ReadonlySet<EventStatus> = new Set([
  'capture_success',
  'refund_success',
  'refund_fail',
]);

const longestShown = 80;

/** A bounded rendering of a hostile value for an accusation. */
export function shown(value: unknown): string {
  return value === undefined ? 'absent' : shownBriefly(value, longestShown);
}

/** The text of a notification in the same bounds, with the reason why it counts as no JSON. */
export function shownNotification(notification: Notification): string {
  return shownText(notification, longestShown);
}

/** A field of the body. `expect`: what is expected as data, which is about the event that a notification names by default. */
function field(
  rule: Requirement,
  name: string,
  must: Must,
  expect: (notification: Notification) => Expect = (one) => ofField(fieldsNamed(one), name, must),
): Check<Notification> {
  const holds = predicateOf(must);
  return {
    cites: Object.freeze([rule.id]),
    about: name,
    test(notification): readonly Breach[] {
      const value = fieldsOf(notification)[name];
      // A body that is no object is reported once, not for each missing field.
      if (holds(value) || !isObjectBody(notification.body)) return [];
      const received = `${name} ${shown(value)}`;
      const expected = `${name} ${wordsOfField(must)}`;
      return [{ rule: rule.id, expected, received, about: name, expect: [expect(notification)] }];
    },
  };
}

/** What must hold of a field of each notification of an event, as data. */
export const ofField = (notification: EventFields, at: string, must: Must): Expect => ({
  notification,
  at,
  must: valueExpectOf(must),
});

function wordsOfField(must: Must): string {
  if ('is' in must) return shown(must.is);
  return 'missing' in must || 'holds' in must ? wordsOf(must) : `as ${wordsOf(must)}`;
}

/** An id shows which event a notification is about: as data, that one comes which has all that the event is known by. */
function named(
  event: EventStatus,
  about: About,
  rule: Requirement,
  name: string,
  is: string,
): Check<Notification> {
  return deciding(
    field(rule, name, { is }, () => ({ notifications: fieldsOfEvent(event, about), least: 1 })),
  );
}

const deciding = (one: Check<Notification>): Check<Notification> => ({ ...one, decides: true });

/** A notification that carries it shows as well that it was kept. */
function keptOrderRef(orderRef: string): Check<Notification> {
  const held = field(eventRules.orderRef, 'order_ref', { is: orderRef });
  return { ...held, cites: Object.freeze([...held.cites, authorize.orderRef.id]) };
}

/** The URL that was set, to its path: a query behind it says nothing. */
const isAtItsUrl: Check<Notification> = {
  cites: Object.freeze([deliveryRules.toTheUrl.id]),
  about: 'path',
  // Only a change of the URL shows that they follow it.
  countsAsEvidence: false,
  test({ otherPath }) {
    if (otherPath === undefined) return [];
    const expected = 'a request to the path of the URL that was set';
    return [{ rule: deliveryRules.toTheUrl.id, expected, received: shown(otherPath), about: 'path' }];
  },
};

const isPost: Check<Notification> = {
  cites: Object.freeze([eventRules.method.id]),
  test(notification) {
    const { method = 'POST' } = notification;
    if (method === 'POST') return [];
    const expect = [{ notification: fieldsNamed(notification), method: 'POST' }];
    return [{ rule: eventRules.method.id, expected: 'a POST request', received: shown(method), expect }];
  },
};

const isObject: Check<Notification> = {
  cites: Object.freeze([eventRules.json.id]),
  test: (notification) => (isObjectBody(notification.body) ? [] : [noObject(notification)]),
};

/** The breach of a notification whose body is no JSON object. */
export function noObject(notification: Notification): Breach {
  return {
    rule: eventRules.json.id,
    expected: 'a JSON object',
    received: shownNotification(notification),
    expect: [ofField({}, '', { type: 'object' })],
  };
}

const hasReason = field(eventRules.reason, 'reason', judged(isText, { type: 'text' }, 'with the cause'));
// The document does not distinguish a missing field from null or an empty text.
const noReason = field(eventRules.reasonOnlyOnRefundFail, 'reason', { missing: 'absent' });

const everywhere: readonly Check<Notification>[] = [
  field(eventRules.eventType, 'event_type', { type: 'text' }),
  field(eventRules.eventDatetime, 'event_datetime', { form: 'civil-time' }),
  field(eventRules.timestamp, 'timestamp', { form: 'utc-milliseconds' }),
];

const hourMs = 3_600_000;
/** A notification may be made some time after its event. */
const laterMs = 10 * 60_000;
/** No zone is further from UTC than 14 hours, and a notification may be hours younger than its event. */
const farthestMs = 26 * hourMs;

/** Both fields give the creation time, one of them in a time zone that is not shown. */
const sameCreation: Check<Notification> = {
  cites: Object.freeze([eventRules.createdAt.id]),
  about: 'event_datetime',
  test(notification) {
    const { event_datetime: civil, timestamp } = fieldsOf(notification);
    // A timestamp of another form breaks its own rule, but may still show the time.
    const civilMs = civilTimeMs(civil);
    if (civilMs === undefined || typeof timestamp !== 'string' || Number.isNaN(instantIn(timestamp)))
      return [];
    const apartMs = Math.abs(civilMs - instantIn(timestamp));
    if (apartMs <= farthestMs) return [];
    const expected = `event_datetime of ${shown(timestamp)} in some time zone`;
    const received = `event_datetime ${shown(civil)}`;
    return [{ rule: eventRules.createdAt.id, expected, received, about: 'event_datetime' }];
  },
};

/**
 * The timestamp is neither before the event nor hours after it, as it would be in another zone than UTC. Later ones are
 * not judged: the clock may have been moved before the notification was made.
 */
function created({ least, most }: Span): Check<Notification> {
  const isInTime = (value: unknown): boolean => {
    if (!isUtcMilliseconds(value)) return true;
    const ms = Date.parse(String(value));
    return (instantSpan(value)?.most ?? ms) >= least && (ms <= most + laterMs || ms > most + 15 * hourMs);
  };
  const words = () => `not before ${new Date(least).toISOString()}, and soon after it`;
  return field(eventRules.createdAt, 'timestamp', judged(isInTime, words));
}
