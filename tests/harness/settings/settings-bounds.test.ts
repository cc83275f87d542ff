import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { loadTarget, type Target } from '../../../harness/settings/settings.ts';
import { SettingsError } from '../../../harness/settings/settings-error.ts';

const dir = mkdtempSync(join(tmpdir(), 'payproof-bounds-'));
const file = join(dir, 'targets.yaml');

function load(content: string | Buffer): Target {
  writeFileSync(file, content);
  return loadTarget({ file, env: {} });
}

function complaint(content: string | Buffer, more: Parameters<typeof loadTarget>[0] = {}): string {
  writeFileSync(file, content);
  try {
    loadTarget({ file, env: {}, ...more });
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
  return 'none';
}

const embedded = (extra: string) => `targets: { a: { kind: embedded, ${extra} } }`;
const legacy = (extra: string) =>
  `targets: { a: { kind: remote, legacy: { base_url: http://t.test, api_key: api_key_1, secret: secret_1, ${extra} } } }`;

const tokens = (list: string) =>
  `targets: { a: { kind: remote, resource: { base_url: http://t.test, secret_key: sk_test_1, tokens: ${list} } } }`;

describe('tokens', () => {
  it('may be used up only where the settings say so', () => {
    expect(
      load(tokens('[tok_1, { id: tok_2, spend: true }, { id: tok_3, spend: false }]')).resource,
    ).toMatchObject({
      tokens: ['tok_1', 'tok_3'],
      spendable: ['tok_2'],
    });
  });

  it.each([
    ['[{ id: tok_1, spent: true }]', 'a.resource.tokens.0.spent is not a known key. Did you mean spend?'],
    ['[{ id: tok_1 }]', 'a.resource.tokens.0.spend is missing'],
    ['[{ id: tok_1, spend: often }]', 'a.resource.tokens.0.spend must be true or false'],
    ['[{ spend: true }]', 'a.resource.tokens.0.id is missing'],
    ['[tok_1, { id: tok_1, spend: true }]', 'a.resource.tokens names a token twice'],
    ['[7]', 'a.resource.tokens.0 must be text: write it in quotes'],
  ])('%s is refused: %s', (list, words) => {
    expect(complaint(tokens(list))).toContain(words);
  });
});

describe('given legacy payments', () => {
  const line = '{ title: a, amount: 300, quantity: 2 }';

  it('have the order that was authorized', () => {
    const list = `payments: [{ id: p_1, amount: 670, lines: [${line}], tax: 70 }]`;
    expect(load(legacy(list)).legacy?.payments).toEqual([
      { id: 'p_1', order: { items: [{ title: 'a', amount: 300, quantity: 2 }], tax: 70, total_amount: 670 } },
    ]);
  });

  it.each([
    [`[{ id: p_1, amount: 700, lines: [${line}] }]`, '0.amount is 700: lines, tax and shipping make 600'],
    [
      '[{ id: p_1, amount: 600, lines: [{ title: a, unit_price: 300 }] }]',
      '0.lines.0.unit_price is not a known key',
    ],
    ['[{ id: p_1, amount: 600 }]', '0.lines is missing'],
  ])('%s is refused: %s', (list, words) => {
    expect(complaint(legacy(`payments: ${list}`))).toContain(`a.legacy.payments.${words}`);
  });
});

describe('the paths of legacy operations', () => {
  it('may be named one by one, and that of authorize in either place', () => {
    expect(load(legacy('paths: { authorize: /v1/auth, refund: /v1/back }')).legacy).toMatchObject({
      authorizePath: '/v1/auth',
      paths: { refund: '/v1/back' },
    });
    expect(load(legacy('authorize_path: /v1/auth')).legacy?.authorizePath).toBe('/v1/auth');
  });

  it.each([
    ['authorize_path: /a, paths: { authorize: /b }', 'a.legacy names the path of authorize twice'],
    ['paths: { refund: /pay/capture }', 'a.legacy.paths.refund is the path of capture too: /pay/capture'],
    ['paths: { settle: /b }', 'a.legacy.paths.settle is not a known key'],
    ['paths: { refund: b }', 'a.legacy.paths.refund must start with /'],
  ])('%s is refused: %s', (extra, words) => {
    expect(complaint(legacy(extra))).toContain(words);
  });
});

describe('the version header', () => {
  const named = (name: string) =>
    `targets: { a: { kind: remote, resource: { base_url: http://t.test, secret_key: sk_test_1, version_header: ${name} } } }`;

  it('may have another name', () => {
    expect(load(named('Api-Version')).resource?.versionHeader).toBe('Api-Version');
  });

  it.each([
    ['"Api Version"', 'must be the name of an HTTP header, as in Service-Version'],
    ['Authorization', 'must be the name of a header of its own'],
  ])('%s is refused: %s', (name, words) => {
    expect(complaint(named(name))).toContain(`a.resource.version_header ${words}`);
  });
});

const payments = (list: string) =>
  `targets: { a: { kind: remote, resource: { base_url: http://t.test, secret_key: sk_test_1, payments: ${list} } } }`;

describe('given payments', () => {
  it('have an amount and lines', () => {
    const list = '[{ id: pay_1, amount: 900.5, lines: [{ unit_price: "900.5", quantity: 1, title: a }] }]';
    expect(load(payments(list)).resource?.payments).toEqual([
      { id: 'pay_1', amount: '900.5', lines: [{ unit_price: 900.5, quantity: 1, title: 'a' }] },
    ]);
  });

  it.each([
    ['[{ id: pay_1, amount: 5, lines: [{ price: 5, quantity: 1 }] }]', '0.lines.0.price is not a known key'],
    ['[{ id: pay_1, amount: 5, lines: [] }]', '0.lines must not be empty'],
    ['[{ id: pay_1, amount: 5 }]', '0.lines is missing'],
    ['[{ id: pay_1, amount: much, lines: [{ unit_price: 5, quantity: 1 }] }]', '0.amount must be a number'],
    [
      '[{ id: pay_1, amount: 5, lines: [{ unit_price: 5, quantity: 1.5 }] }]',
      'quantity must be a whole number',
    ],
  ])('%s is refused: %s', (list, words) => {
    expect(complaint(payments(list))).toContain(words);
  });
});

describe('a number of the settings outside its range is refused with key, value and range:', () => {
  it.each([
    [embedded('limits: { timeout: 30d }'), 'a.limits.timeout is 30d: it must be from 1ms to 1d, since'],
    [embedded('limits: { timeout: 0s }'), 'a.limits.timeout is 0s: it must be from 1ms to 1d'],
    [embedded('limits: { away: 2d }'), 'a.limits.away is 2d: it must be from 1ms to 1d, since'],
    [embedded('webhooks: { deadline: 25d }'), 'a.webhooks.deadline is 25d: it must be from 1ms to 1d'],
    [legacy('validity: 0d'), 'a.legacy.validity is 0d: it must be from 1s to 3650d'],
    [legacy('validity: 999999999d'), 'a.legacy.validity is 999999999d: it must be from 1s to 3650d'],
    [embedded('limits: { requests_per_second: 1e-7 }'), 'requests_per_second is 1e-7: it must be from 0.001'],
    [embedded('limits: { requests_per_second: 0 }'), 'requests_per_second is 0: it must be from 0.001'],
    [embedded('limits: { concurrency: 1e9 }'), 'limits.concurrency is 1000000000: it must be from 1 to 1000'],
    [embedded('limits: { concurrency: 0 }'), 'limits.concurrency is 0: it must be from 1 to 1000'],
    [embedded('limits: { concurrency: 1.5 }'), 'limits.concurrency must be a whole number'],
    [embedded('limits: { concurrency: .nan }'), 'limits.concurrency must be a number'],
    [embedded('limits: { amount: { min: 0, max: 5 } }'), 'amount.min is 0: it must be from 1 to'],
    [embedded('limits: { amount: { min: 1, max: 1e300 } }'), 'amount.max is 1e+300: it must be from 1 to'],
    [embedded('webhooks: { listen: "127.0.0.1:70000" }'), 'has a port that is 70000: it must be from 0 to'],
    [embedded('chaos: delay=900h'), 'a.chaos is wrong: delay=900h is too long: 24h at most'],
  ])('%s', (yaml, words) => {
    expect(complaint(yaml)).toContain(words);
  });

  it('and at either end of its range it is taken', () => {
    const limits = '{ timeout: 1d, away: 1ms, concurrency: 1000, requests_per_second: 0.001 }';
    expect(load(embedded(`limits: ${limits}, webhooks: { deadline: 1ms }`))).toMatchObject({
      limits: { timeoutMs: 86_400_000, awayMs: 1, concurrency: 1000, requestsPerSecond: 0.001 },
      notificationDeadlineMs: 1,
    });
  });
});

describe('a text that would go into a header or a path is refused when it can not:', () => {
  it.each([
    [
      'api_key',
      'targets: { a: { kind: remote, legacy: { base_url: http://t.test, api_key: "api\\nkey_1", secret: secret_1 } } }',
    ],
    [
      'secret_key',
      'targets: { a: { kind: remote, resource: { base_url: http://t.test, secret_key: "sk_test\\u0000" } } }',
    ],
    ['authorize_path', legacy('authorize_path: "/pay here"')],
    [
      'tokens',
      'targets: { a: { kind: remote, resource: { base_url: http://t.test, secret_key: sk_test_1, tokens: ["../x"] } } }',
    ],
  ])('%s', (key, yaml) => {
    expect(complaint(yaml)).toMatch(new RegExp(`${key}\\S* must be `));
  });
});

describe('a targets file that is an attack or no text is refused in one message:', () => {
  const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${['b', 'c', 'd', 'e', 'f', 'g', 'h']
    .map((name, index) => `${name}: &${name} [${`*${'abcdefgh'[index]},`.repeat(9)}]`)
    .join('\n')}\ntargets: { own: { kind: embedded } }\n`;

  it.each<readonly [string, string | Buffer, string]>([
    ['larger than half a megabyte', `# ${'x'.repeat(500_001)}`, 'is larger than 500000 bytes'],
    [
      'of 200,000 targets',
      `targets:\n${Array.from({ length: 200_000 }, (_, index) => `  t${index}: { kind: embedded }`).join('\n')}`,
      'is larger than 500000 bytes',
    ],
    [
      'of 25,000 targets, which fit into the size',
      `targets:\n${Array.from({ length: 25_000 }, (_, index) => ` t${index}: { }`).join('\n')}`,
      'has 25000 targets: 1000 at most',
    ],
    ['of aliases of aliases', bomb, 'Excessive alias count'],
    ['100,000 levels deep', '['.repeat(100_000), 'nested deeper than 32 levels'],
    [
      '40 levels deep',
      `targets: ${'['.repeat(40)}${']'.repeat(40)}`,
      ':1:41: it is nested deeper than 32 levels',
    ],
    ['with a key __proto__', 'targets:\n  __proto__: { kind: embedded }', ':2:3: no key may be __proto__'],
    ['with a key __proto__ far inside', embedded('profile: { __proto__: x }'), 'no key may be __proto__'],
    ['with a key that is there twice', 'targets:\n  a: {}\n  a: {}', ':3:3: the key "a" is there twice.'],
    ['with tabs', 'targets:\n\ta: {}', 'Tabs are not allowed'],
    ['of two documents', 'targets: {}\n---\ntargets: {}', 'a second document begins here'],
    ['that is binary', Buffer.from([0x89, 0x50, 0xff, 0xfe, 0x00]), 'is not UTF-8 text'],
    ['in UTF-16', Buffer.from('targets: {}', 'utf16le'), 'targets.yaml'],
    [
      'with a target of a path',
      'targets: { ../../x: { kind: embedded } }',
      'no target may be called "../../x"',
    ],
    [
      'with a target of control characters',
      'targets: { "a\\eb": { kind: embedded } }',
      'no target may be called',
    ],
  ])('%s', (_what, content, words) => {
    expect(complaint(content)).toContain(words);
  });

  it('names no more than a few of the targets that it has', () => {
    const many = Array.from({ length: 900 }, (_, index) => `t${index}: { kind: embedded }`).join(', ');
    expect(complaint(`targets: { ${many} }`, { name: 'x' })).toMatch(/Known: t0, .*, t19 and 880 more\.$/);
  });
});

test('a device or a directory in place of the file is refused, and so is a directory in place of .env', () => {
  expect(complaint('', { file: '/dev/zero' })).toBe(
    '/dev/zero is larger than 500000 bytes, the most that is read of such a file.',
  );
  expect(complaint('', { file: dir })).toBe(`${dir} can't be read: it is a directory.`);
  mkdirSync(join(dir, '.env'));
  expect(complaint(embedded(''))).toBe(`${join(dir, '.env')} can't be read: it is a directory.`);
});
