/** Why no recorded answer proves a row. */
type Why = 'retries of one notification' | 'a change of the URL';

/** The must rows that suites judge without a machine: no sequence proves them, and what breaks them is a fault of the reference. */
export const judgedElsewhere: Readonly<Record<string, Why>> = {
  'legacy.events.none-before-pin': 'a change of the URL',
  'legacy.deliveries.to-the-url': 'a change of the URL',
  'legacy.deliveries.silent-before-url': 'a change of the URL',
  'legacy.deliveries.starts-with-next-event': 'a change of the URL',
  'legacy.deliveries.retried-after-other-2xx': 'retries of one notification',
  'legacy.deliveries.retried-after-redirect': 'retries of one notification',
  'legacy.deliveries.retried-after-error': 'retries of one notification',
  'legacy.deliveries.retried-after-no-answer': 'retries of one notification',
  'legacy.deliveries.retried-after-lost-connection': 'retries of one notification',
  'legacy.deliveries.answer-time': 'retries of one notification',
  'legacy.deliveries.ended-by-200': 'retries of one notification',
  'legacy.deliveries.late-answer-taken': 'retries of one notification',
  'legacy.deliveries.first-three-intervals': 'retries of one notification',
  'legacy.deliveries.growing-intervals': 'retries of one notification',
  'legacy.deliveries.last-interval': 'retries of one notification',
  'legacy.deliveries.at-most-nine-retries': 'retries of one notification',
  'legacy.deliveries.none-after-last': 'retries of one notification',
  'legacy.deliveries.same-event': 'retries of one notification',
  'legacy.deliveries.later-events-meanwhile': 'retries of one notification',
  'legacy.deliveries.later-events-after-last': 'retries of one notification',
};
