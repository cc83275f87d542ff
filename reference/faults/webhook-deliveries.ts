import { type DeliveryRules, soundDeliveryRules as sound } from '../webhooks/rules.ts';
import type { Fault } from './fault.ts';

function delivery(slug: string, requirement: string, summary: string, rules: Partial<DeliveryRules>): Fault {
  return {
    id: `webhook-${slug}`,
    requirement: `legacy.deliveries.${requirement}`,
    summary,
    delivery: rules,
  };
}

/** Takes answers of one kind for a success. */
function taking(first: number, last: number): Partial<DeliveryRules> {
  return {
    isTaken: (outcome) =>
      sound.isTaken(outcome) || ('http' in outcome && outcome.http >= first && outcome.http <= last),
  };
}

const TEN_MINUTES_MS = 600_000;

/** Faults in where notifications go, when they are repeated, and when not. */
export const webhookDeliveryFaults: readonly Fault[] = [
  delivery('2xx-taken', 'retried-after-other-2xx', 'Any 2xx answer ends the retries.', taking(201, 299)),
  delivery('redirect-taken', 'retried-after-redirect', 'A redirect ends the retries.', taking(300, 399)),
  delivery('4xx-taken', 'retried-after-error', 'A 4xx answer ends the retries.', taking(400, 499)),
  delivery('410-taken', 'retried-after-error', 'A 410 answer ends the retries.', taking(410, 410)),
  delivery('5xx-taken', 'retried-after-error', 'A 5xx answer ends the retries.', taking(500, 599)),
  delivery('no-answer-taken', 'retried-after-no-answer', 'An answer that does not come is not missed.', {
    isTaken: (outcome) => sound.isTaken(outcome) || ('failure' in outcome && outcome.failure === 'no-answer'),
  }),
  delivery('lost-connection-taken', 'retried-after-lost-connection', 'A lost connection ends the retries.', {
    isTaken: (outcome) =>
      sound.isTaken(outcome) || ('failure' in outcome && outcome.failure === 'lost-connection'),
  }),
  delivery('answer-time-60s', 'answer-time', 'The receiver is given a minute to answer.', {
    answerTimeoutMs: 60_000,
  }),
  delivery('answer-time-3s', 'answer-time', 'The receiver is given 3 seconds to answer.', {
    answerTimeoutMs: 3_000,
    intervalFrom: (_, failedAt) => failedAt,
  }),
  delivery('10-retries', 'at-most-nine-retries', 'There is a tenth retry.', {
    maxRetries: 10,
    intervalMs: (retry) => sound.intervalMs(Math.min(retry, 9)),
  }),
  delivery('endless-retries', 'none-after-last', 'After the ninth retry more follow every hour.', {
    maxRetries: 1_000,
    intervalMs: (retry) => (retry > 9 ? 6 * TEN_MINUTES_MS : sound.intervalMs(retry)),
  }),
  delivery('first-intervals-30s', 'first-three-intervals', 'The first three intervals are 30 seconds.', {
    intervalMs: (retry) => (retry <= 3 ? 30_000 : Math.max(31_000, sound.intervalMs(retry))),
  }),
  delivery('third-interval-15s', 'first-three-intervals', 'The third interval is 15 seconds.', {
    intervalMs: (retry) => (retry === 3 ? 15_000 : sound.intervalMs(retry)),
  }),
  delivery('two-retries', 'first-three-intervals', 'There are only two retries.', { maxRetries: 2 }),
  delivery('flat-intervals', 'growing-intervals', 'The intervals after the third stay the same.', {
    intervalMs: (retry) => (retry === 9 ? TEN_MINUTES_MS : Math.min(10_000, sound.intervalMs(retry))),
  }),
  delivery('last-interval-5min', 'last-interval', 'The last interval is five minutes.', {
    intervalMs: (retry) => sound.intervalMs(retry) * (retry > 3 ? 0.5 : 1) + (retry > 3 ? 5_000 : 0),
  }),
  delivery('one-at-a-time', 'later-events-meanwhile', 'Later events wait for the retries of earlier ones.', {
    oneAtATime: true,
  }),
  delivery('retry-redated', 'same-event', 'A retry tells a later creation time of the event.', {
    retryBody: (body, retry) => {
      const created = Date.parse(body.timestamp ?? '') + retry * 10_000;
      return { ...body, event_datetime: new Date(created).toISOString().slice(0, 19).replace('T', ' ') };
    },
  }),
  delivery('retry-loses-payment', 'same-event', 'The third retry tells of another payment.', {
    retryBody: (body, retry) => (retry === 3 ? { ...body, payment_id: 'pay_other' } : body),
  }),
  delivery('keeps-unsent', 'silent-before-url', 'Events from before the URL was set are sent after all.', {
    keepsUnsent: true,
  }),
  delivery(
    'first-event-swallowed',
    'starts-with-next-event',
    'Sending starts with the second event after the URL was set.',
    { passedOver: 1 },
  ),
  delivery('first-url-for-ever', 'to-the-url', 'A change of the URL is ignored.', {
    destination: (_current, first) => first,
  }),
];
