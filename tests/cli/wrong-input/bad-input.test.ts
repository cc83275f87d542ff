import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { run } from '../../../cli/main.ts';
import { lockFolder } from '../../../harness/files/folder-lock.ts';
import { freeAddress, serve } from '../../harness/local-server.ts';
import { captureOutput } from '../../support/runs/captured-output.ts';

const dir = mkdtempSync(join(tmpdir(), 'payproof-bad-'));
const targets = join(dir, 'targets.yaml');
const printed = captureOutput();
afterAll(() => rmSync(dir, { recursive: true }));

/** Runs a command line as it stands and with --json: each time one clear message, the same one, and nothing is left behind. */
async function refused(argv: readonly string[], exit: number, words: string): Promise<void> {
  const before = readdirSync(dir);
  expect(await run(argv)).toBe(exit);
  expect(printed.out).toBe('');
  expect(printed.err).toContain(words);
  expect(printed.err).toMatch(/^payproof: .*\n$/);
  expect(printed.err).not.toMatch(/\bat .*\.[cm]?[jt]s:\d/);
  const message = printed.err.slice('payproof: '.length, -1);
  printed.err = '';
  expect(await run([...argv, '--json'])).toBe(exit);
  expect(JSON.parse(printed.out)).toEqual({ error: message, exit });
  expect(printed.err).toBe('');
  expect(readdirSync(dir)).toEqual(before);
}

function certifying(yaml: string, ...more: readonly string[]): readonly string[] {
  writeFileSync(targets, yaml);
  return ['certify', '--targets', targets, '--out', join(dir, 'run'), '--quiet', ...more];
}

function remote(url: string): string {
  return `targets:
  own:
    kind: remote
    legacy: { base_url: ${url}, api_key: api_key_1, secret: secret_1 }
    limits: { timeout: 500ms, away: 50ms }
`;
}

describe('a targets file', () => {
  test.each([
    ['with an invalid line', 'targets:\n  own: {kind: remote\n  b: x\n', 'targets.yaml:3:3: '],
    [
      'with an unknown key',
      'targets: { own: { kind: remote, legcy: {} } }',
      'targets.own.legcy is not a known key. Did you mean legacy?',
    ],
    [
      'with two wrong values',
      'targets: { own: { kind: remote, resource: { base_url: x, secret_key: 1 } } }',
      'targets.own.resource.base_url must be an http:// or https:// address; targets.own.resource.secret_key must be text',
    ],
    [
      'that needs a missing variable',
      'targets: { own: { kind: remote, resource: { base_url: "http://t.test", secret_key: "${NO_SUCH_KEY}" } } }',
      'targets.own.resource.secret_key needs the environment variable NO_SUCH_KEY',
    ],
    ['that is empty', '', 'targets.yaml is empty'],
    ['without targets', 'targets: {}', 'targets.yaml has no targets'],
    ['that is no mapping', 'hello', 'must be a mapping'],
  ])('%s is refused', async (_what, yaml, words) => {
    await refused(certifying(yaml), 2, words);
  });

  test('that lacks the target is refused with the names that it has', async () => {
    const argv = certifying('targets: { sandbox: { kind: embedded } }', '--target', 'sandbx');
    await refused(argv, 2, 'targets.yaml has no target "sandbx". Known: sandbox.');
  });
});

describe('a target', () => {
  test.each<readonly [string, RequestListener, string]>([
    [
      'is a web site',
      page(200, 'text/html', '<html>hello</html>'),
      'HTTP 200 with text/html: that is not this service. Check targets.own.legacy.base_url.',
    ],
    [
      'is a web site without the page',
      page(404, 'text/html', '<html>'),
      'HTTP 404 with text/html: that is not this service',
    ],
    [
      'is another API',
      page(200, 'application/json', '{"hello":"world"}'),
      'HTTP 200 with application/json that holds none of the fields it should',
    ],
    [
      'is an API that lacks the path',
      page(404, 'application/json', '{"status":404,"error":"Not Found"}'),
      'HTTP 404 with application/json',
    ],
    ['sends on elsewhere', page(302, 'text/plain', ''), 'HTTP 302'],
    [
      'is a proxy with nothing behind',
      page(502, 'text/html', 'bad gateway'),
      'could not be reached: a gateway answered for the target with an HTML page (HTTP 502).',
    ],
    [
      'sends on to an address',
      (_request, response) => response.writeHead(302, { location: 'https://elsewhere.test/\u00e9' }).end(),
      'answered HTTP 302 and sends on to https://elsewhere.test/?, which is not followed',
    ],
    [
      'answers behind a byte order mark',
      page(200, 'application/json', '\u{feff}{"status":"open"}'),
      'HTTP 200 with application/json behind a byte order mark, which JSON does not have',
    ],
    [
      'answers in a coding that was not asked for',
      (_request, response) =>
        response
          .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'zstd' })
          .end('\u0001'),
      'HTTP 200 with application/json in the content coding zstd, which was not asked for',
    ],
    ['answers nothing', () => undefined, 'could not be reached: no answer within 500 ms'],
  ])('that %s is inconclusive, not nonconformant', async (_what, listener, words) => {
    await refused(certifying(remote(await serve(listener))), 3, words);
  });

  test('that does not listen, or whose host does not exist, is unreachable', async () => {
    const url = await freeAddress();
    await refused(
      certifying(remote(url)),
      3,
      `${url} (targets.own.legacy.base_url) could not be reached: connection refused.`,
    );
    printed.clear();
    await refused(
      // Of a target that is not ours it is said first what a run will do to it.
      certifying(`${remote('http://no-such-host.invalid')}    cautious: false\n`),
      3,
      'could not be reached: host name not found.',
    );
  });

  test('that uses the port of our receiver is refused before the run', async () => {
    const { host } = new URL(await serve(() => undefined));
    const yaml = `targets: { own: { kind: embedded, webhooks: { listen: '${host}' } } }`;
    await refused(
      certifying(yaml),
      2,
      `webhooks.listen ${host} can't be bound (EADDRINUSE). Port 0 picks a free one.`,
    );
  });
});

