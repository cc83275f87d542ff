import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadTarget } from '../../../harness/settings/settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'payproof-caution-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A target with its interface at this host, and more settings. */
function at(host: string, more = '') {
  const file = join(folder, 'targets.yaml');
  const resource = `resource: { base_url: "http://${host}/", secret_key: sk_test_one }`;
  writeFileSync(file, `targets: { it: { kind: remote, ${resource}${more} } }`);
  return loadTarget({ file, env: {} });
}

const usual = { concurrency: 8, timeoutMs: 10_000, awayMs: 60_000, amount: { min: 100, max: 50_000 } };
const cautious = { ...usual, concurrency: 2, requestsPerSecond: 5, maxRequests: 2000, wrongKeys: 10 };

describe('a target is treated with caution', () => {
  test.each([
    'sandbox.example.test',
    '10.0.0.1',
    '[2001:db8::1]',
    '0.0.0.0',
    '127.example.test',
    'localhost.example.test',
  ])('at %s, which is not loopback', (host) => {
    expect(at(host)).toMatchObject({ cautious: true, limits: cautious });
  });

  test.each(['127.0.0.1', '127.0.0.2:8080', 'localhost:8080', '[::1]:8080'])('not at %s', (host) => {
    const { limits, cautious: isCautious } = at(host);
    expect([isCautious, limits]).toEqual([undefined, usual]);
  });

  test('when any address of it is not loopback, that of its control too', () => {
    expect(at('127.0.0.1', ', control: { url: "http://control.example.test" }').cautious).toBe(true);
  });

  test('when its entry says so, and not when it says the contrary', () => {
    expect(at('127.0.0.2', ', cautious: true').limits).toEqual(cautious);
    expect(at('127.0.0.2', ', cautious: "true"').limits).toEqual(cautious);
    expect(at('sandbox.example.test', ', cautious: false').limits).toEqual(usual);
  });
});

test('a target that is treated with caution is cleaned up, and another where its entry says so', () => {
  const hosts = ['sandbox.example.test', '127.0.0.1'];
  const cleanedUp = (more: string) => hosts.map((host) => at(host, more).cleanup);
  expect(cleanedUp('')).toEqual([true, undefined]);
  expect(cleanedUp(', cleanup: "true"')).toEqual([true, true]);
  expect(cleanedUp(', cleanup: false')).toEqual([undefined, undefined]);
});

describe('limits of the entry', () => {
  test('hold as they are, with the usual ones for what they leave out, and with few wrong keys all the same', () => {
    const { limits } = at('sandbox.example.test', ', limits: { timeout: 20s }');
    expect(limits).toEqual({ ...usual, timeoutMs: 20_000, wrongKeys: 10 });
    const own = at('sandbox.example.test', ', limits: { max_requests: 50, wrong_keys: 0 }').limits;
    expect(own).toEqual({ ...usual, maxRequests: 50, wrongKeys: 0 });
  });

  test.each([
    ['limits: { max_requests: 0 }', 'limits.max_requests is 0: it must be from 1'],
    ['limits: { max_requests: 1.5 }', 'limits.max_requests must be a whole number'],
    ['limits: { wrong_keys: -1 }', 'limits.wrong_keys is -1: it must be from 0'],
    ['cautious: sometimes', 'cautious must be true or false'],
    ['live: false', 'live must be true'],
    ['live: yes', 'live must be true'],
  ])('%s is refused', (setting, message) => {
    expect(() => at('127.0.0.1', `, ${setting}`)).toThrow(message);
  });
});
