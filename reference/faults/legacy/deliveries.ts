import { type DeliveryRules, type SendOutcome, soundDeliveryRules as sound } from '../../webhooks/rules.ts';
import { type Fault, fault } from '../fault.ts';

const TEN_MINUTES_MS = 600_000;

/** Counts some failed sends as successful, so that no retry follows. */
function takingAlso(taken: (outcome: SendOutcome) => boolean): Partial<DeliveryRules> {
  return { isTaken: (outcome) => sound.isTaken(outcome) || taken(outcome) };
}

/** Sends to another path than that of the URL. */
function sentTo(changed: (path: string) => string): Partial<DeliveryRules> {
  return {
    destination(current) {
      const url = new URL(current);
      url.pathname = changed(url.pathname);
      return url.href;
    },
  };
}

/** Faults in where notifications are sent, and in when they are retried. */
export const legacyDeliveriesFaults: readonly Fault[] = [
  fault('webhook-path-with-slash', 'legacy.deliveries.to-the-url', {
    summary: 'Notifications are sent to the path of the URL with a slash behind it.',
    delivery: sentTo((path) => `${path}/`),
  }),
  fault('webhook-path-prefixed', 'legacy.deliveries.to-the-url', {
    summary: 'Notifications are sent to the path of the URL with a prefix.',
    delivery: sentTo((path) => `/notify${path}`),
  }),
  fault('webhook-path-dropped', 'legacy.deliveries.to-the-url', {
    summary: 'Notifications are sent to the root of the URL.',
    delivery: sentTo(() => '/'),
  }),
  fault('webhook-2xx-taken', 'legacy.deliveries.retried-after-other-2xx', {
    summary: 'Any 2xx answer ends the retries.',
    delivery: takingAlso((outcome) => 'http' in outcome && outcome.http >= 201 && outcome.http <= 299),
  }),
  fault('webhook-redirect-taken', 'legacy.deliveries.retried-after-redirect', {
    summary: 'A redirect ends the retries.',
    delivery: takingAlso((outcome) => 'http' in outcome && outcome.http >= 300 && outcome.http <= 399),
  }),
  fault('webhook-4xx-taken', 'legacy.deliveries.retried-after-error', {
    summary: 'A 4xx answer ends the retries.',
    delivery: takingAlso((outcome) => 'http' in outcome && outcome.http >= 400 && outcome.http <= 499),
  }),
  fault('webhook-410-taken', 'legacy.deliveries.retried-after-error', {
    summary: 'A 410 answer ends the retries.',
    delivery: takingAlso((outcome) => 'http' in outcome && outcome.http === 410),
  }),
  fault('webhook-5xx-taken', 'legacy.deliveries.retried-after-error', {
    summary: 'A 5xx answer ends the retries.',
    delivery: takingAlso((outcome) => 'http' in outcome && outcome.http >= 500 && outcome.http <= 599),
  }),
  fault('webhook-no-answer-taken', 'legacy.deliveries.retried-after-no-answer', {
    summary: 'A receiver that does not answer ends the retries.',
    delivery: takingAlso((outcome) => 'failure' in outcome && outcome.failure === 'no-answer'),
  }),
  fault('webhook-lost-connection-taken', 'legacy.deliveries.retried-after-lost-connection', {
    summary: 'A lost connection ends the retries.',
    delivery: takingAlso((outcome) => 'failure' in outcome && outcome.failure === 'lost-connection'),
  }),
  fault('webhook-answer-time-60s', 'legacy.deliveries.answer-time', {
    summary: 'The receiver is given a minute to answer.',
    delivery: {
      answerTimeoutMs: 60_000,
    },
  }),
  fault('webhook-answer-time-3s', 'legacy.deliveries.answer-time', {
    summary: 'The receiver is given 3 seconds to answer.',
    delivery: {
      answerTimeoutMs: 3_000,
      intervalFrom: (_, failedAt) => failedAt,
    },
  }),
  fault('webhook-200-retried', 'legacy.deliveries.ended-by-200', {
    summary: 'A notification that is answered with 200 is retried like any other.',
    delivery: { isTaken: () => false },
  }),
  fault('webhook-answer-time-5s', 'legacy.deliveries.late-answer-taken', {
    summary: 'The receiver is given 5 seconds to answer, and the retries come when they would anyway.',
    delivery: { answerTimeoutMs: 5_000 },
  }),
  fault('webhook-10-retries', 'legacy.deliveries.at-most-nine-retries', {
    summary: 'There is a tenth retry.',
    delivery: {
      maxRetries: 10,
      intervalMs: (retry) => sound.intervalMs(Math.min(retry, 9)),
    },
  }),
  fault('webhook-endless-retries', 'legacy.deliveries.none-after-last', {
    summary: 'After the ninth retry further ones follow every hour.',
    delivery: {
      maxRetries: 1_000,
      intervalMs: (retry) => (retry > 9 ? 6 * TEN_MINUTES_MS : sound.intervalMs(retry)),
    },
  }),
  fault('webhook-again-after-last', 'legacy.deliveries.none-after-last', {
    summary:
      'Five retries end with the interval of 10 minutes, and an hour later the notification is sent again.',
    delivery: {
      maxRetries: 6,
      intervalMs: (retry) => ([10, 10, 10, 60, 600][retry - 1] ?? 3600) * 1000,
    },
  }),
  fault('webhook-off-after-last', 'legacy.deliveries.later-events-after-last', {
    summary: 'Nothing is sent any more once a notification had its last retry.',
    delivery: { goesOnAfterLast: false },
  }),
  fault('webhook-first-intervals-30s', 'legacy.deliveries.first-three-intervals', {
    summary: 'The first three intervals are 30 seconds.',
    delivery: {
      intervalMs: (retry) => (retry <= 3 ? 30_000 : Math.max(31_000, sound.intervalMs(retry))),
    },
  }),
  fault('webhook-third-interval-15s', 'legacy.deliveries.first-three-intervals', {
    summary: 'The third interval is 15 seconds.',
    delivery: {
      intervalMs: (retry) => (retry === 3 ? 15_000 : sound.intervalMs(retry)),
    },
  }),
  fault('webhook-two-retries', 'legacy.deliveries.first-three-intervals', {
    summary: 'There are only two retries.',
    delivery: { maxRetries: 2 },
  }),
  fault('webhook-flat-intervals', 'legacy.deliveries.growing-intervals', {
    summary: 'The intervals after the third one do not grow.',
    delivery: {
      intervalMs: (retry) => (retry === 9 ? TEN_MINUTES_MS : Math.min(10_000, sound.intervalMs(retry))),
    },
  }),
  fault('webhook-last-interval-5min', 'legacy.deliveries.last-interval', {
    summary: 'The last interval is five minutes.',
    delivery: {
      intervalMs: (retry) => sound.intervalMs(retry) * (retry > 3 ? 0.5 : 1) + (retry > 3 ? 5_000 : 0),
    },
  }),
  fault('webhook-one-at-a-time', 'legacy.deliveries.later-events-meanwhile', {
    summary: 'Later events wait for the retries of earlier ones.',
    delivery: {
      oneAtATime: true,
    },
  }),
  fault('webhook-retry-redated', 'legacy.deliveries.same-event', {
    summary: 'A retry has a later creation time of the event.',
    delivery: {
      retryBody: (body, retry) => {
        const created = Date.parse(body.timestamp ?? '') + retry * 10_000;
        return { ...body, event_datetime: new Date(created).toISOString().slice(0, 19).replace('T', ' ') };
      },
    },
  }),
  fault('webhook-retry-loses-payment', 'legacy.deliveries.same-event', {
    summary: 'The third retry has the payment_id of another payment.',
    delivery: {
      retryBody: (body, retry) => (retry === 3 ? { ...body, payment_id: 'pay_other' } : body),
    },
  }),
  fault('webhook-keeps-unsent', 'legacy.deliveries.silent-before-url', {
    summary: 'Notifications of events before the URL was set are sent.',
    delivery: {
      keepsUnsent: true,
    },
  }),
  fault('webhook-first-event-swallowed', 'legacy.deliveries.starts-with-next-event', {
    summary: 'Sending starts with the second event after the URL was set.',
    delivery: { passedOver: 1 },
  }),
  fault('webhook-first-url-for-ever', 'legacy.deliveries.to-the-url', {
    summary: 'A change of the URL is ignored.',
    delivery: {
      destination: (_current, first) => first,
    },
  }),
];
