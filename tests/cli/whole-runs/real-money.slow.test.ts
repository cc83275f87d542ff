import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { stringify } from 'yaml';
import { run } from '../../../cli/main.ts';
import { storedReproduction } from '../../support/runs/stored.ts';

const dir = mkdtempSync(join(tmpdir(), 'payproof-money-'));
const targets = join(dir, 'targets.yaml');
const file = join(dir, 'stored', 'one.json');
let connections = 0;
let requests: { readonly line: string; readonly authorization: string | undefined }[] = [];
let answer = { http: 400, body: '{"code":"x","message":"x","status":"x"}' };
let out = '';
let err = '';

const server = createServer(({ method = '', url = '', headers }, response) => {
  requests.push({ line: `${method} ${url}`, authorization: headers.authorization });
  response.writeHead(answer.http, { 'content-type': 'application/json' }).end(answer.body);
}).on('connection', () => (connections += 1));
const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  mkdirSync(join(dir, 'stored'));
  writeFileSync(file, JSON.stringify(storedReproduction()));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(dir, { recursive: true });
});
beforeEach(() => {
  [connections, requests, out, err] = [0, [], '', ''];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text);
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    err += String(text);
    return true;
  });
});
afterEach(() => vi.restoreAllMocks());

const personas = { approve: { email: 'ok@example.test', phone: '08000000001', test: true } };

/** Writes an entry with these keys, and more settings. */
function entry({ secretKey = 'sk_test_one', apiKey = 'api-key-1', more = {} }): void {
  const it = {
    kind: 'remote',
    legacy: { base_url: address(), api_key: apiKey, secret: 'secret-of-1', personas },
    resource: { base_url: address(), secret_key: secretKey, tokens: ['tok_1'] },
    control: { url: `${address()}/control` },
    ...more,
  };
  writeFileSync(targets, stringify({ default: 'it', targets: { it } }));
}

const live = 'sk_live_0123456789';
const verbs = {
  certify: ['certify'],
  'certify --plan': ['certify', '--plan'],
  nightly: ['nightly', '--for', '1s'],
  replay: ['replay', file],
  'replay --shrink': ['replay', file, '--shrink'],
  'replay of a folder': ['replay', join(dir, 'stored')],
} as const;
const start = (verb: keyof typeof verbs, ...more: readonly string[]) => {
  const folder = ['certify', 'nightly'].includes(verb) ? ['--out', mkdtempSync(join(dir, 'run-'))] : [];
  return run([...verbs[verb], '--targets', targets, '--target', 'it', ...folder, ...more]);
};
const names = Object.keys(verbs) as (keyof typeof verbs)[];

describe.each(names)('%s of real money', (verb) => {
  test.each([
    ['a live secret key', { secretKey: live }, [], /starts with sk_live_.*Missing: .*accepted.* and --live/],
    ['a live key after a blank', { secretKey: ` ${live}` }, [], /resource\.secret_key starts with sk_live_/],
    [
      'a live key of the legacy interface',
      { apiKey: live },
      ['--live'],
      /api_key starts with sk_live_.*Missing: [^-]*$/,
    ],
    [
      'an entry that says so',
      { more: { live: true } },
      ['--live'],
      /live: true\).*Missing: "live: accepted" in targets\.it\.$/m,
    ],
    [
      'the consent of the entry alone',
      { secretKey: live, more: { live: 'accepted' } },
      [],
      /Missing: --live on the command line\.$/m,
    ],
    [
      'the consent of the command alone',
      { secretKey: live },
      ['--live'],
      /Missing: "live: accepted" in targets\.it\.$/m,
    ],
  ] as const)('with %s sends nothing and exits with 2', async (_what, keys, more, message) => {
    entry(keys);
    expect(await start(verb, ...more)).toBe(2);
    expect(connections).toBe(0);
    expect(err).toMatch(message);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(err).not.toContain('0123456789');
  });
});

test.each(names.filter((verb) => verb !== 'certify'))(
  '%s of real money begins with both consents, so that the count of connections can be another than none',
  async (verb) => {
    entry({ secretKey: live, more: { live: 'accepted' } });
    answer = { http: 404, body: '<html>not the service</html>' };
    await start(verb, '--live');
    expect(connections).toBeGreaterThan(0);
    answer = { http: 400, body: '{"code":"x","message":"x","status":"x"}' };
  },
);

