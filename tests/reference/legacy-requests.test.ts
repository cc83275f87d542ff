import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningReference, startReference } from '../../reference/server.ts';
import { legacyClient } from './scripts/legacy-client.ts';

let reference: RunningReference;
let pay: ReturnType<typeof legacyClient>;

beforeAll(async () => {
  reference = await startReference();
  pay = legacyClient(reference);
});
afterAll(() => reference.close());

async function opened(): Promise<unknown> {
  return (await pay.authorize()).body.payment_id;
}

describe('authentication', () => {
  test('authorize asks for a PIN, which the control interface shows, and checks it', async () => {
    const asked = await pay.authorize({}, 'pin');
    expect(asked).toMatchObject({ http: 200, body: { status: 'authenticate_consumer' } });
    expect(asked.body).not.toHaveProperty('payment_id');
    const { pin } = await pay.control('GET', `/pins?phone=${reference.personas.pin.phone}`);
    const wrong = String(pin) === '0000' ? '0001' : '0000';
    expect(await pay.authorize({ auth_code: wrong }, 'pin')).toMatchObject({
      http: 400,
      body: { status: 'authorize_fail' },
    });
    expect(await pay.authorize({ auth_code: pin }, 'pin')).toMatchObject({
      http: 200,
      body: { status: 'authorize_success' },
    });
  });

  test('a declined consumer gets no payment', async () => {
    const { http, body } = await pay.authorize({}, 'reject');
    expect({ http, ...body }).toEqual({
      http: 400,
      status: 'authorize_fail',
      reason: 'rejected',
      message: expect.any(String) as string,
    });
  });

  test.each(['hex', 'base64'] as const)('a checksum in %s is accepted', async (encoding) => {
    const payment = await opened();
    const checksum = pay.digest(String(payment), encoding);
    expect(await pay.send('status', { payment_id: payment, checksum })).toMatchObject({
      http: 200,
      body: { status: 'open' },
    });
  });

  test('a wrong checksum is rejected and changes nothing', async () => {
    const payment = await opened();
    const checksum = pay.digest('other');
    expect(await pay.send('capture', { payment_id: payment, checksum })).toMatchObject({
      http: 400,
      body: {
        status: 'request_failed',
        reason: 'bad_checksum',
      },
    });
    expect(await pay.authorize({ checksum })).toMatchObject({
      http: 400,
      body: { status: 'request_failed', reason: 'bad_checksum' },
    });
    expect(await pay.about('status', payment)).toMatchObject({ http: 200, body: { status: 'open' } });
  });

  test.each(['', 'Bearer wrong', 'Basic api'])('the credentials "%s" are refused', async (authorization) => {
    expect(await pay.send('status', {}, { authorization })).toMatchObject({
      http: 401,
      body: { status: 'request_failed' },
    });
  });

  test('a body that is not a JSON object, or lacks data, or has an unknown id, is refused with a status', async () => {
    for (const body of ['{', '[]', 'null', '{}'])
      expect(await pay.send('close', body)).toMatchObject({ http: 400, body: { status: 'bad_request' } });
    expect(await pay.about('status', 'pay_none')).toMatchObject({
      http: 400,
      body: { status: 'request_failed' },
    });
    expect(await pay.refund('cap_none')).toMatchObject({ http: 400, body: { status: 'request_failed' } });
    const got = await fetch(`${reference.url}/pay/status`);
    expect(got.status).toBe(405);
  });
});
