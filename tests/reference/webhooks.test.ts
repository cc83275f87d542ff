import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type RunningReference, startReference } from '../../reference/server.ts';
import { legacyClient, order } from './scripts/legacy-client.ts';

type Told = Readonly<Record<string, unknown>>;
const DAY_MS = 86_400_000;

let reference: RunningReference;
let pay: ReturnType<typeof legacyClient>;
let receiver: Server;
let told: Told[];
/** The HTTP status of an answer, or undefined for none. */
let answer: (body: Told) => number | undefined;

beforeEach(async () => {
  told = [];
  answer = () => 200;
  receiver = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const body = JSON.parse(text) as Told;
      told.push(body);
      const http = answer(body);
      if (http !== undefined) response.writeHead(http, { location: '/elsewhere' }).end();
    });
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  reference = await startReference({ webhookUrl: `http://127.0.0.1:${port}/hook` });
  pay = legacyClient(reference);
});

afterEach(async () => {
  vi.useRealTimers();
  await reference.close();
  receiver.closeAllConnections();
  receiver.close();
});

const statuses = (): unknown[] => told.map((one) => one.status);
const advance = (ms: number) => pay.control('POST', '/clock/advance', { ms });
const opened = async (): Promise<unknown> => (await pay.authorize()).body.payment_id;

describe('notifications', () => {
  test('a full capture sends a notification of itself and one of the closing, and authorize one with its order_ref', async () => {
    const payment = await opened();
    const { capture_id: capture } = (await pay.about('capture', payment)).body;
    await vi.waitFor(() => expect(told).toHaveLength(3));
    const find = (status: string) => told.find((one) => one.status === status);
    expect(find('authorize_success')).toEqual({
      payment_id: payment,
      status: 'authorize_success',
      order_ref: 'ref-1',
      event_type: 'payment',
      event_datetime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string,
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
    });
    expect(find('capture_success')).toMatchObject({ payment_id: payment, capture_id: capture });
    expect(find('close_success')).not.toHaveProperty('capture_id');
  });

  test('failures send notifications, a refund with its reason; an update of the order_ref alone sends none', async () => {
    const payment = await opened();
    await pay.about('update', payment, { order: { order_ref: 'new' } });
    const { capture_id: capture } = (await pay.about('capture', payment)).body;
    await pay.refund(capture, { amount: 99_999 });
    await pay.refund(capture, { amount: 1 });
    for (const operation of ['capture', 'close']) await pay.about(operation, payment);
    await pay.about('update', payment, { order });
    await vi.waitFor(() => expect(told).toHaveLength(8));
    expect(new Set(statuses())).toEqual(
      new Set([
        'authorize_success',
        'capture_fail',
        'capture_success',
        'close_fail',
        'close_success',
        'refund_fail',
        'refund_success',
        'update_fail',
      ]),
    );
    expect(told.find((one) => one.status === 'refund_fail')).toMatchObject({
      capture_id: capture,
      reason: 'invalid_amount',
    });
  });

  test('an expiry sends one notification', async () => {
    await opened();
    await advance(30 * DAY_MS);
    await advance(DAY_MS);
    expect(statuses()).toEqual(['authorize_success', 'close_success']);
  });

  test('events while no URL is set send no notification, not even later', async () => {
    await pay.control('PUT', '/webhook', { url: null });
    const payment = await opened();
    const { port } = receiver.address() as AddressInfo;
    await pay.control('PUT', '/webhook', { url: `http://127.0.0.1:${port}/other` });
    await pay.about('close', payment);
    await vi.waitFor(() => expect(statuses()).toEqual(['close_success']));
  });
});

describe('retries', () => {
  test.each([201, 204, 302, 400, 500])(
    'an answer of %i is followed by 9 retries and no more',
    async (http) => {
      answer = () => http;
      await opened();
      await advance(3_600_000);
      expect(told).toHaveLength(10);
      expect(new Set(told.map((one) => JSON.stringify(one))).size).toBe(1);
    },
  );

  test('the first three retries come after 10 s each, the next ones later and later, the last after 10 minutes', async () => {
    // The time that the test itself takes does not count.
    vi.useFakeTimers({ toFake: ['Date'] });
    answer = () => 500;
    await opened();
    await vi.waitFor(() => expect(told).toHaveLength(1));
    const intervals: number[] = [];
    for (let sends = 2; sends <= 10; sends += 1) {
      let waited = 0;
      for (; told.length < sends; waited += 5) await advance(5_000);
      intervals.push(waited);
    }
    expect(intervals.slice(0, 3)).toEqual([10, 10, 10]);
    expect(intervals.slice(3)).toEqual(intervals.slice(3).toSorted((a, b) => a - b));
    expect(intervals.at(-1)).toBe(600);
  });

  test('an answer later than 10 s does not count, and later notifications do not wait for it', async () => {
    answer = (body) => (body.status === 'authorize_success' ? undefined : 200);
    const payment = await opened();
    await vi.waitFor(() => expect(told).toHaveLength(1));
    await advance(9_000);
    await pay.about('close', payment);
    await vi.waitFor(() => expect(statuses()).toEqual(['authorize_success', 'close_success']));
    await advance(1_000);
    expect(statuses()).toEqual(['authorize_success', 'close_success', 'authorize_success']);
  });

  test('an answer of 200 ends the retries', async () => {
    answer = () => (told.length < 3 ? 503 : 200);
    await opened();
    await advance(3_600_000);
    expect(told).toHaveLength(3);
  });
});