test('replay --dry-run of real money needs no consent, since it sends nothing', async () => {
  entry({ secretKey: live });
  expect(await start('replay', '--dry-run')).toBe(0);
  expect(connections).toBe(0);
});

describe('before the first request to a target that is not ours', () => {
  let before: number | undefined;
  const forecast = async (verb: 'certify' | 'nightly', more: object, ...options: readonly string[]) => {
    answer = { http: 404, body: '<html>not the service</html>' };
    entry({ more: { control: undefined, ...more } });
    vi.mocked(process.stderr.write).mockImplementation((text) => {
      err += String(text);
      if (err.includes('This run will send it:')) before ??= connections;
      return true;
    });
    expect(await start(verb, '--only', 'webhooks', ...options)).toBe(3);
    answer = { http: 400, body: '{"code":"x","message":"x","status":"x"}' };
    return err;
  };
  beforeEach(() => {
    before = undefined;
  });

  test('certify says what it will do, and so does nightly', async () => {
    const said = await forecast('certify', { cautious: true });
    expect(before).toBe(0);
    expect(connections).toBeGreaterThan(0);
    expect(said).toMatch(/^it is not ours, and is treated with caution\. This run will send it:$/m);
    expect(said).toMatch(/^ {2}requests {4}at most 2000$/m);
    expect(said).toMatch(/^ {2}at once {5}2, at most 5 a second: about 6 min 40 s or longer$/m);
    expect(said).toMatch(/^ {2}payments {4}about \d+$/m);
    expect(said).toMatch(/^ {2}refunds {5}about \d+/m);
    expect(said).toMatch(/^ {2}tokens {6}1 of the settings$/m);
    expect(said).toMatch(/^ {2}wrong keys {2}at most 10 attempts$/m);
    err = '';
    before = undefined;
    expect(await forecast('nightly', { cautious: true })).toMatch(/requests {4}about 5, at most 2000$/m);
    expect(before).toBeDefined();
  });

  test('real money is called so', async () => {
    const said = await forecast('certify', { live: 'accepted', cautious: false, limits: {} }, '--live');
    expect(said).toMatch(/^it is REAL MONEY \(its entry says live: accepted\)\. This run will send it:$/m);
  });

  test('nothing is said with --quiet, nor of a target that is ours; and with --json standard output keeps its one object', async () => {
    expect(await forecast('certify', { cautious: true }, '--quiet')).not.toContain('This run will send it');
    expect(await forecast('certify', {})).not.toContain('This run will send it');
    out = '';
    expect(await forecast('certify', { cautious: true }, '--json')).toContain('This run will send it');
    expect(Object.keys(JSON.parse(out) as object)).toEqual(['error', 'exit']);
  });
});

describe('doctor', () => {
  const doctor = () => run(['doctor', '--targets', targets]);

  test('shows real money as wrong until the entry accepts it', async () => {
    entry({ secretKey: live });
    expect(await doctor()).toBe(2);
    expect(out).toMatch(/✗ money .*resource\.secret_key starts with sk_live_.*"live: accepted".*--live/);
    out = '';
    entry({ secretKey: live, more: { live: 'accepted' } });
    await doctor();
    expect(out).toMatch(/– money .*other verbs need --live too/);
    out = '';
    entry({});
    await doctor();
    expect(out).not.toContain('money');
  });

  test.each([
    ['that knows no payment', { http: 404, body: '{"code":"x","message":"x","status":"x"}' }],
    ['that refuses', { http: 401, body: '{"code":"x","message":"x","status":"x"}' }],
    ['that is something else', { http: 404, body: '<html>not the service</html>' }],
  ])('only reads real money, and tries no wrong key, at a server %s', async (_what, given) => {
    answer = given;
    entry({ secretKey: live, apiKey: 'api-key-1' });
    await doctor();
    const reads = /^(?:POST \/pay\/status|GET \/\S*)$/;
    expect(requests.length).toBeGreaterThan(2);
    for (const { line, authorization } of requests) {
      expect(line).toMatch(reads);
      expect([`Bearer ${live}`, 'Bearer api-key-1', undefined]).toContain(authorization);
    }
    answer = { http: 400, body: '{"code":"x","message":"x","status":"x"}' };
  });
});
