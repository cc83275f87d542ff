import { soundDeliveryRules } from '../../../../reference/webhooks/rules.ts';
import { choosing } from '../choosing.ts';
import type { PermittedBy, PermittedRow } from '../row.ts';
import { changing } from '../../support/relay.ts';

const claims = ['webhooks/notifications'] as const;

const body: PermittedBy = {
  document: 'legacy',
  section: 'Events',
  says: '`Body (JSON)`: a table of fields; that there are no others, and their order, is not said',
};

const written = (write: (body: object) => string) => ({
  overrides: [{ delivery: { written: write } }],
});

/** What notifications hold, and how. */
export const notificationContentRows: readonly PermittedRow[] = [
  {
    claims,
    name: 'notifications have fields that no table names',
    permittedBy: body,
    together: 'contents',
    notifications: () =>
      changing((text) => JSON.stringify({ ...(JSON.parse(text) as object), amount: 1, shop: { id: '店' } })),
    finds: 'webhook-no-capture-id',
  },
  {
    claims,
    name: 'notifications are indented, with their fields in another order',
    permittedBy: body,
    together: 'contents',
    server: written((content) =>
      JSON.stringify(Object.fromEntries(Object.entries(content).toReversed()), undefined, 2),
    ),
  },
  {
    claims,
    name: 'notifications are signed in headers',
    permittedBy: {
      ...body,
      says: '`Authentication or signature of webhook requests: not shown`',
    },
    together: 'contents',
    notifications: () => (came, send) =>
      send({
        ...came,
        headers: {
          ...came.headers,
          authorization: 'Basic c2hvcDoxMjM0',
          'x-signature': 'v1=abc',
          'user-agent': 'x',
        },
      }),
  },
  {
    claims,
    name: 'the content type of notifications has a charset',
    permittedBy: { ...body, says: '`Body (JSON)`; the content type is not shown' },
    together: 'contents',
    server: { overrides: [{ delivery: { contentType: 'application/json; charset=utf-8' } }] },
  },
  {
    claims,
    name: 'a closing notification comes before that of the capture',
    permittedBy: { ...body, says: '`order is not guaranteed`' },
    server: {
      overrides: [
        {
          delivery: {
            announced: (event) => soundDeliveryRules.announced(event).toReversed(),
          },
        },
      ],
      chaos: { delayMs: 0, duplicate: 0, reorder: 1 },
    },
  },
  ...choosing(claims, [
    {
      name: 'every notification has the order_ref, and null for what does not apply',
      says: '`order_ref`: `shown on the authorize event`; of others nothing is said',
      profile: {
        'legacy.events.order-ref-elsewhere': 'present',
        'legacy.events.absent-fields': 'null',
      },
      together: 'events 1',
    },
    {
      name: 'event_datetime is written in the time of Japan, and the type is another',
      says: '`Other event_type values: not shown. Time zone of event_datetime: not shown`',
      profile: {
        'legacy.events.datetime-zone': 'japan',
        'legacy.events.event-type-value': 'other',
        'legacy.events.absent-fields': 'empty',
      },
      together: 'events 2',
    },
    {
      name: 'event_datetime is written in a zone west of Greenwich',
      says: '`Time zone of event_datetime: not shown`',
      profile: { 'legacy.events.datetime-zone': 'other' },
      together: 'events 1',
    },
    {
      name: 'a rejected request, and one with an unknown id, send the notification of a failure',
      says: '`Capture failed`: whether one that is rejected has failed is not shown',
      profile: {
        'legacy.events.rejected-requests': 'emits',
        'legacy.events.unknown-ids': 'emits',
        'legacy.events.failed-order-ref-only': 'emits',
      },
      together: 'events 1',
    },
    {
      name: 'capture_fail has a capture_id, and the content type is text',
      says: '`capture_id`: `capture and refund events`',
      profile: {
        'legacy.events.capture-fail-capture-id': 'present',
        'legacy.events.content-type': 'other',
      },
      together: 'events 2',
    },
  ]),
];
