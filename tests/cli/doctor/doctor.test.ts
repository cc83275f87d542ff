import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { stringify } from 'yaml';
import { run } from '../../../cli/main.ts';
import { type RunningReference, startReference } from '../../../reference/server.ts';
import { defaultPersonas } from '../../../reference/settings.ts';
import { freeAddress } from '../../harness/local-server.ts';

const dir = mkdtempSync(join(tmpdir(), 'payproof-doctor-'));
const targets = join(dir, 'targets.yaml');
let server: RunningReference;
let out = '';

beforeAll(async () => {
  server = await startReference({ control: true });
});
afterAll(async () => {
  await server.close();
  rmSync(dir, { recursive: true });
});
beforeEach(() => {
  out = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text);
    return true;
  });
});
afterEach(() => vi.restoreAllMocks());

/** The settings of the running server, changed block by block; undefined leaves a block out. */
async function doctor(
  changes: Readonly<Record<string, object | undefined>> = {},
  options: readonly string[] = [],
): Promise<number> {
  const { url, controlUrl, keys, personas } = server;
  const whole: Record<string, object | undefined> = {
    legacy: { base_url: url, api_key: keys.apiKey, secret: keys.secret, personas },
    resource: { base_url: url, secret_key: keys.secretKey, public_key: keys.publicKey },
    webhooks: { listen: '127.0.0.1:0' },
    control: { url: controlUrl },
  };
  const blocks: Record<string, object> = {};
  for (const name in whole) {
    const change = name in changes ? changes[name] : {};
    if (change !== undefined) blocks[name] = { ...whole[name], ...change };
  }
  writeFileSync(targets, stringify({ default: 'it', targets: { it: { kind: 'remote', ...blocks } } }));
  return run(['doctor', '--targets', targets, ...options]);
}

test('a target that offers everything over http has no findings, and only its handshake can not be tested', async () => {
  expect(await doctor()).toBe(0);
  expect(out).not.toMatch(/✗|–/);
  expect(out).toMatch(/\n {11}2 {2}legacy\.base_url is http, so that .* {2}give one with https\n/);
});

test('doctor says how many requests a run takes, and how long by the latency that it has measured', async () => {
  expect(await doctor()).toBe(0);
  expect(out).toMatch(
    /✓ run {7}certify will send about \d+ requests and take about \d.*: an answer takes .* ms, so that our own processor decides\n/,
  );
  out = '';
  await doctor({}, ['--json']);
  const { forecast } = JSON.parse(out) as { forecast: { requests: number; ms: number; latency_ms: number } };
  expect(forecast).toMatchObject({ under_way: { limit: 8 }, by: 'processor' });
  expect(forecast.latency_ms).toBeGreaterThan(0);
  // A default run of the built-in server took 19,850 without a browser or with one.
  expect(forecast.requests).toBeGreaterThan(0.95 * 19_850);
  expect(forecast.requests).toBeLessThan(1.05 * 19_850);
  expect(forecast.ms).toBeGreaterThan(forecast.requests);
});

test('where a key is refused, nothing is forecast', async () => {
  expect(await doctor({ legacy: { api_key: 'api_wrong' } })).toBe(2);
  expect(out).not.toContain('certify will send');
});

test.each([
  ['a wrong API key', { legacy: { api_key: 'api_wrong' } }, 2, '✗ legacy', '✓ resource'],
  ['a wrong secret', { legacy: { secret: 'not the secret' } }, 2, '✗ legacy', '✓ control'],
  ['a token that was never issued', { resource: { tokens: ['tok_never'] } }, 2, '✗ tokens', '✓ webhooks'],
  ['webhooks that can not be registered', { control: undefined }, 2, '✗ webhooks', 'enter it as the webhook'],
  ['no control', { control: undefined, webhooks: undefined }, 3, '– control', 'Date header'],
  ['an interface left out', { resource: undefined }, 0, '– resource', '✓ legacy'],
] as const)('%s is printed, and what else there is', async (_what, changes, exit, told, also) => {
  expect(await doctor(changes)).toBe(exit);
  expect(out).toContain(told);
  expect(out).toContain(also);
});

