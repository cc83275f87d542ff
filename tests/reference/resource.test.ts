import { describe, expect, test } from 'vitest';
import { captureIds, createBody, pairs, resourceClient } from './scripts/resource-client.ts';
import { startReference } from '../../reference/server.ts';
import { servedResource } from './scripts/served-resource.ts';

const served = servedResource();

describe('creation', () => {
  test('a payment from an active token is AUTHORIZED and shows what was sent', async () => {
    const body = createBody((await served.make.issued())['id']);
    const { http, body: payment } = await served.api.post('/payments', body);
    expect(http).toBe(200);
    expect(payment).toMatchObject({
      status: 'AUTHORIZED',
      amount: 2000.5,
      currency: 'JPY',
      description: '定期便',
      store_name: 'お茶の店',
      test: true,
      tier: 'classic',
      order: body['order'],
      shipping_address: body['shipping_address'],
      captures: [],
      refunds: [],
      metadata: body['metadata'],
    });
    expect(payment['id']).toMatch(/^pay_/);
    expect(Date.parse(String(payment['expires_at']))).toBeGreaterThan(
      Date.parse(String(payment['created_at'])),
    );
    expect((await served.api.get(`/payments/${String(payment['id'])}`)).body).toEqual(payment);
  });

  const address = { zip: '106-2004', city: '港区' };
  test.each([
    ['another currency', { currency: 'USD' }, 'Validation of the request content failed'],
    [
      'a zip without hyphen',
      { shipping_address: { ...address, zip: '1062004' } },
      'Validation of the request content failed',
    ],
    ['zip alone', { shipping_address: { zip: '106-2004' } }, 'Validation of the request content failed'],
    ['21 pairs', { metadata: pairs(21) }, 'Validation of the request content failed'],
    ['an amount of text', { amount: '100' }, 'Validation of the request content failed'],
    [
      'a fractional count',
      { order: { items: [{ unit_price: 1, quantity: 1.5 }] } },
      'Validation of the request content failed',
    ],
    ['no currency', { currency: undefined }, 'Malformed request content'],
    ['no zip', { shipping_address: { city: '港区' } }, 'Malformed request content'],
    ['no unit price', { order: { items: [{ quantity: 1 }] } }, 'Malformed request content'],
    ['no buyer data', { buyer_data: undefined }, 'Malformed request content'],
  ])('%s is refused as malformed content', async (_what, more, title) => {
    const { http, body } = await served.api.create((await served.make.issued())['id'], more);
    expect({ http, code: body['code'], title: body['title'] }).toEqual({
      http: 400,
      code: 'request_content.malformed',
      title,
    });
  });

  test.each(['line1', 'line2', 'city', 'state'])('an address of zip and %s is enough', async (field) => {
    const shipping_address = { zip: '106-2004', [field]: 'x' };
    expect((await served.api.create((await served.make.issued())['id'], { shipping_address })).http).toBe(
      200,
    );
  });

  test('twenty metadata pairs are kept, even one named __proto__', async () => {
    const metadata = `{${Object.keys(pairs(19))
      .map((key) => `"${key}":"v"`)
      .join()},"__proto__":"kept"}`;
    const text = JSON.stringify(createBody((await served.make.issued())['id'], { metadata: '@' })).replace(
      '"@"',
      metadata,
    );
    const payment = await served.api.post('/payments', text);
    expect(payment.http).toBe(200);
    expect(payment.text).toContain(`"metadata":${metadata}`);
  });

  test('a payment cannot be created while its consumer is not active', async () => {
    const token = await served.make.issued();
    const consumer = `/control/consumers/${String(token['consumer_id'])}`;
    await served.api.call('PUT', consumer, { status: 'SUSPENDED' });
    expect((await served.api.create(token['id'])).http).toBe(403);
    await served.api.call('PUT', consumer, { status: 'ACTIVE' });
    expect((await served.api.create(token['id'])).http).toBe(200);
  });
});

describe('capture and close', () => {
  test('a capture takes the full amount and closes the payment', async () => {
    const answer = await served.api.on(await served.make.created(), 'captures', { metadata: { a: 'b' } });
    const { body } = answer;
    expect(body).toMatchObject({
      status: 'CLOSED',
      captures: [{ amount: 2000.5, tax: 170, shipping: 130.5, metadata: { a: 'b' } }],
    });
    expect(body['captures']).toMatchObject([{ items: [{ id: 'a' }, { id: 'd' }] }]);
    expect(captureIds(answer)[0]).toMatch(/^cap_/);
  });

  test.each([
    ['no braces', undefined],
    ['an array', []],
    ['half a body', '{'],
  ])('a capture with %s is malformed content', async (_what, body) => {
    const answer = await served.api.post(`/payments/${String(await served.make.created())}/captures`, body);
    expect(answer.body).toMatchObject({
      code: 'request_content.malformed',
      title: 'Malformed request content',
    });
  });

  test('a closed payment refuses capture with 403 and close with 409', async () => {
    const { payment } = await served.make.captured();
    const before = await served.api.get(`/payments/${String(payment)}`);
    expect((await served.api.on(payment, 'captures')).body).toMatchObject({
      status: '403',
      code: 'service.forbidden',
    });
    expect((await served.api.on(payment, 'close')).body).toMatchObject({
      status: '409',
      code: 'service.conflict',
    });
    expect(await served.api.get(`/payments/${String(payment)}`)).toEqual(before);
  });

  test('a close, with or without braces, captures nothing', async () => {
    for (const body of [undefined, {}]) {
      const { http, body: payment } = await served.api.post(
        `/payments/${String(await served.make.created())}/close`,
        body,
      );
      expect(http).toBe(200);
      expect(payment).toMatchObject({ status: 'CLOSED', captures: [] });
    }
  });

  test('a rejected payment can be neither captured nor closed', async () => {
    const { id } = (await served.api.post('/control/payments', { status: 'REJECTED' })).body;
    expect((await served.api.on(id, 'captures')).http).toBe(403);
    expect((await served.api.on(id, 'close')).http).toBe(409);
    expect((await served.api.get(`/payments/${String(id)}`)).body['status']).toBe('REJECTED');
  });

  test('a capture after the expiry is refused as expired', async () => {
    const apart = await startReference();
    const there = resourceClient((path, init) => fetch(apart.url + path, init), apart.keys);
    const token = await there.post('/control/tokens', {});
    const payment = (await there.create(token.body['id'])).body;
    await there.post('/control/clock/advance', { ms: 30 * 86_400_000 });
    expect((await there.on(payment['id'], 'captures')).body).toMatchObject({
      status: '400',
      code: 'payment.authorization.expired',
    });
    await apart.close();
  });
});
