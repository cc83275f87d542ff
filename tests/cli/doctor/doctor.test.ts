import { writeFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { stringify } from 'yaml';
import type * as RunForecasts from '../../../cli/doctor/run-forecast.ts';
import { run } from '../../../cli/main.ts';
import { defaultPersonas } from '../../../reference/settings.ts';
import { freeAddress } from '../../harness/local-server.ts';
import { captureOutput } from '../../support/runs/captured-output.ts';
import { type Blocks, serverEntry } from './server-entry.ts';

// A forecast needs the plan of a run, which takes seconds for each entry: forecast.test.ts tries it.
vi.mock('../../../cli/doctor/run-forecast.ts', async (original) => ({
  ...(await original<typeof RunForecasts>()),
  runForecast: () => undefined,
}));

const { targets, server, write } = serverEntry();
const printed = captureOutput();

async function doctor(changes: Blocks = {}): Promise<number> {
  write(changes);
  return run(['doctor', '--targets', targets]);
}

test('a target that offers everything over http has no findings, and only its handshake can not be tested', async () => {
  expect(await doctor()).toBe(0);
  expect(printed.out).not.toMatch(/✗|–/);
  expect(printed.out).toMatch(/\n {11}2 {2}legacy\.base_url is http, so that .* {2}give one with https\n/);
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
  expect(printed.out).toContain(told);
  expect(printed.out).toContain(also);
});

test('doctor says to enter a public address that leads to the receiver, and reports one that does not', async () => {
  const { host: listen } = new URL(await freeAddress());
  const there = { listen, public_url: `http://${listen}/hooks/mine` };
  expect(await doctor({ webhooks: there, control: undefined, resource: undefined })).toBe(0);
  expect(printed.out).toContain(`✓ webhooks  http://${listen}/hooks/mine leads to the receiver`);
  expect(printed.out).toContain('enter it as the webhook URL');
  printed.clear();
  expect(
    await doctor({ webhooks: { listen: '127.0.0.1:0', public_url: `${server().url}/hooks/mine` } }),
  ).toBe(3);
  expect(printed.out).toContain('does not lead to the receiver');
});

test('doctor does not say to enter a public address that changes in each run', async () => {
  const { host: listen } = new URL(await freeAddress());
  const pathless = { listen, public_url: `http://${listen}` };
  expect(await doctor({ webhooks: pathless, control: undefined })).toBe(2);
  expect(printed.out).toMatch(/✗ webhooks .* has no path: each run adds one of its own/);
  expect(printed.out).toMatch(/\n +\d+ {2}notifications can not be received /);
  printed.clear();
  expect(await doctor({ webhooks: pathless })).toBe(0);
});

test('where control does not answer, no setting is blamed for its capabilities', async () => {
  const url = `${await freeAddress()}/control`;
  expect(await doctor({ control: { url } })).toBe(3);
  expect(printed.out).toMatch(/✗ control .* does not answer/);
  expect(printed.out).toMatch(/✗ webhooks .*the control interface does not answer/);
});

test('a part that does not answer hides no other part', async () => {
  const address = await freeAddress();
  expect(await doctor({ legacy: { base_url: address } })).toBe(3);
  expect(printed.out).toMatch(/✗ legacy .*could not be reached/);
  expect(printed.out).toContain('✓ resource');
});

describe('each persona is tried, and one that is another than it was entered as is named', () => {
  const { approve, pin, reject } = defaultPersonas;

  test('the right ones are well, and nothing stays authorized', async () => {
    expect(await doctor()).toBe(0);
    for (const name of ['approve', 'pin', 'reject']) expect(printed.out).toContain(`✓ personas  ${name} was`);
    const open = [...server().store.legacyPayments.values()].filter(({ status }) => status === 'open');
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
    expect(printed.out).toContain('✗ personas');
    expect(printed.out).toContain(told);
  });

  test('none is tried where money is real', async () => {
    const { url, keys } = server();
    const legacy = { base_url: url, api_key: keys.apiKey, secret: keys.secret, personas: { approve } };
    writeFileSync(targets, stringify({ targets: { it: { kind: 'remote', live: true, legacy } } }));
    const before = [...server().store.legacyPayments.values()].length;
    await run(['doctor', '--targets', targets]);
    expect(printed.out).toContain('– personas  not tried, since that would spend real money');
    expect([...server().store.legacyPayments.values()]).toHaveLength(before);
  });
});

test('no secret is printed', async () => {
  await doctor({ control: undefined });
  const { keys } = server();
  for (const secret of [keys.apiKey, keys.secret, keys.secretKey]) expect(printed.out).not.toContain(secret);
});