test('doctor says to enter a public address that leads to the receiver, and reports one that does not', async () => {
  const { host: listen } = new URL(await freeAddress());
  const there = { listen, public_url: `http://${listen}/hooks/mine` };
  expect(await doctor({ webhooks: there, control: undefined, resource: undefined })).toBe(0);
  expect(out).toContain(`✓ webhooks  http://${listen}/hooks/mine leads to the receiver`);
  expect(out).toContain('enter it as the webhook URL');
  out = '';
  expect(await doctor({ webhooks: { listen: '127.0.0.1:0', public_url: `${server.url}/hooks/mine` } })).toBe(
    3,
  );
  expect(out).toContain('does not lead to the receiver');
});

test('doctor does not say to enter a public address that changes in each run', async () => {
  const { host: listen } = new URL(await freeAddress());
  const pathless = { listen, public_url: `http://${listen}` };
  expect(await doctor({ webhooks: pathless, control: undefined })).toBe(2);
  expect(out).toMatch(/✗ webhooks .* has no path: each run adds one of its own/);
  expect(out).toMatch(/\n +\d+ {2}notifications can not be received /);
  out = '';
  expect(await doctor({ webhooks: pathless })).toBe(0);
});

test('where control does not answer, no setting is blamed for its capabilities', async () => {
  const url = `${await freeAddress()}/control`;
  expect(await doctor({ control: { url } })).toBe(3);
  expect(out).toMatch(/✗ control .* does not answer/);
  expect(out).toMatch(/✗ webhooks .*the control interface does not answer/);
});

test('a part that does not answer hides no other part', async () => {
  const address = await freeAddress();
  expect(await doctor({ legacy: { base_url: address } })).toBe(3);
  expect(out).toMatch(/✗ legacy .*could not be reached/);
  expect(out).toContain('✓ resource');
});

describe('each persona is tried, and one that is another than it was entered as is named', () => {
  const { approve, pin, reject } = defaultPersonas;

  test('the right ones are well, and nothing stays authorized', async () => {
    expect(await doctor()).toBe(0);
    for (const name of ['approve', 'pin', 'reject']) expect(out).toContain(`✓ personas  ${name} was`);
    const open = [...server.store.legacyPayments.values()].filter(({ status }) => status === 'open');
    expect(open).toEqual([]);
  });

  test.each([
    ['approve', { approve: reject }, 'approve must be one who is approved, and was declined'],
    [
      'approve',
      { approve: pin },
      '("A PIN was sent by SMS."): enter the consumer as pin, or another one as approve',
    ],
    ['pin', { approve, pin: approve }, 'pin must be one who is asked for a PIN, and was approved'],
    ['reject', { approve, reject: approve }, 'and was approved: enter the consumer as approve'],
    ['approve', { approve: { ...approve, test: false } }, 'says test: true'],
  ])('%s, entered wrong', async (_name, personas, told) => {
    expect(await doctor({ legacy: { personas } })).toBe(2);
    expect(out).toContain('✗ personas');
    expect(out).toContain(told);
  });

  test('none is tried where money is real', async () => {
    const { url, keys } = server;
    const legacy = { base_url: url, api_key: keys.apiKey, secret: keys.secret, personas: { approve } };
    writeFileSync(targets, stringify({ targets: { it: { kind: 'remote', live: true, legacy } } }));
    const before = [...server.store.legacyPayments.values()].length;
    await run(['doctor', '--targets', targets]);
    expect(out).toContain('– personas  not tried, since that would spend real money');
    expect([...server.store.legacyPayments.values()]).toHaveLength(before);
  });
});

test('no secret is printed', async () => {
  await doctor({ control: undefined });
  for (const secret of [server.keys.apiKey, server.keys.secret, server.keys.secretKey])
    expect(out).not.toContain(secret);
});
