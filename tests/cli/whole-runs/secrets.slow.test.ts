import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { type RunningReference, startReference } from '../../../reference/server.ts';
import { defaultKeys } from '../../../reference/settings.ts';
import { command } from '../../support/runs/command.ts';
import { startEchoingProxy } from '../../support/targets/echoing-proxy.ts';
import { keyForms } from '../../support/runs/key-forms.ts';
import { everythingOf, secretsIn } from '../../support/runs/secrets-scan.ts';

const dir = mkdtempSync(join(tmpdir(), 'payproof-secrets-'));
const { apiKey, secret, secretKey } = defaultKeys;
let reference: RunningReference;
beforeAll(async () => void (reference = await startReference({ seed: 1 })));
afterAll(async () => {
  await reference.close();
  rmSync(dir, { recursive: true });
});

const inEveryForm = (key: string): string =>
  Object.values(keyForms)
    .map((encode) => encode(key))
    .join(' ');

async function certified(told: (key: string) => string) {
  const proxy = await startEchoingProxy(reference.url, told);
  const folder = mkdtempSync(join(dir, 'run-'));
  const own = {
    kind: 'remote',
    legacy: { base_url: proxy.url, api_key: apiKey, secret, personas: reference.personas },
    resource: { base_url: proxy.url, secret_key: secretKey },
    control: { url: reference.controlUrl },
  };
  const targets = join(folder, 'targets.yaml');
  writeFileSync(targets, stringify({ targets: { own } }));
  const out = join(folder, 'run');
  const few = ['--only', 'legacy', '--bail', '--runs', '2', '--seed', '1'];
  try {
    const ran = await command(['certify', '--targets', targets, '--out', out, ...few]).finished;
    const [file] = readdirSync(join(out, 'reproductions')).filter((one) => one.endsWith('.json'));
    const replay = ['replay', join(out, 'reproductions', file ?? ''), '--targets', targets];
    return { ran, out, replayed: await command(replay).finished };
  } finally {
    await proxy.close();
  }
}

test('a target that says the key back in every form gets it into no file and onto no terminal', async () => {
  const { ran, out, replayed } = await certified(inEveryForm);
  // The codes are wrong now: what is accused holds the key.
  expect(ran.exit, ran.err).toBe(1);
  const places = everythingOf(out, ran);
  expect([...places.keys()].filter((place) => place.includes('allure-results')).length).toBeGreaterThan(5);
  expect([...places.values()].join('')).toContain('<redacted>');
  expect(secretsIn(places, [apiKey, secret, secretKey])).toEqual([]);
  const printed = new Map([['replay', replayed.out + replayed.err]]);
  expect(replayed.exit, replayed.err).toBe(1);
  expect(secretsIn(printed, [apiKey, secret, secretKey])).toEqual([]);
}, 240_000);
