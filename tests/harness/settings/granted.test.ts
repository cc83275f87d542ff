import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { run } from '../../../cli/main.ts';
import { grantingEnvironment, type Granted } from '../../../harness/settings/granted.ts';
import { loadTarget } from '../../../harness/settings/settings.ts';
import { captureOutput } from '../../support/runs/captured-output.ts';

const folder = mkdtempSync(join(tmpdir(), 'payproof-granted-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'vendors.yaml');
const env = {
  CLOUD_KEY: 'AKIA-operator-1a2b3c',
  VENDOR_KEY: 'sk_vendor_1a2b3c',
  VENDOR_HOST: 'sandbox.example.test',
};

/** An entry with these settings beside those that it needs. */
function load(resource: Readonly<Record<string, unknown>>, granted: Granted | undefined, more = {}) {
  const entry = {
    kind: 'remote',
    resource: { base_url: 'http://127.0.0.1:1', secret_key: 'sk_own_1a2b3c4d', ...resource },
    ...more,
  };
  writeFileSync(file, JSON.stringify({ targets: { vendor: entry } }));
  return loadTarget({ file, env: grantingEnvironment(env, granted) });
}

describe('a targets file that a fleet includes', () => {
  const granted = { variables: ['VENDOR_KEY', 'VENDOR_HOST'], inUrl: ['VENDOR_HOST'] };

  test('reads the variables that the fleet file names, and no other', () => {
    expect(load({ secret_key: '${VENDOR_KEY}' }, granted).resource?.secretKey).toBe(env.VENDOR_KEY);
    expect(() => load({ secret_key: '${CLOUD_KEY}' }, granted)).toThrow(
      /secret_key needs the variable CLOUD_KEY, which the fleet file does not pass to this file/,
    );
    expect(load({ secret_key: '${CLOUD_KEY:-sk_fallback_1a2b}' }, granted).resource?.secretKey).toBe(
      'sk_fallback_1a2b',
    );
  });

  test('reads no other of the .env file beside it, which can not widen what it may read', () => {
    const own = join(folder, '.env');
    writeFileSync(
      own,
      'IN_ENV=sk_of_operator_1a2b\nPAYPROOF_FLEET_VARIABLES={"variables":["IN_ENV"],"inUrl":[]}\n',
    );
    expect(() => load({ secret_key: '${IN_ENV}' }, granted)).toThrow(/does not pass to this file/);
    expect(load({ secret_key: '${IN_ENV}' }, { ...granted, variables: ['IN_ENV'] }).resource?.secretKey).toBe(
      'sk_of_operator_1a2b',
    );
    rmSync(own);
  });

  test.each([
    ['a host', { base_url: 'https://${VENDOR_KEY}.example.test' }, {}],
    ['a path', { base_url: 'https://example.test/${VENDOR_KEY}' }, {}],
    ['an id', { tokens: ['${VENDOR_KEY}'] }, {}],
    ['a path of its own', {}, { webhooks: { path: '/${VENDOR_KEY}' } }],
    ['the address of its control', {}, { control: { url: 'http://127.0.0.1:1/${VENDOR_KEY:-none}' } }],
    ['a proxy', {}, { proxy: 'http://a:${VENDOR_KEY}@127.0.0.1:1' }],
  ])('puts no variable into %s without leave', (_what, resource, more) => {
    expect(() => load(resource, granted, more)).toThrow(
      /puts the variable VENDOR_KEY into an address: name it under allow_in_url/,
    );
    const target = load(resource, { ...granted, inUrl: ['VENDOR_KEY'] }, more);
    expect(JSON.stringify(target)).toContain(env.VENDOR_KEY);
  });

  test('puts those into addresses that may stand there', () => {
    expect(load({ base_url: 'https://${VENDOR_HOST}' }, granted).resource?.baseUrl).toBe(
      'https://sandbox.example.test',
    );
  });
});

test('a file of its own reads every variable, in addresses too', () => {
  const target = load({ base_url: 'https://${VENDOR_HOST}/${CLOUD_KEY}' }, undefined);
  expect(target.resource?.baseUrl).toContain(env.CLOUD_KEY);
});

describe('the site of a fleet', () => {
  const printed = captureOutput();

  test('holds no variable, neither of its own files nor of included ones', async () => {
    const entry = (secretKey: string, more = {}) => ({
      kind: 'remote',
      resource: { base_url: 'http://127.0.0.1:1', secret_key: secretKey },
      ...more,
    });
    writeFileSync(file, JSON.stringify({ targets: { vendor: entry('${CLOUD_KEY}') } }));
    const own = entry('sk_own_1a2b3c4d', { limits: { timeout: '${CLOUD_KEY}' } });
    writeFileSync(join(folder, 'targets.yaml'), JSON.stringify({ targets: { own } }));
    writeFileSync(join(folder, 'fleet.yaml'), 'targets: [{ include: vendors.yaml }, { target: own }]\n');
    vi.stubEnv('CLOUD_KEY', env.CLOUD_KEY);
    const site = join(folder, 'site');
    expect(await run(['fleet', join(folder, 'fleet.yaml'), '--out', site])).toBe(3);
    vi.unstubAllEnvs();
    const written = ['fleet.json', 'index.html']
      .map((name) => readFileSync(join(site, name), 'utf8'))
      .join('');
    expect(written).toContain('does not pass to this file');
    expect(written).toContain("is not a duration: '<redacted>'");
    expect(`${written}${printed.out}${printed.err}`).not.toContain('AKIA');
  });
});
