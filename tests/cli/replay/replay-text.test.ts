import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { run } from '../../../cli/main.ts';
import { type RunningReference, startReference } from '../../../reference/server.ts';
import { settingsOf } from '../../../tools/reproductions/replay-afresh.ts';
import { captureOutput } from '../../support/runs/captured-output.ts';
import { storedReproduction } from '../../support/runs/stored.ts';

const dir = mkdtempSync(join(tmpdir(), 'payproof-replay-'));
const targets = join(dir, 'targets.yaml');
const file = join(dir, 'stored.json');
const printed = captureOutput();
let server: RunningReference;

beforeAll(async () => {
  server = await startReference({ control: true, faults: ['legacy-full-capture-stays-open'] });
  const faulty = settingsOf(server, '1s');
  writeFileSync(targets, stringify({ targets: { faulty, sound: { kind: 'embedded' } } }));
  writeFileSync(file, JSON.stringify(storedReproduction()));
});
afterEach(() => void (printed.out = ''));
afterAll(async () => {
  await server.close();
  rmSync(dir, { recursive: true });
});

const replay = (...more: readonly string[]) => run(['replay', file, '--targets', targets, ...more]);

describe('what a replay prints', () => {
  test.each([
    ['faulty', 1, /^✗ still fails: 1 of 1 times\n/],
    ['sound', 0, /^✓ no longer fails: 0 of 1 times\n/],
  ])(
    'begins with what it found now, and ends with what was found before: %s',
    async (target, exit, first) => {
      expect(await replay('--target', target)).toBe(exit);
      expect(printed.out).toMatch(first);
      const lines = printed.out.trimEnd().split('\n');
      expect(lines.at(-1)).toBe(
        '  kept as  legacy.capture.full-closes: a full capture leaves the payment open',
      );
      const expected = lines.filter((line) => line.includes('expected '));
      expect(expected).toEqual(exit === 0 ? [] : ['     expected status "close", received "open"']);
    },
  );

  test('a dry run shows the amounts that captures and refunds will move', async () => {
    expect(await replay('--target', 'faulty', '--dry-run')).toBe(0);
    expect(printed.out).toMatch(/^ {2}s2 {2}capture full {2}amount: \d+ {2}POST /m);
    expect(printed.out).not.toMatch(/^ {2}s3 .*amount/m);
  });

  test('an amount that only answers show is not guessed', async () => {
    const steps = [
      { id: 's1', operation: 'issue-payment', kind: 'AUTHORIZED', uses: {} },
      { id: 's2', operation: 'capture', kind: 'empty object', uses: { payment: 's1' } },
    ];
    const other = join(dir, 'issued.json');
    writeFileSync(
      other,
      JSON.stringify(
        storedReproduction({ machine: 'resource-payments', interface: 'resource', sequence: steps }),
      ),
    );
    expect(await run(['replay', other, '--targets', targets, '--target', 'faulty', '--dry-run'])).toBe(0);
    expect(printed.out).toMatch(
      /^ {2}s2 {2}capture empty object {2}amount: by the answers before it {2}POST /m,
    );
  });
});

describe('replay --watch', () => {
  test.each([
    ['the embedded target, which never answers anew', ['--target', 'sound', '--watch'], /never answers anew/],
    ['a file that is not there', ['--target', 'faulty', '--watch-files', 'no-such-file'], /no-such-file/],
  ])('says what it can not watch: %s', async (_what, options, why) => {
    expect(await replay(...options)).toBe(2);
    expect(printed.err).toMatch(why);
  });
});
