import { afterAll, expect, test } from 'vitest';
import type { Overrides } from '../../reference/faults/fault.ts';
import { type RunningReference, startReference } from '../../reference/server.ts';

const opened: RunningReference[] = [];
afterAll(() => Promise.all(opened.map((one) => one.close())));

/** What a server with these choices answers to the requests. */
async function answers(
  profile: Readonly<Record<string, string>>,
  requests: readonly (readonly [path: string, body: string])[],
  overrides: readonly Overrides[] = [],
  version = '2018-04-10',
) {
  const reference = await startReference({ profile, overrides });
  opened.push(reference);
  const { apiKey, secretKey } = reference.keys;
  return Promise.all(
    requests.map(async ([path, body]) => {
      const authorization = `Bearer ${path.startsWith('/pay/') ? apiKey : secretKey}`;
      const headers = { authorization, 'content-type': 'application/json', 'service-version': version };
      const response = await fetch(reference.url + path, { method: 'POST', headers, body });
      return (await response.json()) as Readonly<Record<string, unknown>>;
    }),
  );
}

test('a choice about a missing checksum holds of an empty one', async () => {
  const profile = { 'legacy.errors.missing-checksum-status': 'failed_request' };
  const made = await answers(profile, [
    ['/pay/close', '{"payment_id":"p"}'],
    ['/pay/close', '{"payment_id":"p","checksum":""}'],
    ['/pay/close', '{"payment_id":"p","checksum":"other"}'],
  ]);
  expect(made.map(({ status }) => status)).toEqual(['failed_request', 'failed_request', 'request_failed']);
});

test('a choice about a body that is no JSON object holds wherever no table names the status', async () => {
  const made = await answers({ 'legacy.errors.no-json-status': 'other' }, [
    ['/pay/authorize', 'no'],
    ['/pay/authorize', '[]'],
    ['/pay/close', '[]'],
    ['/pay/close', 'no'],
  ]);
  expect(made.map(({ status }) => status)).toEqual([
    'authorize_fail',
    'authorize_fail',
    'close_fail',
    'bad_request',
  ]);
});

test('one description for each code holds of paths that no operation has', async () => {
  const made = await answers({ 'resource.error.description-of': 'code' }, [
    ['/payments/pay_1/captures', '{}'],
    ['/payments/pay_1/nowhere', '{}'],
  ]);
  expect(made.map(({ description }) => description)).toEqual([
    'This is the error 404.',
    'This is the error 404.',
  ]);
});

test('the title of an error about null is that of another type also where optional fields may be null', async () => {
  const made = await answers({ 'resource.requests.null-optional': 'accepted' }, [
    ['/tokens/tok_1/suspend', '{"reason":{"code":"general","description":null}}'],
    ['/tokens/tok_1/suspend', '{"wallet_id":null,"reason":{"code":"general","description":1}}'],
    ['/tokens/tok_1/suspend', '{"wallet_id":null,"reason":{"code":"general"}}'],
  ]);
  expect(made.map(({ title }) => title)).toEqual([
    'Validation of the request content failed',
    'Validation of the request content failed',
    'Malformed request content',
  ]);
});

test('an error of the state goes before one of the body at every operation on a payment, also where the body is no JSON', async () => {
  const made = await answers({ 'resource.error.precedence': 'state' }, [
    ['/payments/pay_1/captures', 'no'],
    ['/payments/pay_1/refunds', '{}'],
    ['/payments/pay_1/refunds', 'no'],
  ]);
  expect(made.map(({ code }) => code)).toEqual(['404', '404', '404']);
});

test('the same holds of an empty list and of a field that no table names', async () => {
  const profile = {
    'resource.error.precedence': 'state',
    'resource.requests.empty-values': 'refused',
    'resource.requests.extra-fields': 'refused',
  };
  const made = await answers(profile, [
    ['/tokens/tok_1/resume', '[]'],
    ['/tokens/tok_1/resume', '{"reason":{"code":"general","description":""}}'],
    ['/payments/pay_1/captures', '{"other":1}'],
  ]);
  expect(made.map(({ code }) => code)).toEqual(['token.not_found', 'token.not_found', '404']);
});

test.each<[string, string]>([
  ['version', 'version.unknown'],
  ['other', '404'],
])('of a wrong version and an unknown payment, %s first: %s', async (first, code) => {
  const profile = { 'resource.version.precedence': first };
  const [made] = await answers(profile, [['/payments/pay_1/captures', '{}']], [], '2000-01-01');
  expect(made?.['code']).toBe(code);
});

test('a value that must be converted is, also an empty list of pairs and what describes a line', async () => {
  const item = { unit_price: '1', quantity: 1, description: { ja: 'x' } };
  const body = {
    token_id: 'tok_1',
    amount: 1,
    currency: 'JPY',
    buyer_data: [],
    metadata: [],
    order: { items: [item] },
    shipping_address: { zip: '106-2004', city: 1 },
  };
  const [made] = await answers({ 'resource.requests.convertible-values': 'accepted' }, [
    ['/payments', JSON.stringify(body)],
  ]);
  expect(made?.['code']).toBe('token.not_found');
});

test('an unknown id is refused before the form and the checksum, where the reference looks it up first', async () => {
  const requests: readonly (readonly [string, string])[] = [
    ['/pay/capture', '{"payment_id":"p","items":1}'],
    ['/pay/refund', '{"capture_id":"c","amount":"1"}'],
  ];
  const reasons = async (lookupFirst: boolean) =>
    (await answers({}, requests, [{ legacy: { lookupFirst } }])).map(({ reason }) => reason);
  expect(await reasons(true)).toEqual(['unknown_payment', 'unknown_capture']);
  expect(await reasons(false)).toEqual(['bad_request', 'bad_request']);
});

test('an empty text is refused in a capture as elsewhere, also where lines of no order are passed over', async () => {
  const [made] = await answers({ 'legacy.capture.unknown-line': 'nothing' }, [
    ['/pay/capture', '{"payment_id":"p","items":[{"item_id":"","quantity":1}]}'],
  ]);
  expect(made).toMatchObject({ reason: 'bad_request' });
});
