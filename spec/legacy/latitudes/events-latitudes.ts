import { latitudes } from '../../latitude.ts';

const section = 'Events';

/** What the legacy document leaves open about notifications. */
export const eventLatitudes = latitudes('legacy', {
  datetimeZone: {
    id: 'legacy.events.datetime-zone',
    section,
    question: 'In which time zone is event_datetime written?',
    choices: ['utc', 'japan', 'other'],
  },
  absentFields: {
    id: 'legacy.events.absent-fields',
    section,
    question:
      'How does a notification show a field that does not apply to it, such as capture_id on an update?',
    choices: ['left-out', 'null', 'empty'],
    perCase: true,
  },
  eventType: {
    id: 'legacy.events.event-type-value',
    section,
    question: 'Which event_type does each status have? Only `payment` is shown.',
    choices: ['payment', 'other'],
    perCase: true,
  },
  orderRefElsewhere: {
    id: 'legacy.events.order-ref-elsewhere',
    section,
    question: 'Does an event other than authorize_success carry the order_ref?',
    choices: ['absent', 'present'],
    perCase: true,
  },
  captureFailCaptureId: {
    id: 'legacy.events.capture-fail-capture-id',
    section,
    question: 'Does capture_fail show a capture_id, although none was issued?',
    choices: ['absent', 'present'],
  },
  rejectedRequests: {
    id: 'legacy.events.rejected-requests',
    section,
    question:
      'Is a request that is rejected for its key, its checksum or its form a failed operation that emits a *_fail?',
    choices: ['silent', 'emits'],
    perCase: true,
  },
  unknownIds: {
    id: 'legacy.events.unknown-ids',
    section,
    question: 'Does an operation on an id that does not exist emit a *_fail?',
    choices: ['silent', 'emits'],
    perCase: true,
  },
  failedOrderRefOnly: {
    id: 'legacy.events.failed-order-ref-only',
    section,
    question: 'Does an update of the order_ref alone that fails emit update_fail?',
    choices: ['silent', 'emits'],
  },
  closingAgain: {
    id: 'legacy.events.closing-again',
    section,
    question:
      'Is close_success sent once more when the expiry of a payment passes that was closed before, "captured or not"?',
    choices: ['silent', 'emits'],
  },
  contentType: {
    id: 'legacy.events.content-type',
    section,
    question: 'Which content type does the JSON body of a notification have?',
    choices: ['application/json', 'other'],
  },
  retryTimestamp: {
    id: 'legacy.deliveries.retry-timestamp',
    section,
    question: 'Does a retry carry the timestamp of the first send, or one of its own?',
    choices: ['same', 'own'],
  },
  intervalFrom: {
    id: 'legacy.deliveries.interval-from',
    section,
    question:
      'Does the interval before a retry count from the send, or from when the send is known to have failed?',
    choices: ['send', 'failure'],
  },
});
