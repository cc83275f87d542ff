import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { version as ownVersion } from '../../../harness/files/version.ts';
import { toHttp } from '../../../harness/wire/request.ts';
import type { ApiCall } from '../../../models/wire.ts';
import type { Credential, Spelling } from '../../../spec/wire-names.ts';
import { sampleTarget } from '../settings/sample-target.ts';

const target = sampleTarget('http://127.0.0.1:1/base');
const { apiKey, secret } = target.legacy;

function capture(changes: Partial<ApiCall> = {}): ApiCall {
  return {
    to: 'legacy',
    operation: 'capture',
    method: 'POST',
    path: '/pay/capture',
    body: { payment_id: 'pay_1' },
    credential: 'valid',
    checksum: { of: 'pay_1', encoding: 'hex' },
    ...changes,
  };
}

const sum = (encoding: 'hex' | 'base64') => createHash('sha256').update(`${secret}pay_1`).digest(encoding);
const bodyOf = (call: ApiCall) => JSON.parse(String(toHttp(call, target).body ?? 'null')) as unknown;

describe('a request', () => {
  it('carries key, type and checksum on the wire', () => {
    const request = toHttp(capture(), target);
    expect(request).toMatchObject({
      method: 'POST',
      origin: 'http://127.0.0.1:1',
      path: '/base/pay/capture',
    });
    expect(request.headers).toEqual({
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      'user-agent': `payproof/${ownVersion}`,
    });
    expect(JSON.parse(String(request.body))).toEqual({ payment_id: 'pay_1', checksum: sum('hex') });
  });

  it('is journaled without key and checksum', () => {
    expect(toHttp(capture(), target).journal).toEqual({
      method: 'POST',
      url: 'http://127.0.0.1:1/base/pay/capture',
      headers: { authorization: 'Bearer <API_KEY>', 'content-type': 'application/json' },
      body: '{"payment_id":"pay_1","checksum":"<checksum hex of secret + pay_1>"}',
    });
  });

  it.each([
    ['missing', undefined],
    ['empty', ''],
    ['garbage', 'not a checksum'],
    ['truncated', sum('hex').slice(0, 32)],
    ['upper-case', sum('hex').toUpperCase()],
    ['extended', `${sum('hex')}00`],
    ['null', null],
  ] as const)('sends a wrong checksum: %s', (mutation, checksum) => {
    const body = bodyOf(capture({ checksum: { of: 'pay_1', encoding: 'hex', corruption: mutation } }));
    expect(body).toEqual({ payment_id: 'pay_1', ...(checksum !== undefined && { checksum }) });
  });

  it.each([
    ['swapped-case', /^[A-Za-z0-9+/]{43}=$/],
    ['url-safe', /^[A-Za-z0-9_-]{43}$/],
    ['unpadded', /^[A-Za-z0-9+/]{43}$/],
    ['first-half', new RegExp(`^${sum('base64').slice(0, 22).replace(/[+/]/g, '.')}`)],
    ['second-half', new RegExp(`${sum('base64').slice(22).replace(/[+/]/g, '.')}$`)],
  ] as const)('sends a wrong base64 checksum that decodes to something else: %s', (mutation, form) => {
    const body = bodyOf(capture({ checksum: { of: 'pay_1', encoding: 'base64', corruption: mutation } }));
    expect(body).toMatchObject({ checksum: expect.stringMatching(form) as string });
    expect(body).not.toMatchObject({ checksum: sum('base64') });
  });

  it('makes a base64 checksum, and a wrong one from a wrong secret', () => {
    expect(bodyOf(capture({ checksum: { of: 'pay_1', encoding: 'base64' } }))).toMatchObject({
      checksum: sum('base64'),
    });
    const wrong = bodyOf(capture({ checksum: { of: 'pay_1', encoding: 'hex', corruption: 'wrong-secret' } }));
    expect(wrong).toMatchObject({ checksum: expect.stringMatching(/^[0-9a-f]{64}$/) as string });
    expect(wrong).not.toMatchObject({ checksum: sum('hex') });
  });

  it('puts the checksum into an empty object and leaves raw content unchanged', () => {
    expect(bodyOf(capture({ body: {} }))).toEqual({ checksum: sum('hex') });
    expect(toHttp(capture({ rawBody: '{"a":' }), target).body).toBe('{"a":');
  });

  it('sends bytes that are not UTF-8 in a field before the others', () => {
    const { body, journal } = toHttp(capture({ strayBytes: true }), target);
    expect(Buffer.isBuffer(body)).toBe(true);
    expect(() => new TextDecoder('utf-8', { fatal: true }).decode(body as Buffer)).toThrow(/not valid/);
    expect(JSON.parse(String(body))).toMatchObject({ payment_id: 'pay_1', checksum: sum('hex') });
    expect(journal.body).toContain('"checksum":"<checksum hex');
  });

  it.each<[Credential, string | undefined]>([
    ['missing', undefined],
    ['public', 'Bearer pk_test_public'],
    ['wrong', 'Bearer sk_payproof_key_that_is_wrong'],
    ['other-scheme', 'Basic sk_test_sample'],
    ['other-interface', `Bearer ${apiKey}`],
  ])('sends the credential %s', (credential, header) => {
    const call: ApiCall = {
      to: 'resource',
      operation: 'get',
      method: 'GET',
      path: '/payments/p',
      credential,
    };
    expect(toHttp(call, target).headers['authorization']).toBe(header);
  });

  it('goes to the path that the settings give its operation, and names the version header as they do', () => {
    const legacy = { ...target.legacy, paths: { capture: '/v1/charge' } };
    const resource = { ...target.resource, versionHeader: 'Api-Version' };
    const elsewhere = { ...target, legacy, resource };
    const pathOf = (call: ApiCall) => toHttp(call, elsewhere).path;
    expect(pathOf(capture())).toBe('/base/v1/charge');
    expect(pathOf(capture({ path: '/pay/capture/nothing' }))).toBe('/base/v1/charge/nothing');
    expect(pathOf(capture({ operation: 'refund', path: '/pay/refund' }))).toBe('/base/pay/refund');
    const { headers } = toHttp(capture({ to: 'resource', path: '/payments/pay_1/captures' }), elsewhere);
    expect(headers).toMatchObject({ 'api-version': '2018-04-10' });
    expect(headers).not.toHaveProperty('service-version');
  });

  it('sends the version unless it must be missing or wrong', () => {
    const get = (version?: 'missing' | 'wrong') =>
      toHttp(
        {
          to: 'resource',
          operation: 'get',
          method: 'GET',
          path: '/',
          credential: 'valid',
          ...(version && { version }),
        },
        target,
      ).headers['service-version'];
    expect([get(), get('missing'), get('wrong')]).toEqual(['2018-04-10', undefined, '1999-01-01']);
  });
});

