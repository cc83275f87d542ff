import { describe, expect, test } from 'vitest';
import { refundAmounts } from './scripts/resource-client.ts';
import { servedResource } from './scripts/served-resource.ts';

const served = servedResource();

describe('refund', () => {
  test('partial refunds add up exactly to the capture, and then nothing is left', async () => {
    const { payment, capture } = await served.make.captured();
    for (const amount of [0.1, 0.2, 1999.2])
      await served.api.on(payment, 'refunds', { capture_id: capture, amount });
    const above = await served.api.on(payment, 'refunds', { capture_id: capture, amount: 1.1 });
    expect(above.body).toMatchObject({ status: '400', code: 'payment.refund.amount' });
    const last = await served.api.on(payment, 'refunds', { capture_id: capture });
    expect(refundAmounts(last)).toEqual([0.1, 0.2, 1999.2, 1]);
    for (const more of [{}, { amount: 1 }]) {
      const again = await served.api.on(payment, 'refunds', { capture_id: capture, ...more });
      expect(again.body).toMatchObject({ status: '403', code: 'service.forbidden' });
    }
  });

  test('a refund without an amount refunds everything captured', async () => {
    const { payment, capture } = await served.make.captured();
    const refunded = await served.api.on(payment, 'refunds', {
      capture_id: capture,
      reason: '返品',
      metadata: { a: 'b' },
    });
    expect(refunded.body['refunds']).toMatchObject([
      { capture_id: capture, amount: 2000.5, reason: '返品', metadata: { a: 'b' } },
    ]);
    expect(refunded.body['status']).toBe('CLOSED');
  });

  test.each([0, -1, 2000.51])('a refund of %d yen is an invalid amount', async (amount) => {
    const { payment, capture } = await served.make.captured();
    const { body } = await served.api.on(payment, 'refunds', { capture_id: capture, amount });
    expect(body['code']).toBe('payment.refund.amount');
  });

  test('a refund needs a captured payment and the id of its capture', async () => {
    const { payment, capture } = await served.make.captured();
    const other = await served.make.captured();
    const wrong = await served.api.on(payment, 'refunds', { capture_id: other.capture });
    expect(wrong.body).toMatchObject({ status: '400', code: 'payment.refund.captureId' });
    const uncaptured = await served.api.on(await served.make.created(), 'refunds', { capture_id: capture });
    expect(uncaptured.body).toMatchObject({ status: '403', code: 'service.forbidden' });
    expect((await served.api.on(payment, 'refunds', {})).body['title']).toBe('Malformed request content');
  });
});

describe('update', () => {
  test('an update changes order_ref, description and metadata, and nothing else', async () => {
    const payment = await served.make.created();
    const before = (await served.api.get(`/payments/${String(payment)}`)).body;
    const changes = {
      order_ref: 'r2',
      description: 'new',
      metadata: { only: 'this' },
      amount: 1,
      status: 'CLOSED',
    };
    const after = await served.api.update(payment, changes);
    expect(after.body).toEqual({
      ...before,
      description: 'new',
      metadata: { only: 'this' },
      order: { ...(before['order'] as object), order_ref: 'r2' },
    });
    expect((await served.api.update(payment, {})).body).toEqual(after.body);
  });

  test('a closed payment can be updated and stays closed', async () => {
    const { payment } = await served.make.captured();
    const { body } = await served.api.update(payment, { metadata: {} });
    expect(body).toMatchObject({ status: 'CLOSED', metadata: {} });
  });
});
