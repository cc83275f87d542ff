import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { run } from '../../../cli/main.ts';
import { failingRun } from '../../reports/certificate/synthetic.ts';
import { captureOutput } from '../../support/runs/captured-output.ts';

const printed = captureOutput();
let dir = '';

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'payproof-cli-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

describe('wrong usage', () => {
  test.each([
    ['a seed that is no number', ['certify', '--seed', 'x'], 'whole number'],
    ['a negative budget', ['certify', '--max-requests', '-5'], 'whole number'],
    [
      'an unknown scope',
      ['certify', '--only', 'legcy'],
      'Did you mean legacy? It is legacy, resource, webhooks, the id of a requirement',
    ],
    ['an unknown verb', ['certfy'], 'unknown command'],
    ['an unknown option', ['certify', '--sede', '1'], 'unknown option'],
    ['a folder that is no run', ['report', '/'], 'journal.ndjson.gz'],
    ['a missing reproduction', ['replay', '/no/such/file.json'], 'no/such/file.json'],
    ['an unknown fault', ['serve', '--port', '0', '--fault', 'none'], 'faults --list'],
    [
      'an unknown kind of chaos',
      ['serve', '--port', '0', '--chaos', 'dely=3s'],
      '"dely" is no kind of chaos. Write delay=3s, duplicate=0.5 and reorder=1',
    ],
    ['an unknown open point', ['serve', '--port', '0', '--profile', 'a=b'], 'There is no open point "a"'],
    ['a missing targets file', ['certify', '--targets', '/no/such.yaml'], '/no/such.yaml'],
  ])('%s is one clear line and exit 2', async (_case, argv, words) => {
    expect(await run(argv)).toBe(2);
    expect(printed.err).toContain(words);
    expect(printed.err.trimEnd().split('\n')).toHaveLength(1);
    expect(printed.out).toBe('');
  });

  test.each([
    ['certify', '--seed', '2147483648', '0 to 2147483647'],
    ['certify', '--seed', '1.5', '0 to 2147483647'],
    ['certify', '--runs', '0', '1 to 100000'],
    ['certify', '--runs', '1e9', '1 to 100000'],
    ['nightly', '--runs', '99999999999999999999', '1 to 100000'],
    ['certify', '--max-requests', '99999999999999999999', '1 to 1000000000'],
    ['certify', '--max-requests', 'NaN', '1 to 1000000000'],
    ['certify', '--only', '__proto__', 'It is legacy, resource, webhooks, the id of a requirement'],
    ['certify', '--only', '', 'It is legacy, resource, webhooks, the id of a requirement'],
    ['nightly', '--for', '30d', 'It must be from'],
    ['certify', '--seed', '\u001b]0;x\u0007', String.raw`\x1b]0;x\x07`],
  ])('%s %s %j is one clear line with what is possible, and exit 2', async (verb, option, value, words) => {
    expect(await run([verb, option, value])).toBe(2);
    expect(printed.err).toContain(words);
    expect(printed.err).toMatch(/^payproof: [^\p{Cc}]*\n$/u);
    expect(printed.out).toBe('');
  });

  test('with --json is one object on standard output', async () => {
    expect(await run(['certify', '--json', '--seed', 'x'])).toBe(2);
    expect(JSON.parse(printed.out)).toEqual({
      error: expect.stringContaining('whole number') as string,
      exit: 2,
    });
    expect(printed.err).toBe('');
  });
});

describe('asked for help', () => {
  test.each(['certify', 'nightly', 'serve', 'replay', 'report', 'requirements'])(
    '%s explains itself',
    async (verb) => {
      expect(await run([verb, '--help'])).toBe(0);
      expect(printed.out).toMatch(/Examples?:\n {2}payproof/);
      expect(printed.err).toBe('');
    },
  );

  test('no verb at all shows the verbs and is wrong usage', async () => {
    expect(await run([])).toBe(2);
    expect(printed.err).toContain('certify');
  });
});

test('requirements --json prints the catalogue as one object', async () => {
  expect(await run(['requirements', '--json'])).toBe(0);
  const catalogue = JSON.parse(printed.out) as { requirements: unknown[]; latitudes: unknown[] };
  expect(catalogue.requirements.length).toBeGreaterThan(100);
  expect(catalogue.latitudes.length).toBeGreaterThan(5);
});

test.each([
  ['serve', '--faults'],
  ['faults', '--list'],
])('%s %s lists what each fault breaks', async (...list) => {
  expect(await run([...list, '--json'])).toBe(0);
  const { faults } = JSON.parse(printed.out) as { faults: { id: string; requirement: string }[] };
  expect(faults.length).toBeGreaterThan(0);
});

test('report rebuilds a run and prints its certificate', async () => {
  const lines = failingRun().map((record) => JSON.stringify(record));
  writeFileSync(join(dir, 'journal.ndjson'), `${lines.join('\n')}\n`);
  expect(await run(['report', dir, '--json'])).toBe(0);
  expect(JSON.parse(printed.out)).toMatchObject({ verdict: 'nonconformant', failures: [{ steps: 2 }] });
});

test('the command works from any folder', () => {
  const bin = fileURLToPath(new URL('../../../bin/payproof.mjs', import.meta.url));
  const ran = spawnSync(process.execPath, [bin, '--version'], { cwd: dir, encoding: 'utf8' });
  expect(ran).toMatchObject({
    status: 0,
    stderr: '',
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string,
  });
});