describe('a request that is written in another way', () => {
  it.each<[Spelling, object]>([
    ['charset', { 'content-type': 'application/json; charset=utf-8' }],
    ['type-case', { 'content-type': 'Application/JSON' }],
    ['header-case', { AUTHORIZATION: `Bearer ${apiKey}`, 'CONTENT-TYPE': 'application/json' }],
  ])('%s: in its headers', (spelling, expected) => {
    expect(toHttp(capture({ spelling }), target).headers).toMatchObject(expected);
    expect(bodyOf(capture({ spelling }))).toEqual(bodyOf(capture()));
  });

  it('large: with blanks, of which the journal keeps a few', () => {
    const { body, journal } = toHttp(capture({ spelling: 'large' }), target);
    expect(String(body)).toHaveLength(JSON.stringify(bodyOf(capture())).length + 100_000);
    expect(bodyOf(capture({ spelling: 'large' }))).toEqual(bodyOf(capture()));
    expect(journal.body).toMatch(/^\{ {10}"payment_id"/);
    expect(JSON.parse(journal.body ?? '')).toMatchObject({ payment_id: 'pay_1' });
  });

  it.each<Spelling>(['reversed', 'spaced', 'escaped'])('%s: in its body, the checksum too', (spelling) => {
    expect(bodyOf(capture({ spelling }))).toEqual({ payment_id: 'pay_1', checksum: sum('hex') });
    expect(toHttp(capture({ spelling }), target).body).not.toBe(toHttp(capture(), target).body);
    expect(toHttp(capture({ spelling }), target).journal.body).not.toContain(sum('hex'));
  });
});
