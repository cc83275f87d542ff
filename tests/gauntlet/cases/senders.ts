import { randomBytes } from 'node:crypto';
import { request, type OutgoingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { rowRestsOnNotifications } from '../../../reports/words/accusation.ts';
import { allRequirements } from '../../../spec/register.ts';
import type { Case } from '../case.ts';
import { briefly } from '../case.ts';
import { behindProxy } from '../support/reference-target.ts';
import { changing, startRelay } from '../support/relay.ts';

const everyMs = 20;
const mostAtOnce = 20;

/** What a sender knows: the receiver's URL with its secret path, the notifications sent so far, and the payments of this run. */
interface Known {
  readonly url: string;
  readonly sent: readonly string[];
  readonly payments: readonly string[];
  /** Connections that are kept open until the run ends. */
  readonly sockets: Socket[];
}

/** Posts to the receiver. Its answers, and its refusals, are nobody's concern. */
type Sender = (known: Known) => Promise<unknown>;

const post = (url: string, body: string | Buffer) =>
  fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } });

const one = (texts: readonly string[]) => texts[Math.floor(Math.random() * texts.length)] ?? '';

const forged = (paymentId: string) =>
  JSON.stringify({
    payment_id: paymentId,
    status: 'capture_success',
    capture_id: 'cap_forged',
    event_type: 'payment',
    event_datetime: '2026-01-01 00:00:00',
    timestamp: '2026-01-01T00:00:00.000Z',
  });

const megabyte = Buffer.alloc(1024 * 1024, 'a');
const megabytes = 100;

/** In pieces, since `fetch` copies a body before it sends any of it, which takes the processor from the target. */
async function postLarge(url: string, headers: OutgoingHttpHeaders): Promise<void> {
  const body = Readable.from(Array.from({ length: megabytes }, () => megabyte));
  const sending = request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
  });
  sending.on('response', (response) => response.resume());
  await pipeline(body, sending);
}

/** As large as one may be that is taken, about this payment. */
const large = (paymentId: string) => `${forged(paymentId).slice(0, -1)},"note":"${'n'.repeat(60_000)}"}`;
const floodAtOnce = 20;
const flood = async (url: string, textOf: () => string): Promise<void> => {
  await Promise.all(Array.from({ length: floodAtOnce }, () => post(url, textOf())));
};

const mostConnections = 10_000;
const connectionsAtOnce = 100;

const senders: Readonly<Record<string, Sender>> = {
  'random bodies': ({ url }) => post(url, randomBytes(2000)),
  'JSON of no payment': ({ url }) => post(url, '[[[{"a":1}]]]'),
  'forged notifications about payments of nobody': ({ url }) =>
    post(url, forged(`pay_${randomBytes(6).toString('hex')}`)),
  'a flood of 60 kB about payments of nobody': ({ url }) =>
    flood(url, () => large(`pay_${randomBytes(6).toString('hex')}`)),
  'a flood of 60 kB about nothing': ({ url }) => flood(url, () => `"${'n'.repeat(60_000)}"`),
  'bodies of 100 MB': ({ url }) => postLarge(url, { 'content-length': megabytes * megabyte.length }),
  'bodies of 100 MB without a length': ({ url }) => postLarge(url, { 'transfer-encoding': 'chunked' }),
  'other paths': ({ url }) => post(`${new URL(url).origin}/${randomBytes(6).toString('hex')}`, '{}'),
  'other methods': ({ url }) => fetch(url, { method: 'DELETE' }),
  'JSON sixty thousand levels deep': ({ url }) => post(url, '['.repeat(60_000)),
  '10,000 connections': async ({ url, sockets }) => {
    if (sockets.length >= mostConnections) return;
    const { port } = new URL(url);
    for (let count = 0; count < connectionsAtOnce; count += 1)
      sockets.push(connect(Number(port), '127.0.0.1').on('error', () => undefined));
  },
};

/** Only one who knows the path can do this, and no signature tells it from the target: rows about notifications may be accused, and no others. */
const forgedForOurs: Readonly<Record<string, Sender>> = {
  'forged notifications for payments of this run': ({ url, payments }) =>
    payments.length === 0 ? Promise.resolve() : post(url, forged(one(payments))),
  'a flood of 60 kB about one payment of this run': ({ url, payments: [payment] }) =>
    payment === undefined ? Promise.resolve() : flood(url, () => large(payment)),
  // A copy of a notification that is being retried looks like one more retry, at another time than the schedule's.
  "replays of other payments' notifications": ({ url, sent }) =>
    sent.length === 0 ? Promise.resolve() : post(url, one(sent)),
};
const rowsOfNotifications = allRequirements.filter(rowRestsOnNotifications).map(({ id }) => id);

export const hostileSenders: readonly Case[] = [
  ...Object.entries(senders).map(([name, send]) => besides(name, send, { exit: [0, 3] })),
  ...Object.entries(forgedForOurs).map(([name, send]) =>
    besides(name, send, { exit: [0, 1, 3], accuses: rowsOfNotifications }),
  ),
];

function besides(name: string, send: Sender, expect: Case['expect']): Case {
  return {
    name: `senders at the receiver: ${name}`,
    args: ['--only', 'webhooks', ...briefly],

    expect,
    start: async () => {
      const sent: string[] = [];
      const payments: string[] = [];
      const sockets: Socket[] = [];
      let busy = 0;
      const relay = await startRelay(
        changing((body) => {
          sent.push(body);
          return body;
        }),
      );
      const hostile = await behindProxy({
        control: relay.control,
        after: (reply) => {
          const [, id] = /"payment_id":"([^"]+)"/.exec(reply.body.toString()) ?? [];
          if (id !== undefined) payments.push(id);
          return reply;
        },
      });
      const timer = setInterval(() => {
        const { receiver: url } = relay;
        if (url === undefined || busy > mostAtOnce) return;
        busy += 1;
        void send({ url, sent, payments, sockets })
          .catch(() => undefined)
          .finally(() => (busy -= 1));
      }, everyMs);
      return {
        ...hostile,
        close: async () => {
          clearInterval(timer);
          for (const socket of sockets) socket.destroy();
          await hostile.close();
          await relay.close();
        },
      };
    },
  };
}
