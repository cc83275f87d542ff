import { expect, test } from 'vitest';
import { createBody } from './scripts/resource-client.ts';
import { servedResource } from './scripts/served-resource.ts';

const served = servedResource();

test('an error object has five texts, and its status is the HTTP status', async () => {
  const { http, body } = await served.api.get('/payments/pay_unknown');
  expect(http).toBe(404);
  expect(body).toMatchObject({ status: '404', code: '404' });
  expect(Object.keys(body).sort()).toEqual(['code', 'description', 'reference', 'status', 'title']);
  expect(Object.values(body).every((value) => typeof value === 'string' && value !== '')).toBe(true);
});

test.each([
  ['GET', '/payments/pay_x'],
  ['POST', '/payments/pay_x/captures'],
  ['POST', '/payments/pay_x/close'],
  ['GET', '/tokens/'],
  ['POST', '/tokens/tok_x/suspend'],
])('%s %s asks for a secret key', async (method, path) => {
  const { keys } = served.reference;
  const body = method === 'POST' ? '{' : undefined;
  for (const [authorization, http, code] of [
    ['', 401, 'authentication.failed'],
    [`Basic ${keys.secretKey}`, 401, 'authentication.failed'],
    ['Bearer sk_test_other', 403, 'authorization.failed'],
    [`Bearer ${keys.publicKey}`, 403, 'authorization.failed'],
  ] as const) {
    const answer = await served.api.call(method, path, body, { authorization });
    expect({ http: answer.http, code: answer.body['code'] }).toEqual({ http, code });
  }
});

test('a live key does not find the data of a test key', async () => {
  const { id } = await served.make.issued();
  const live = { authorization: `Bearer ${served.reference.keys.liveSecretKey}` };
  expect((await served.api.call('GET', `/tokens/${String(id)}`, undefined, live)).http).toBe(404);
  expect((await served.api.call('GET', '/tokens/', undefined, live)).text).toBe('[]');
});

test('a wrong version is refused, a missing one is accepted', async () => {
  const wrong = await served.api.call('GET', '/tokens/', undefined, { 'service-version': '2017-01-01' });
  expect(wrong.body).toMatchObject({ status: '400', code: 'version.unknown' });
  const headers = { authorization: `Bearer ${served.reference.keys.secretKey}` };
  expect((await fetch(`${served.reference.url}/tokens/`, { headers })).status).toBe(200);
});

test.each([
  ['DELETE', '/payments'],
  ['PATCH', '/payments/pay_x'],
  ['GET', '/payments/pay_x/captures'],
  ['PUT', '/tokens/tok_x/suspend'],
])('%s %s is a method that cannot be used', async (method, path) => {
  expect((await served.api.call(method, path)).body).toMatchObject({ status: '405', code: 'method.invalid' });
});

test('a body of another media type is refused, application/json with parameters is accepted', async () => {
  const body = createBody((await served.make.issued())['id']);
  const other = await served.api.call('POST', '/payments', body, { 'content-type': 'text/plain' });
  expect(other.body).toMatchObject({ status: '415', code: 'media_type.unsupported' });
  const charset = { 'content-type': 'application/json; charset=utf-8' };
  expect((await served.api.call('POST', '/payments', body, charset)).http).toBe(200);
});

test('a body above the limit is refused, with and without a declared length', async () => {
  const large = JSON.stringify({ description: 'x'.repeat(300_000) });
  expect((await served.api.post('/payments', large)).http).toBe(413);
  const chunks = new Blob([large]).stream();
  const init = { method: 'POST', body: chunks, duplex: 'half' } as const;
  const answer = await fetch(`${served.reference.url}/payments`, {
    ...init,
    headers: {
      authorization: `Bearer ${served.reference.keys.secretKey}`,
      'content-type': 'application/json',
    },
  });
  expect(answer.status).toBe(413);
});
