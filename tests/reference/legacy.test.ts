import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningReference, startReference } from '../../reference/server.ts';
import { legacyClient, order } from './scripts/legacy-client.ts';

const DAY_MS = 86_400_000;
let reference: RunningReference;
let pay: ReturnType<typeof legacyClient>;

beforeAll(async () => {
  reference = await startReference();
  pay = legacyClient(reference);
});
afterAll(() => reference.close());

async function opened(content: object = order): Promise<unknown> {
  return (await pay.authorize({}, 'approve', content)).body.payment_id;
}

describe('a payment', () => {
  test('authorize opens a payment that status shows with its amount, order_ref and expiry', async () => {
    const authorized = await pay.authorize();
    expect(authorized).toMatchObject({ http: 200, body: { status: 'authorize_success', test: true } });
    const status = await pay.about('status', authorized.body.payment_id);
    expect(status).toMatchObject({
      http: 200,
      body: { status: 'open', amount: 2000.5, order_ref: 'ref-1', test: true },
    });
    const expires = Date.parse(`${String(status.body.expires).replace(' ', 'T')}Z`);
    expect(Math.abs(expires - Date.now() - 30 * DAY_MS)).toBeLessThan(60_000);
  });

  test('a full capture closes a payment, which then accepts only refunds', async () => {
    const payment = await opened();
    expect(await pay.about('capture', payment)).toMatchObject({
      http: 200,
      body: {
        status: 'capture_success',
        payment_id: payment,
        test: true,
      },
    });
    expect(await pay.about('status', payment)).toMatchObject({ http: 200, body: { status: 'close' } });
    const again = await pay.about('capture', payment);
    expect(again).toEqual({
      http: 400,
      body: { payment_id: payment, status: 'capture_fail', test: true, reason: 'closed' },
    });
    expect(await pay.about('close', payment)).toMatchObject({
      http: 400,
      body: { status: 'close_fail', reason: 'closed' },
    });
    expect(await pay.about('update', payment, { order })).toMatchObject({
      http: 400,
      body: { status: 'update_fail', reason: 'closed' },
    });
  });

  test('partial captures close a payment when they reach its total, with a discount line and fractions', async () => {
    const payment = await opened();
    const first = { items: [{ item_id: 'a', quantity: 1 }], tax: 170 };
    expect(await pay.about('capture', payment, first)).toMatchObject({
      http: 200,
      body: { status: 'capture_success' },
    });
    expect(await pay.about('capture', payment, { items: [{ item_id: 'a', quantity: 2 }] })).toMatchObject({
      http: 400,
      body: {
        status: 'capture_fail',
      },
    });
    const rest = { items: [{ item_id: 'a', quantity: 1 }, { item_id: 'd' }], shipping: 130.4 };
    expect(await pay.about('capture', payment, rest)).toMatchObject({
      http: 200,
      body: { status: 'capture_success' },
    });
    expect(await pay.about('status', payment)).toMatchObject({ http: 200, body: { status: 'open' } });
    expect(await pay.about('capture', payment, { shipping: 0.1 })).toMatchObject({
      http: 200,
      body: { status: 'capture_success' },
    });
    expect(await pay.about('status', payment)).toMatchObject({
      http: 200,
      body: { status: 'close', amount: 2000.5 },
    });
  });

  test('a capture of more than is left of the total is refused, though the order has every line', async () => {
    const payment = await opened();
    const above = { items: [{ item_id: 'a', quantity: 2 }], tax: 170 };
    expect(await pay.about('capture', payment, above)).toMatchObject({
      http: 400,
      body: { status: 'capture_fail' },
    });
    expect(await pay.about('status', payment)).toMatchObject({ http: 200, body: { status: 'open' } });
  });

  test('refunds are accepted down to the last yen of a capture and no further', async () => {
    const { capture_id: capture } = (await pay.about('capture', await opened())).body;
    expect(await pay.refund(capture, { amount: 2000.6 })).toMatchObject({
      http: 400,
      body: {
        status: 'refund_fail',
        reason: 'invalid_amount',
      },
    });
    expect(await pay.refund(capture, { amount: 0.1 })).toMatchObject({
      http: 200,
      body: { status: 'refund_success', capture_id: capture },
    });
    expect(await pay.refund(capture, { amount: 0.2 })).toMatchObject({
      http: 200,
      body: { status: 'refund_success' },
    });
    expect(await pay.refund(capture)).toMatchObject({ http: 200, body: { status: 'refund_success' } });
    expect(await pay.refund(capture, { amount: 0.1 })).toMatchObject({
      http: 400,
      body: { reason: 'invalid_amount' },
    });
  });

  test('an open payment closes at its expiry, which an update does not move', async () => {
    const payment = await opened();
    const before = (await pay.about('status', payment)).body.expires;
    await pay.control('POST', '/clock/advance', { ms: DAY_MS });
    expect(await pay.about('update', payment, { order })).toMatchObject({
      http: 200,
      body: { status: 'update_success' },
    });
    expect(await pay.about('status', payment)).toMatchObject({
      http: 200,
      body: { status: 'open', expires: before },
    });
    await pay.control('POST', '/clock/advance', { ms: 29 * DAY_MS });
    expect(await pay.about('status', payment)).toMatchObject({
      http: 200,
      body: { status: 'close', expires: before },
    });
  });
});

describe('update', () => {
  test('an update of the order_ref alone changes nothing else', async () => {
    const payment = await opened({ ...order, order_ref: undefined });
    expect(await pay.about('status', payment)).toMatchObject({ http: 200, body: { order_ref: '' } });
    expect(await pay.about('update', payment, { order: { order_ref: 'late' } })).toMatchObject({
      http: 200,
      body: {
        status: 'update_success',
      },
    });
    expect(await pay.about('status', payment)).toMatchObject({
      http: 200,
      body: { order_ref: 'late', amount: 2000.5 },
    });
  });

  test('an update must repeat the order_ref of authorize', async () => {
    const payment = await opened();
    const other = { ...order, order_ref: 'other' };
    expect(await pay.about('update', payment, { order: other })).toMatchObject({
      http: 400,
      body: { status: 'update_fail' },
    });
  });

  test('an update after a partial capture may only add lines that raise the total', async () => {
    const payment = await opened();
    await pay.about('capture', payment, { tax: 170 });
    const [tea, coupon] = order.items;
    const edited = { ...order, items: [{ ...tea, quantity: 1 }, coupon] };
    expect(await pay.about('update', payment, { order: edited })).toMatchObject({
      http: 400,
      body: { status: 'update_fail' },
    });
    const extra = { item_id: 'x', title: 'Gift wrap', amount: 99.5, quantity: 1 };
    const raised = { ...order, items: [...order.items, extra], total_amount: 2100 };
    expect(await pay.about('update', payment, { order: raised })).toMatchObject({
      http: 200,
      body: { status: 'update_success' },
    });
    expect(await pay.about('capture', payment, { items: [{ item_id: 'x' }] })).toMatchObject({
      http: 200,
      body: {
        status: 'capture_success',
      },
    });
    expect(await pay.about('status', payment)).toMatchObject({
      http: 200,
      body: { status: 'open', amount: 2100 },
    });
  });
});
