import type { Breach, ExpectedNotification } from '../../../engine/model.ts';
import { eventRules } from '../../../spec/legacy/events.ts';
import { legacyIds } from '../../../spec/operations.ts';
import type { Requirement } from '../../../spec/requirement.ts';
import type { Notification } from '../../wire.ts';
import {
  bodyChecks,
  carriesCaptureId,
  eventStatuses,
  fieldsOf,
  fieldsOfEvent,
  isObjectBody,
  isWrapped,
  newCaptureId,
  noObject,
  ofField,
  shown,
  type About,
  type EventStatus,
} from './event-body.ts';

/** The row that demands each notification by the document's table; closings have further causes. */
const emittedBy: Readonly<Record<EventStatus, Requirement>> = {
  authorize_success: eventRules.authorizeSuccess,
  capture_success: eventRules.captureSuccess,
  capture_fail: eventRules.captureFail,
  refund_success: eventRules.refundSuccess,
  refund_fail: eventRules.refundFail,
  update_success: eventRules.updateSuccess,
  update_fail: eventRules.updateFail,
  close_success: eventRules.closeSuccess,
  close_fail: eventRules.closeFail,
};

const onceOnly: readonly string[] = Object.freeze([eventRules.toldOnce.id]);

/** A notification that must be sent once. `rule`: why, when it is not by the document's table. */
export function expectedOnce(
  event: EventStatus,
  about: About,
  rule: Requirement = emittedBy[event],
): ExpectedNotification<Notification> {
  return { ...obligation(event, about, 1, 1, [rule.id, eventRules.allSent.id]), limits: onceOnly };
}

/** The notification of an earlier authorize may show the order_ref that an update has set since, where it is made late (legacy, Events, rule 5). */
export function orderRefMayBeNewer(paymentId: string, orderRef: string): ExpectedNotification<Notification> {
  return { ...obligation('authorize_success', { paymentId, orderRef }, 0, 0, []), amends: true };
}

/** A `capture_success` with a new `capture_id`, which was lost with the reply. `others`: the ids that it can't have. */
export function expectedUnnamed(
  paymentId: string,
  others: readonly string[],
): ExpectedNotification<Notification> {
  const { fields: _, ...expected } = expectedOnce('capture_success', { paymentId });
  return {
    ...expected,
    key: `${expected.key} with a new capture_id`,
    unnamed: true,
    checks: [...expected.checks, newCaptureId([paymentId, ...others])],
  };
}

/** A notification that may be sent once: the document does not say whether this is a failed operation. */
export function allowed(event: EventStatus, about: About): ExpectedNotification<Notification> {
  return { ...obligation(event, about, 0, 1, [eventRules.status.id]), limits: onceOnly };
}

/** A notification that may be sent about an id that names no payment, or no capture: whether such a request is a failed operation is not shown. */
export function allowedOf(event: EventStatus, id: string): ExpectedNotification<Notification> {
  return {
    key: `${event} of ${id}`,
    least: 0,
    most: 1,
    cites: [eventRules.status.id],
    checks: [],
    matches(notification) {
      const { status, payment_id: payment, capture_id: capture } = fieldsOf(notification);
      return status === event && (payment === id || (capture === id && event === 'refund_fail'));
    },
  };
}

/** A notification that must not be sent: the update of the order_ref alone (legacy, Events, rule 1). */
export function forbidden(
  event: EventStatus,
  about: About,
  rule: Requirement,
): ExpectedNotification<Notification> {
  return obligation(event, about, 0, 0, [rule.id]);
}

/** The accusation for a notification that nothing expects, allows or forbids. `captureIds`: those that the sequence knows. */
export function unsolicited(notification: Notification, captureIds: readonly string[] = []): Breach {
  const { body, text } = notification;
  const fields = fieldsOf(notification);
  const { status, capture_id: captureId, payment_id: paymentId } = fields;
  if (!isObjectBody(body)) return noObject(notification);
  if (!isEventStatus(status)) {
    const expected = `status one of ${eventStatuses.join(', ')}`;
    const expect = [ofField({}, 'status', { oneOf: eventStatuses })];
    return { rule: eventRules.status.id, expected, received: `status ${shown(status)}`, expect };
  }
  if (typeof paymentId !== 'string') {
    const expected = `${status} with the payment_id`;
    const expect = [ofField({ status }, legacyIds.payment, { type: 'string' })];
    return { rule: eventRules.paymentId.id, expected, received: `payment_id ${shown(paymentId)}`, expect };
  }
  if (carriesCaptureId.has(status) && !captureIds.some((known) => known === captureId)) {
    const rule = status === 'capture_success' ? eventRules.captureId : eventRules.refundCaptureId;
    const expected = `${status} with the capture_id of a capture of this payment`;
    const expect = [ofField(fieldsOfEvent(status, { paymentId }), legacyIds.capture, { oneOf: captureIds })];
    return { rule: rule.id, expected, received: `capture_id ${shown(captureId)}`, expect };
  }
  const expected = `no ${status}: nothing happened to ${shown(paymentId)} that emits one`;
  const expect = [{ notifications: fieldsOfEvent(status, { paymentId }), most: 0 }];
  return { rule: eventRules.status.id, expected, received: shown(text), expect };
}

/** Whether a status is one that a notification may have. */
export function isEventStatus(value: unknown): value is EventStatus {
  return eventStatuses.some((status) => status === value);
}

function obligation(
  event: EventStatus,
  about: About,
  least: number,
  most: number,
  cites: readonly string[],
): ExpectedNotification<Notification> {
  const fields = fieldsOfEvent(event, about);
  return {
    key: Object.values(fields).join(' '),
    fields,
    least,
    most,
    cites,
    checks: bodyChecks(event, about),
    matches: (notification) => isAboutEvent(notification, event, about),
  };
}

/**
 * Whether a notification is about this event, in whatever form: a body of another form is matched by the ids in its text, so that its form is accused,
 * not its absence (legacy, Events).
 */
export function isAboutEvent(
  notification: Notification,
  event: EventStatus,
  { paymentId, captureId }: Pick<About, 'paymentId' | 'captureId'>,
): boolean {
  if (!isObjectBody(notification.body) || isWrapped(notification))
    return [event, captureId ?? paymentId].every((name) => notification.text.includes(name));
  const body = fieldsOf(notification);
  if (body['status'] !== event) return false;
  const ofPayment = body['payment_id'] === paymentId;
  if (captureId === undefined || !carriesCaptureId.has(event)) return ofPayment;
  if (body['capture_id'] === captureId) return true;
  // Without a capture_id it cannot belong to another capture: the field's rule is accused, not its absence.
  return ofPayment && (typeof body['capture_id'] !== 'string' || body['capture_id'] === paymentId);
}
