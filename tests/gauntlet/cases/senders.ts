import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import type { Case } from '../case.ts';
import { briefly } from '../case.ts';
import { behindProxy } from '../support/reference-target.ts';

const everyMs = 20;

/** Posts to the receiver, whose address the run has told the target. Its answers, and its refusals, are nobody's concern. */
type Sender = (url: string) => Promise<unknown>;

const post = (url: string, body: string | Buffer, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });

const forged = (paymentId: string) =>
  JSON.stringify({
    payment_id: paymentId,
    status: 'capture_success',
    capture_id: 'cap_forged',
    event_type: 'payment',
    event_datetime: '2026-01-01 00:00:00',
    timestamp: '2026-01-01T00:00:00.000Z',
  });

/** Senders that know the receiver's port, and those that know its secret path too. */
const senders: Readonly<Record<string, Sender>> = {
  'random bodies': (url) => post(url, randomBytes(2000)),
  'JSON of no payment': (url) => post(url, '[[[{"a":1}]]]'),
  'forged notifications about payments of nobody': (url) => post(url, forged('pay_of_nobody')),
  'bodies of 100 MB': (url) => post(url, Buffer.alloc(100 * 1024 * 1024, 'a')),
  'other paths': (url) => post(`${new URL(url).origin}/${randomBytes(6).toString('hex')}`, '{}'),
  'other methods': (url) => fetch(url, { method: 'DELETE' }),
  'connections that say nothing': (url) =>
    Promise.resolve(connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined)),
  'JSON a million levels deep': (url) => post(url, '['.repeat(60_000)),
};

export const hostileSenders: readonly Case[] = Object.entries(senders).map(([name, send]) => ({
  name: `senders at the receiver: ${name}`,
  args: ['--only', 'webhooks', ...briefly],
  short: name === 'other paths',
  expect: { exit: [0, 3] },
  start: async () => {
    let url: string | undefined;
    let busy = 0;
    const hostile = await behindProxy({
      control: (request) => {
        const [, told] = /"url":"([^"]+)"/.exec(request.body.toString()) ?? [];
        if (request.path.endsWith('/webhook')) url = told ?? url;
      },
    });
    const timer = setInterval(() => {
      if (url === undefined || busy > 20) return;
      busy += 1;
      void send(url)
        .catch(() => undefined)
        .finally(() => (busy -= 1));
    }, everyMs);
    return {
      ...hostile,
      close: async () => {
        clearInterval(timer);
        await hostile.close();
      },
    };
  },
}));
