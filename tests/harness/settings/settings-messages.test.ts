import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { loadTarget } from '../../../harness/settings/settings.ts';
import { SettingsError } from '../../../harness/settings/settings-error.ts';

const dir = mkdtempSync(join(tmpdir(), 'payproof-messages-'));
const file = join(dir, 'targets.yaml');
afterAll(() => rmSync(dir, { recursive: true }));

/** What is said of an entry; undefined where it is taken. */
function complaint(entry: unknown, env: Readonly<Record<string, string>> = {}): string | undefined {
  writeFileSync(file, stringify({ targets: { it: entry } }));
  try {
    loadTarget({ file, env });
    return undefined;
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
}

const persona = { email: 'ok@example.test', phone: '08000000001', test: true };
const whole = {
  kind: 'remote',
  legacy: {
    base_url: 'http://t.test',
    authorize_path: '/pay/authorize',
    api_key: 'api_key_0001',
    secret: 'secret_00001',
    validity: '30d',
    paths: { close: '/close' },
    payments: [{ id: 'pay_1', amount: 100, lines: [{ title: 'A', amount: 100, quantity: 1 }], tax: 0 }],
    personas: { approve: persona, pin: { ...persona, pin: '1234' }, reject: persona },
  },
  resource: {
    base_url: 'http://t.test',
    secret_key: 'sk_test_00001',
    public_key: 'pk_test_00001',
    version: '2018-04-10',
    version_header: 'Service-Version',
    tokens: ['tok_1', { id: 'tok_2', spend: true }],
    payments: [{ id: 'pay_2', amount: 100, lines: [{ title: 'A', unit_price: 100, quantity: 1 }] }],
  },
  webhooks: { listen: '127.0.0.1:0', public_url: 'http://h.test/x', deadline: '30s' },
  control: { url: 'http://t.test/control', key: 'control_key_1' },
  limits: { concurrency: 2, requests_per_second: 5, timeout: '10s', amount: { min: 100, max: 200 } },
  data: { buyer: { name1: 'A' }, whole_amounts: true },
  cautious: false,
  cleanup: true,
  privacy: 'strict',
  profile: { a: 'b' },
  known_deviations: [{ requirement: 'a', because: 'b', since: '2026-11-01' }],
};

type Path = readonly (string | number)[];

function pathsIn(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, [...path, key]))];
}

function changed(value: unknown, [key, ...rest]: Path, to: unknown): unknown {
  if (key === undefined) return to;
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (index === Number(key) ? changed(item, rest, to) : item));
  const fields = value as Readonly<Record<string, unknown>>;
  return { ...fields, [key]: changed(fields[key], rest, to) };
}

const wrong = [null, 5, -1, 'yes', '', true, [], {}, [5], { x: 1 }];

describe('whatever stands in an entry', () => {
  test('the entry of this test is right', () => {
    expect(complaint(whole)).toBeUndefined();
  });

  test.each(pathsIn(whole).map((path) => [path.join('.') || 'the whole', path] as const))(
    'a wrong value of %s is told in our own words',
    (_name, path) => {
      for (const value of wrong) {
        const said = complaint(changed(whole, path, value)) ?? '';
        expect(said, JSON.stringify(value)).not.toMatch(
          /invalid|expected|received|too (?:small|big)|unrecognized/i,
        );
      }
    },
  );
});

describe('variables that are not set', () => {
  test('are named all at once, each with its key', () => {
    const entry = changed(
      changed(whole, ['legacy', 'api_key'], '${PAY_A}'),
      ['legacy', 'secret'],
      '${PAY_B}',
    );
    expect(complaint(entry)).toBe(
      '2 settings need environment variables that are not set: PAY_A (targets.it.legacy.api_key), PAY_B (targets.it.legacy.secret). Set them, or write them into an .env file next to the targets file.',
    );
  });
});

describe('a variable that is set, but empty', () => {
  const secret = changed(whole, ['legacy', 'secret'], '${PAY_SECRET}');
  const needs = 'targets.it.legacy.secret needs the environment variable PAY_SECRET, which is';

  test.each([
    ['is named as such', { PAY_SECRET: '' }, `targets.yaml: ${needs} set, but empty: give it a value`],
    [
      'is another trouble than one that is not set',
      {},
      `${needs} not set. Set it, or write it into an .env file next to the targets file.`,
    ],
    ['is none where it has a value', { PAY_SECRET: 'secret_00002' }, undefined],
  ])('%s', (_what, env, said) => {
    expect(complaint(secret, env)).toBe(said);
  });

  test('is named with each key that needs it', () => {
    const both = changed(secret, ['legacy', 'base_url'], 'http://${PAY_HOST}');
    const said = complaint(both, { PAY_SECRET: '', PAY_HOST: '' });
    expect(said?.match(/the environment variable \w+, which is set, but empty/g)).toHaveLength(2);
  });

  test('is right for a key that may be empty, and gives way to a fallback', () => {
    const control = changed(whole, ['control', 'key'], '${PAY_CONTROL_KEY}');
    expect(complaint(control, { PAY_CONTROL_KEY: '' })).toBeUndefined();
    const fallback = changed(whole, ['legacy', 'secret'], '${PAY_SECRET:-secret_00003}');
    expect(complaint(fallback, { PAY_SECRET: '' })).toBeUndefined();
  });
});
