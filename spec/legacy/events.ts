import { requirements, type Means } from '../requirement.ts';

const needs: readonly Means[] = ['webhooks', 'persona.approve'];
const section = 'Events';

/** When each event is sent, and what its body holds (legacy, Events and States and transitions). */
export const eventRules = requirements('legacy', 'events', {
  authorizeSuccess: {
    id: 'legacy.events.authorize-success',
    section,
    needs,
    text: 'An authorize that succeeds emits authorize_success.',
  },
  noneBeforePin: {
    id: 'legacy.events.none-before-pin',
    section,
    needs: [...needs, 'persona.pin', 'pins.read', 'webhook.register'],
    text: 'An authorize that asks for a PIN has not succeeded yet, and emits no authorize_success.',
  },
  captureSuccess: {
    id: 'legacy.events.capture-success',
    section,
    needs,
    text: 'A capture that succeeds emits capture_success.',
  },
  captureFail: {
    id: 'legacy.events.capture-fail',
    section,
    needs,
    text: 'A capture that fails emits capture_fail.',
  },
  refundSuccess: {
    id: 'legacy.events.refund-success',
    section,
    needs,
    text: 'A refund that succeeds emits refund_success.',
  },
  refundFail: {
    id: 'legacy.events.refund-fail',
    section,
    needs,
    text: 'A refund that fails emits refund_fail.',
  },
  updateSuccess: {
    id: 'legacy.events.update-success',
    section,
    needs,
    text: 'An update of the order that succeeds emits update_success.',
  },
  updateFail: {
    id: 'legacy.events.update-fail',
    section,
    needs,
    text: 'An update that fails emits update_fail.',
  },
  closeSuccess: {
    id: 'legacy.events.close-success',
    section,
    needs,
    text: 'A close request that succeeds emits close_success.',
  },
  closeFail: {
    id: 'legacy.events.close-fail',
    section,
    needs,
    text: 'A close request that fails emits close_fail.',
  },
  closingAfterFullCapture: {
    id: 'legacy.events.closing-after-full-capture',
    section,
    needs,
    text: 'A full capture emits close_success as well as capture_success.',
  },
  closingAfterLastPartial: {
    id: 'legacy.events.closing-after-last-partial',
    section: 'States and transitions',
    needs,
    text: 'The partial capture that reaches the authorized amount emits close_success as well as capture_success.',
  },
  closingOnExpiry: {
    id: 'legacy.events.closing-on-expiry',
    section: 'States and transitions',
    needs: [...needs, 'clock.advance'],
    text: 'When an open payment expires, captured in part or not at all, close_success is emitted.',
  },
  orderRefOnlySilent: {
    id: 'legacy.events.order-ref-only-silent',
    section,
    needs,
    text: 'An update of the order_ref alone emits no notification.',
  },
  allSent: {
    id: 'legacy.events.all-sent',
    section,
    needs,
    text: 'Every event is sent; none is filtered out before it reaches the merchant.',
  },
  toldOnce: {
    id: 'legacy.events.told-once',
    section,
    needs,
    text: 'What happened once is told by one notification: one more is a copy of it, and does not tell of another event.',
  },
  method: {
    id: 'legacy.events.post',
    section,
    needs,
    text: 'Notifications are POST requests.',
  },
  json: {
    id: 'legacy.events.json',
    section,
    needs,
    text: 'The body of a notification is a JSON object.',
  },
  status: {
    id: 'legacy.events.status',
    section,
    needs,
    text: 'The status of a notification is one of the nine listed codes, and says what happened to the payment.',
  },
  paymentId: {
    id: 'legacy.events.payment-id',
    section,
    needs,
    text: 'Every notification carries the payment_id of its payment.',
  },
  captureId: {
    id: 'legacy.events.capture-id',
    section,
    needs,
    text: 'capture_success carries the capture_id that the capture was given.',
  },
  refundCaptureId: {
    id: 'legacy.events.refund-capture-id',
    section,
    needs,
    text: 'refund_success and refund_fail carry the capture_id of the capture they are about.',
  },
  orderRef: {
    id: 'legacy.events.order-ref',
    section,
    needs,
    text: 'authorize_success carries the order_ref that was given at authorize.',
  },
  reason: {
    id: 'legacy.events.reason',
    section,
    needs,
    text: 'refund_fail carries the cause of the failure as reason.',
  },
  reasonOnlyOnRefundFail: {
    id: 'legacy.events.reason-only-on-refund-fail',
    section,
    needs,
    text: 'No other notification than refund_fail carries a reason.',
  },
  eventType: {
    id: 'legacy.events.event-type',
    section,
    needs,
    text: 'Every notification carries an event_type.',
  },
  eventDatetime: {
    id: 'legacy.events.event-datetime',
    section,
    needs,
    text: 'Every notification carries event_datetime in the format YYYY-MM-DD hh:mm:ss.',
  },
  createdAt: {
    id: 'legacy.events.created-at',
    section,
    needs,
    text: 'timestamp gives the creation of the event in UTC, event_datetime gives it in some time zone.',
  },
  timestamp: {
    id: 'legacy.events.timestamp',
    section,
    needs,
    text: 'Every notification carries timestamp, UTC, in the format yyyy-mm-ddThh:mm:ss.fffZ.',
  },
});

/** The fields of a notification that say what happened, and to what (legacy, Events). */
export const tellingFields = [
  'payment_id',
  'capture_id',
  'status',
  'order_ref',
  'reason',
  'event_type',
] as const;
