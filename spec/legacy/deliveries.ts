import { requirements, type Means } from '../requirement.ts';

const section = 'Events';
const needs: readonly Means[] = ['webhooks', 'persona.approve', 'passage'];
const registering: readonly Means[] = ['webhooks', 'persona.approve', 'webhook.register'];
const permission = 'It only permits: no behaviour of a target can break it.';
const address =
  'The document names no address, and behind a proxy or a tunnel the visible sender is not the real one.';

/** Where notifications go, and how a failed one is retried (legacy, Events and Limits). */
export const deliveryRules = requirements('legacy', 'deliveries', {
  toTheUrl: {
    id: 'legacy.deliveries.to-the-url',
    section,
    needs: [...registering, 'webhook.change'],
    text: 'Notifications go to the URL that the merchant has set; after a change they go to the new one.',
  },
  silentBeforeUrl: {
    id: 'legacy.deliveries.silent-before-url',
    section,
    needs: registering,
    text: 'An event that happens while no URL is set is not sent, not even once a URL is set.',
  },
  startsWithNextEvent: {
    id: 'legacy.deliveries.starts-with-next-event',
    section,
    needs: registering,
    text: 'Sending starts with the first event after the URL is set.',
  },
  retriedAfterOther2xx: {
    id: 'legacy.deliveries.retried-after-other-2xx',
    section,
    needs,
    text: 'A notification that is answered with a 2xx other than 200 is sent again.',
  },
  retriedAfterRedirect: {
    id: 'legacy.deliveries.retried-after-redirect',
    section,
    needs,
    text: 'A notification that is answered with a redirect is sent again.',
  },
  retriedAfterError: {
    id: 'legacy.deliveries.retried-after-error',
    section,
    needs,
    text: 'A notification that is answered with a 4xx or 5xx is sent again.',
  },
  retriedAfterNoAnswer: {
    id: 'legacy.deliveries.retried-after-no-answer',
    section,
    needs,
    text: 'A notification that gets no answer within 10 seconds is sent again.',
  },
  retriedAfterLostConnection: {
    id: 'legacy.deliveries.retried-after-lost-connection',
    section,
    needs,
    text: 'A notification whose connection is refused or broken off, so that no answer comes, is sent again.',
  },
  answerTime: {
    id: 'legacy.deliveries.answer-time',
    section: 'Limits',
    needs,
    text: 'The receiver has 10 seconds to answer; then the attempt has failed and is retried.',
  },
  endedBy200: {
    id: 'legacy.deliveries.ended-by-200',
    section,
    needs,
    text: 'A notification that is answered with HTTP 200 is not retried.',
  },
  lateAnswerTaken: {
    id: 'legacy.deliveries.late-answer-taken',
    section: 'Limits',
    needs,
    text: 'An HTTP 200 that comes late, but within 10 seconds of the send, ends the sends too.',
  },
  firstThree: {
    id: 'legacy.deliveries.first-three-intervals',
    section,
    needs,
    text: 'The first three retries follow at intervals of 10 seconds.',
  },
  growing: {
    id: 'legacy.deliveries.growing-intervals',
    section,
    needs,
    text: 'After the first three retries the intervals grow exponentially.',
  },
  lastInterval: {
    id: 'legacy.deliveries.last-interval',
    section,
    needs,
    text: 'The last retry follows after an interval of 10 minutes.',
  },
  atMostNine: {
    id: 'legacy.deliveries.at-most-nine-retries',
    section: 'Limits',
    needs,
    text: 'There are at most 9 retries after the first send: 10 sends in all.',
  },
  noneAfterLast: {
    id: 'legacy.deliveries.none-after-last',
    section,
    needs,
    text: 'After the retries have ended the notification is not sent again.',
  },
  sameEvent: {
    id: 'legacy.deliveries.same-event',
    section,
    needs,
    text: 'A retry carries the event of the first send, unchanged.',
  },
  laterEventsMeanwhile: {
    id: 'legacy.deliveries.later-events-meanwhile',
    section,
    needs,
    text: 'While one notification is being retried, later events are still delivered.',
  },
  laterEventsAfter: {
    id: 'legacy.deliveries.later-events-after-last',
    section,
    needs,
    text: 'When the retries of one notification have ended, later events are still delivered.',
  },
  mayBeLate: {
    id: 'legacy.deliveries.may-be-late',
    section,
    level: 'may',
    untestable: permission,
    text: 'A notification may arrive from one second to several hours after its event.',
  },
  mayBeOutOfOrder: {
    id: 'legacy.deliveries.may-be-out-of-order',
    section,
    level: 'may',
    untestable: permission,
    text: 'Notifications may arrive in another order than their events happened.',
  },
  mayBeDuplicated: {
    id: 'legacy.deliveries.may-be-duplicated',
    section,
    level: 'may',
    untestable: permission,
    text: 'The same notification may arrive more than once.',
  },
  twoSources: {
    id: 'legacy.deliveries.two-sources',
    section,
    untestable: address,
    text: 'Since 2016-11-17 notifications come from two fixed addresses.',
  },
  oldSourcesUnused: {
    id: 'legacy.deliveries.old-sources-unused',
    section: 'Versioning',
    untestable: address,
    text: 'The two addresses that sent until 2016-11-17 are no longer used.',
  },
});
