import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningReference, startReference } from '../../reference/server.ts';
import { createBody, makers, resourceClient } from './scripts/resource-client.ts';

let reference: RunningReference;
let api: ReturnType<typeof resourceClient>;
let make: ReturnType<typeof makers>;

beforeAll(async () => {
  reference = await startReference();
  api = resourceClient((path, init) => fetch(reference.url + path, init), reference.keys);
  make = makers(api);
});
afterAll(() => reference.close());

test('an error object has five texts, and its status is the HTTP status', async () => {
  const { http, body } = await api.get('/payments/pay_unknown');
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
  const { keys } = reference;
  const body = method === 'POST' ? '{' : undefined;
  for (const [authorization, http, code] of [
    ['', 401, 'authentication.failed'],
    [`Basic ${keys.secretKey}`, 401, 'authentication.failed'],
    ['Bearer sk_test_other', 403, 'authorization.failed'],
    [`Bearer ${keys.publicKey}`, 403, 'authorization.failed'],
  ] as const) {
    const answer = await api.call(method, path, body, { authorization });
    expect({ http: answer.http, code: answer.body['code'] }).toEqual({ http, code });
  }
});

test('a live key does not find the data of a test key', async () => {
  const { id } = await make.issued();
  const live = { authorization: `Bearer ${reference.keys.liveSecretKey}` };
  expect((await api.call('GET', `/tokens/${String(id)}`, undefined, live)).http).toBe(404);
  expect((await api.call('GET', '/tokens/', undefined, live)).text).toBe('[]');
});

test('a wrong version is refused, a missing one is accepted', async () => {
  const wrong = await api.call('GET', '/tokens/', undefined, { 'service-version': '2017-01-01' });
  expect(wrong.body).toMatchObject({ status: '400', code: 'version.unknown' });
  const headers = { authorization: `Bearer ${reference.keys.secretKey}` };
  expect((await fetch(`${reference.url}/tokens/`, { headers })).status).toBe(200);
});

test.each([
  ['DELETE', '/payments'],
  ['PATCH', '/payments/pay_x'],
  ['GET', '/payments/pay_x/captures'],
  ['PUT', '/tokens/tok_x/suspend'],
])('%s %s is a method that cannot be used', async (method, path) => {
  expect((await api.call(method, path)).body).toMatchObject({ status: '405', code: 'method.invalid' });
});

test('a body of another media type is refused, application/json with parameters is accepted', async () => {
  const body = createBody((await make.issued())['id']);
  const other = await api.call('POST', '/payments', body, { 'content-type': 'text/plain' });
  expect(other.body).toMatchObject({ status: '415', code: 'media_type.unsupported' });
  const charset = { 'content-type': 'application/json; charset=utf-8' };
  expect((await api.call('POST', '/payments', body, charset)).http).toBe(200);
});

test('a body above the limit is refused, with and without a declared length', async () => {
  const large = JSON.stringify({ description: 'x'.repeat(300_000) });
  expect((await api.post('/payments', large)).http).toBe(413);
  const chunks = new Blob([large]).stream();
  const init = { method: 'POST', body: chunks, duplex: 'half' } as const;
  const answer = await fetch(`${reference.url}/payments`, {
    ...init,
    headers: { authorization: `Bearer ${reference.keys.secretKey}`, 'content-type': 'application/json' },
  });
  expect(answer.status).toBe(413);
});