describe('--out', () => {
  const embedded = 'targets: { own: { kind: embedded } }';
  const to = (folder: string) => [...certifying(embedded), '--out', folder];

  test('that holds another run is refused, and the other run is unchanged', async () => {
    const folder = join(dir, 'before');
    mkdirSync(folder);
    writeFileSync(join(folder, 'journal.ndjson'), '');
    await refused(to(folder), 2, `${folder} holds another run already. Give --out another folder`);
    expect(readdirSync(folder)).toEqual(['journal.ndjson']);
  });

  test('that a run has which goes on is refused with its process, and can be used once that has ended', async () => {
    const folder = join(dir, 'in use');
    mkdirSync(folder);
    const { release } = lockFolder(folder);
    await refused(to(folder), 2, `${folder} is in use by another run: process ${process.pid}, since `);
    printed.clear();
    await refused(['nightly', ...to(folder).slice(1)], 2, `process ${process.pid}`);
    printed.clear();
    release();
    writeFileSync(join(folder, 'journal.ndjson'), '');
    await refused(to(folder), 2, 'holds another run already');
    rmSync(folder, { recursive: true });
  });

  test('that is a file, or below one, is refused', async () => {
    await refused(to(targets), 2, 'a part of its path is a file. Give --out a folder that can be written.');
    printed.clear();
    await refused(to(join(targets, 'below')), 2, 'a part of its path is a file');
  });

  test('that is empty, or has an impossible name, is refused', async () => {
    await refused(to(''), 2, '--out is empty');
    printed.clear();
    await refused(to(join(dir, 'new', 'x'.repeat(300))), 2, 'its name is too long');
  });

  // There only the system itself makes folders, even for an administrator.
  test.skipIf(!existsSync('/proc/self'))('that is not writable is refused', async () => {
    await refused(to('/proc/payproof/run'), 2, 'No run can be written to /proc/payproof/run');
  });
});

describe('a file or folder', () => {
  test('that is no reproduction is refused with what is wrong', async () => {
    const file = join(dir, 'other.json');
    writeFileSync(file, '{"name":"other"}');
    await refused(['replay', file], 2, `${file} is no reproduction: "schema"`);
    printed.clear();
    writeFileSync(file, 'odd');
    await refused(['replay', file], 2, "can't be read as a reproduction");
    printed.clear();
    await refused(['replay', dir], 2, "other.json can't be read as a reproduction");
    printed.clear();
    mkdirSync(join(dir, 'empty'));
    await refused(['replay', join(dir, 'empty')], 2, 'holds no reproduction');
  });

  test('without a journal is refused as a run', async () => {
    await refused(['report', dir], 2, `${dir} holds no journal.ndjson.gz: it is not a run's folder`);
    printed.clear();
    mkdirSync(join(dir, 'odd'));
    writeFileSync(join(dir, 'odd', 'journal.ndjson'), 'odd\nodd\n');
    await refused(['report', join(dir, 'odd')], 2, 'its first lines are damaged');
  });
});

describe('an unknown fault', () => {
  test.each([['serve', '--port', '0'], ['faults']])(
    'of %s is named where they are listed',
    async (...verb) => {
      await refused(
        [...verb, '--fault', 'nix'],
        2,
        'There is no fault "nix". payproof faults --list lists them all.',
      );
      printed.clear();
      await refused(
        [...verb, '--fault', 'legacy-close-keep-open'],
        2,
        'Did you mean legacy-close-keeps-open?',
      );
    },
  );
});

function page(http: number, type: string, body: string): RequestListener {
  return (_request, response) => {
    response
      .writeHead(http, { 'content-type': type, ...(http === 302 && { location: 'http://t.test/' }) })
      .end(body);
  };
}
