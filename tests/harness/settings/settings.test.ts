import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadTarget, type LoadOptions } from '../../../harness/settings/settings.ts';
import { SettingsError } from '../../../harness/settings/settings-error.ts';

const sandbox = `
default: sandbox
targets:
  embedded: { kind: embedded }
  sandbox:
    kind: remote
    legacy:
      base_url: https://sandbox.example.test/
      api_key: \${PAY_API_KEY}
      secret: \${PAY_SECRET:-fallback-secret}
      validity: 2d
      personas:
        approve: { email: ok@example.test, phone: "08000000001", test: true }
    resource:
      base_url: \${PAY_URL:-https://sandbox.example.test}
      secret_key: sk_test_one
      public_key: \${PAY_PUBLIC_KEY:-}
    limits: { requests_per_second: 20, timeout: 250ms }
`;

function load(yaml: string, options: LoadOptions = {}, dotenv?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'payproof-settings-'));
  const file = join(folder, 'targets.yaml');
  writeFileSync(file, yaml);
  if (dotenv !== undefined) writeFileSync(join(folder, '.env'), dotenv);
  return loadTarget({ file, env: {}, ...options });
}

function complaint(yaml: string, options: LoadOptions = {}): string {
  try {
    load(yaml, options);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
  return 'none';
}

describe('settings', () => {
  it('become plain data with names, durations and defaults resolved', () => {
    const target = load(sandbox, { env: { PAY_API_KEY: 'key-one-a' } });
    expect(target).toEqual({
      name: 'sandbox',
      kind: 'remote',
      legacy: {
        baseUrl: 'https://sandbox.example.test',
        authorizePath: '/pay/authorize',
        apiKey: 'key-one-a',
        secret: 'fallback-secret',
        validityMs: 172_800_000,
        personas: { approve: { email: 'ok@example.test', phone: '08000000001', test: true } },
      },
      resource: {
        baseUrl: 'https://sandbox.example.test',
        secretKey: 'sk_test_one',
        version: '2018-04-10',
        tokens: [],
      },
      notificationDeadlineMs: 0,
      cautious: true,
      cleanup: true,
      limits: {
        concurrency: 8,
        requestsPerSecond: 20,
        wrongKeys: 10,
        timeoutMs: 250,
        awayMs: 60_000,
        amount: { min: 100, max: 50_000 },
      },
      profile: {},
      knownDeviations: [],
    });
    expect(JSON.parse(JSON.stringify(target))).toEqual(target);
  });

  it('take variables from the .env file next to them, but first from the environment', () => {
    expect(load(sandbox, {}, 'PAY_API_KEY=from-file').legacy?.apiKey).toBe('from-file');
    expect(load(sandbox, { env: { PAY_API_KEY: 'from-env' } }, 'PAY_API_KEY=from-file').legacy?.apiKey).toBe(
      'from-env',
    );
  });

  it('need the variables of the chosen target only', () => {
    expect(load(sandbox, { name: 'embedded' }).kind).toBe('embedded');
    expect(complaint(sandbox)).toMatch(
      /targets\.sandbox\.legacy\.api_key needs the environment variable PAY_API_KEY/,
    );
  });

  it('have one target without a file, and only under the default name', () => {
    expect(() => loadTarget({ file: '/nowhere/targets.yaml' })).toThrow(
      'There is no file /nowhere/targets.yaml.',
    );
    expect(complaint('targets: { a: { kind: embedded }, b: { kind: embedded } }')).toMatch(
      /names no default.*a, b/,
    );
  });

  it.each([
    [
      'an unknown target',
      'default: sandbx\ntargets: { sandbox: { kind: embedded } }',
      'targets.yaml has no target "sandbx". Known: sandbox.',
    ],
    [
      'a misspelt key',
      'targets: { a: { kind: remote, legacy: { base_ur: x } } }',
      'targets.yaml: targets.a.legacy.base_ur is not a known key. Did you mean base_url?',
    ],
    [
      'a key that is too short',
      'targets: { a: { kind: remote, legacy: { base_url: "http://t.test", api_key: abc1234, secret: secret_1 } } }',
      "targets.yaml: targets.a.legacy.api_key must have at least 8 characters: a shorter one occurs in other text by chance and can't be kept out of reports",
    ],
    [
      'a key that is a plain word',
      'targets: { a: { kind: remote, resource: { base_url: "http://t.test", secret_key: requirement } } }',
      "targets.yaml: targets.a.resource.secret_key must not be a plain word: it occurs in other text and can't be kept out of reports",
    ],
    [
      'a control key that is a word of the journal',
      'targets: { a: { kind: remote, legacy: { base_url: "http://t.test", api_key: api_key_1, secret: secret_1 }, control: { url: "http://t.test", key: status } } }',
      "targets.yaml: targets.a.control.key must have at least 8 characters: a shorter one occurs in other text by chance and can't be kept out of reports",
    ],
    [
      'an unknown privacy',
      'targets: { a: { kind: embedded, privacy: loose } }',
      'targets.yaml: targets.a.privacy must be strict, or be left out',
    ],
    [
      'invalid chaos',
      'targets: { a: { kind: embedded, chaos: delay=3 } }',
      'targets.yaml: targets.a.chaos is wrong: delay=3 is no duration: write 250ms, 3s, 2m or 1h. Write delay=3s, duplicate=0.5 and reorder=1, joined by commas; a bare delay is 1s, a bare duplicate 0.5, a bare reorder 1.',
    ],
    [
      'a misspelt key at the top',
      'targts: {}',
      'targets.yaml: targts is not a known key. Did you mean targets?',
    ],
    [
      'a wrong kind',
      'targets: { a: { kind: remot } }',
      'targets.yaml: targets.a.kind must be embedded or remote',
    ],
    [
      'a wrong duration',
      'targets: { a: { kind: embedded, limits: { timeout: 3x } } }',
      "targets.yaml: targets.a.limits.timeout is not a duration: '3x'. Write 250ms, 30s, 10m, 2h or 30d",
    ],
    [
      'no interface',
      'targets: { a: { kind: remote } }',
      'targets.yaml: targets.a claims no interface: give it a legacy or a resource block',
    ],
    [
      'a key that is a number',
      'targets: { a: { kind: remote, resource: { base_url: "http://h", secret_key: 12 } } }',
      'targets.yaml: targets.a.resource.secret_key must be text: write it in quotes',
    ],
    [
      'a query behind an address',
      'targets: { a: { kind: remote, resource: { base_url: "http://h/a?x=1", secret_key: sk_test_one } } }',
      'targets.yaml: targets.a.resource.base_url must not have a query or a fragment: paths are put behind it',
    ],
    [
      'a second document',
      'targets: { a: { kind: embedded } }\n---\ntargets: {}\n',
      'targets.yaml:2: a second document begins here: put all targets into one.',
    ],
    [
      'a wrong YAML line',
      'targets:\n  a:\n\tkind: embedded',
      'targets.yaml:3:1: Tabs are not allowed as indentation',
    ],
  ])('report %s in one clear message', (_what, yaml, message) => {
    expect(complaint(yaml)).toBe(message);
  });

  it('take the keys of another entry by a merge key', () => {
    const yaml =
      'default: b\ntargets:\n  a: &a { kind: embedded, limits: { timeout: 3s } }\n  b: { <<: *a, cleanup: true }\n';
    expect(load(yaml)).toMatchObject({
      name: 'b',
      kind: 'embedded',
      cleanup: true,
      limits: { timeoutMs: 3000 },
    });
  });

  it('report misspelt keys in targets that were not chosen', () => {
    const yaml = 'default: a\ntargets: { a: { kind: embedded }, b: { kind: embedded, limit: {} } }';
    expect(complaint(yaml)).toBe('targets.yaml: targets.b.limit is not a known key. Did you mean limits?');
  });

  it('refuse rows and choices that do not exist', () => {
    const known = {
      requirements: [{ id: 'legacy.capture.full-closes' }],
      latitudes: [{ id: 'legacy.refund.payment-state', choices: ['unchanged', 'reopens'] as const }],
    };
    const entry = (extra: string) => `targets: { a: { kind: embedded, ${extra} } }`;
    expect(complaint(entry('profile: { legacy.refund.payment-stat: unchanged }'), { known })).toMatch(
      'no open point "legacy.refund.payment-stat". Did you mean legacy.refund.payment-state?',
    );
    expect(complaint(entry('profile: { legacy.refund.payment-state: gone }'), { known })).toMatch(
      /Known: unchanged, reopens/,
    );
    expect(
      complaint(entry('known_deviations: [{ requirement: x, because: y, since: 2026-11-01 }]'), { known }),
    ).toMatch('there is no requirement "x"');
  });
});
