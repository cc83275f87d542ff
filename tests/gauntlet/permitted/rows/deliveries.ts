import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { PermittedBy, PermittedRow } from '../row.ts';

const late: PermittedBy = {
  document: 'legacy',
  section: 'Events',
  says: '`Delivery may be delayed from 1 second to several hours`',
};
const twice: PermittedBy = { document: 'legacy', section: 'Events', says: '`duplicates can occur`' };

const retried = { claims: ['webhooks/retries'] } as const;

/** How notifications are sent. */
export const deliveryRows: readonly PermittedRow[] = [
  ...[100, 200, 400, 1000].map((ms): PermittedRow => ({
    ...retried,
    name: `notifications are on their way for ${ms} ms`,
    permittedBy: late,
    notifications: () => async (came, send) => {
      await sleep(ms);
      return send(came);
    },
    ...(ms === 200 && { finds: 'webhook-10-retries' }),
  })),
  {
    ...retried,
    name: 'notifications are on their way for 100 to 300 ms, each for another time',
    permittedBy: late,
    notifications: () => {
      let nth = 0;
      return async (came, send) => {
        await sleep(100 + (200 * ((nth += 1) % 7)) / 6);
        return send(came);
      };
    },
  },
  {
    ...retried,
    name: 'the machine keeps all processes from running for 3 s, at each eleventh notification',
    permittedBy: late,
    notifications: () => {
      let nth = 0;
      return (came, send) => {
        // The target, the relay and the run are one process here.
        if ((nth += 1) % 11 === 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3000);
        return send(came);
      };
    },
  },
  ...[1, 5, 12, 60].map((seconds): PermittedRow => ({
    ...retried,
    name: `each send of a notification has a copy ${seconds} s later`,
    permittedBy: twice,
    server: {
      overrides: [{ delivery: { copyAfterMs: (it) => (it === 'was sent' ? seconds * 1000 : undefined) } }],
    },
  })),
  {
    ...retried,
    name: 'each third send of a notification has a copy 12 s later',
    permittedBy: twice,
    server: {
      overrides: [
        {
          delivery: {
            copyAfterMs: (() => {
              let nth = 0;
              return (it) => (it === 'was sent' && (nth += 1) % 3 === 0 ? 12_000 : undefined);
            })(),
          },
        },
      ],
    },
  },
  {
    ...retried,
    name: 'a notification that was taken is sent again after 12 s of real time',
    permittedBy: twice,
    notifications: () => async (came, send) => {
      const status = await send(came);
      if (status === 200)
        void sleep(12_000, undefined, { ref: false })
          .then(() => send(came))
          .catch(() => undefined);
      return status;
    },
  },
  ...Object.entries({ gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }).map(
    ([coding, compress]): PermittedRow => ({
      name: `notifications are compressed with ${coding}`,
      permittedBy: {
        document: 'legacy',
        section: 'Events',
        says: '`Body (JSON)`; how HTTP carries it is not shown',
      },
      claims: ['webhooks/notifications', 'webhooks/registration'],
      notifications:
        () =>
        ({ headers, body }, send) =>
          send({ headers: { ...headers, 'content-encoding': coding }, body: compress(body) }),
      ...(coding === 'gzip' && { short: true, finds: 'webhook-no-capture-id' }),
    }),
  ),
  {
    name: 'a duplicate has an event_datetime of its own',
    permittedBy: twice,
    claims: ['webhooks/notifications', 'webhooks/retries'],
    notifications: () => async (came, send) => {
      const fields = fieldsOf(came);
      const created = new Date(Date.parse(`${fields['event_datetime']?.replace(' ', 'T')}Z`) + 3000);
      const later = created.toISOString().slice(0, 19).replace('T', ' ');
      const status = await send(came);
      await send({ ...came, body: written({ ...fields, event_datetime: later }) });
      return status;
    },
    finds: 'webhook-update-told-twice',
  },
  {
    name: 'a notification that is late shows the order_ref that was set since',
    permittedBy: { document: 'legacy', section: 'Events', says: '`order_ref`: merchant reference id' },
    claims: ['legacy/lifecycle', 'webhooks/notifications'],
    ...withNewerOrderRef(),
    finds: 'webhook-no-order-ref',
  },
  {
    name: 'pings come beside notifications, of a type and with a status of their own',
    permittedBy: { document: 'legacy', section: 'Events', says: '`Other event_type values: not shown`' },
    claims: ['webhooks/notifications', 'webhooks/registration'],
    notifications: () => async (came, send) => {
      await send({ ...came, body: Buffer.from(ping) });
      return send(came);
    },
    finds: 'webhook-declined-told-as-authorize-fail',
  },
];

/** The bodies of what a target sends. */
const fieldsOf = ({ body }: { readonly body: Buffer }) =>
  JSON.parse(body.toString()) as Readonly<Record<string, string | undefined>>;
const written = (body: object): Buffer => Buffer.from(JSON.stringify(body));

/** The notification of an authorize is made late, with the order_ref that the payment has by then. */
function withNewerOrderRef(): Pick<PermittedRow, 'proxy' | 'notifications'> {
  const newer = new Map<unknown, string>();
  return {
    proxy: () => ({
      after: (reply, request) => {
        if (request.path.endsWith('/pay/update') && reply.http === 200) {
          const { payment_id: payment, order } = JSON.parse(request.body.toString()) as {
            readonly payment_id?: unknown;
            readonly order?: { readonly order_ref?: unknown };
          };
          if (typeof order?.order_ref === 'string') newer.set(payment, order.order_ref);
        }
        return reply;
      },
    }),
    notifications: () => async (came, send) => {
      const fields = fieldsOf(came);
      if (fields['status'] !== 'authorize_success') return send(came);
      await sleep(100);
      const orderRef = newer.get(fields['payment_id']) ?? fields['order_ref'];
      return send({ ...came, body: written({ ...fields, order_ref: orderRef }) });
    },
  };
}

const ping = JSON.stringify({
  event_type: 'ping',
  status: 'ping',
  event_datetime: '2026-01-01 00:00:00',
  timestamp: '2026-01-01T00:00:00.000Z',
});
