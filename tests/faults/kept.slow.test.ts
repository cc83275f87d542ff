import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { readReproduction } from '../../cli/replay/read-reproduction.ts';
import { run } from '../../cli/main.ts';
import { type Faulty, reproductionOf, startFaulty } from './faulty.ts';

let faulty: Faulty;
let found = '';
let dir = '';
let out = '';

beforeAll(async () => {
  faulty = await startFaulty('legacy-full-capture-stays-open');
  await faulty.certify('legacy');
  found = reproductionOf(faulty.out, faulty.fault.requirement);
});
afterAll(() => faulty.close());

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'payproof-kept-'));
  out = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text);
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(dir, { recursive: true });
});

const replay = (path: string, target: string, ...more: readonly string[]) =>
  run(['replay', path, '--targets', faulty.targets, '--target', target, ...more]);

/** Keeps the reproduction under a name, changed. */
function keep(name: string, change: Readonly<Record<string, unknown>> = {}): string {
  const file = join(dir, `${name}.json`);
  writeFileSync(file, JSON.stringify({ ...readReproduction(found), ...change }));
  return file;
}

describe('a folder of reproductions', () => {
  test('fails when one of them fails, and names it', async () => {
    keep('b-open');
    keep('a-other', { sequence: readReproduction(found).sequence.slice(0, 1) });
    expect(await replay(dir, 'faulty')).toBe(1);
    expect(out.split('\n').filter((line) => !line.startsWith('    '))).toEqual([
      '✓ passes  a-other.json',
      '✗ fails 1 of 1  b-open.json',
      '2 reproductions: 1 pass, 1 fail',
      '',
    ]);
  });

  test('passes when all are fixed', async () => {
    keep('open');
    expect(await replay(dir, 'sound', '--times', '2')).toBe(0);
    expect(out).toContain('1 reproduction: 1 pass, 0 fail');
  });

  test('is inconclusive when none fails and one can not be run', async () => {
    keep('open');
    keep('strange', { machine: 'no-such-machine' });
    expect(await replay(dir, 'sound', '--json')).toBe(3);
    expect(out).toContain('no-such-machine');
    expect(JSON.parse(out)).toMatchObject({
      exit: 3,
      reproductions: [{ verdict: 'passes' }, { verdict: 'not run', failed: 0 }],
    });
  });

  test('is a usage error when it is empty, or holds a file that is no reproduction', async () => {
    expect(await replay(dir, 'sound')).toBe(2);
    writeFileSync(join(dir, 'x.json'), '{}');
    expect(await replay(dir, 'sound')).toBe(2);
  });
});

test('a replay of several runs reports k of n, and fails', async () => {
  expect(await replay(found, 'faulty', '--times', '3')).toBe(1);
  expect(out).toContain('✗ still fails: 3 of 3 times');
});

describe('--shrink', () => {
  /** The stored sequence with an unnecessary read in its middle. */
  const longer = () => {
    const { sequence } = readReproduction(found);
    const read = { id: 's99', operation: 'status', kind: 'read', uses: { payment: 's1' } };
    return sequence.toSpliced(1, 0, read);
  };

  test('writes a smaller reproduction beside the stored one, and it fails as well', async () => {
    const file = keep('long', { sequence: longer() });
    expect(await replay(file, 'faulty', '--shrink')).toBe(1);
    const smaller = join(dir, 'long-smaller.json');
    expect(readReproduction(smaller).sequence.length).toBeLessThan(longer().length);
    for (const form of ['sh', 'test.ts']) expect(existsSync(join(dir, `long-smaller.${form}`))).toBe(true);
    expect(await replay(smaller, 'faulty')).toBe(1);
    expect(await replay(smaller, 'sound')).toBe(0);
  });

  test('writes nothing when the failure is minimal already, or fixed', async () => {
    const file = keep('small');
    expect(await replay(file, 'faulty', '--shrink')).toBe(1);
    expect(out).toContain('no smaller one was found');
    expect(await replay(file, 'sound', '--shrink')).toBe(0);
    expect(existsSync(join(dir, 'small-smaller.json'))).toBe(false);
  });

  test('writes the smallest so far when it is interrupted', async () => {
    const after = { id: 's98', operation: 'status', kind: 'read', uses: { payment: 's1' } };
    const file = keep('cut', { sequence: [...longer(), after] });
    const others = process.listeners('SIGINT');
    const ended = replay(file, 'faulty', '--shrink');
    const added = () => process.listeners('SIGINT').find((one) => !others.includes(one));
    await vi.waitFor(() => expect(added()).toBeDefined(), { interval: 1, timeout: 4000 });
    const listener = added();
    listener?.('SIGINT');
    expect(await ended).toBe(130);
    // Steps after the failing one are removed without a request; removing the read in the middle takes one.
    expect(readReproduction(join(dir, 'cut-smaller.json')).sequence).toHaveLength(longer().length);
    // It stays for a second interrupt, which ends the process at once.
    expect(process.listeners('SIGINT')).toEqual([...others, listener]);
  });

  test('refuses --times', async () => {
    expect(await replay(keep('open'), 'faulty', '--shrink', '--times', '2')).toBe(2);
  });

  test('refuses a folder', async () => {
    keep('open');
    expect(await replay(dir, 'faulty', '--shrink')).toBe(2);
  });
});

test(
  'certify first runs the reproductions that are kept beside the targets file',
  { timeout: 120_000 },
  async () => {
    const kept = join(faulty.targets, '../regressions');
    mkdirSync(kept);
    cpSync(found, join(kept, 'full-closes.json'));
    writeFileSync(join(kept, 'README.md'), 'no reproduction');
    const folder = join(dir, 'run');
    const argv = [
      'certify',
      '--targets',
      faulty.targets,
      '--out',
      folder,
      '--only',
      'legacy',
      '--runs',
      '4',
      '--quiet',
    ];
    expect(await run([...argv, '--bail', '--seed', '1'])).toBe(1);
    const certificate: unknown = JSON.parse(readFileSync(join(folder, 'certificate.json'), 'utf8'));
    expect(certificate).toMatchObject({
      failures: [
        {
          requirement: [faulty.fault.requirement],
          requests_to_find: 3,
          reproduction: 'reproductions/kept-full-closes.json',
        },
      ],
    });
    const replayed = await replay(join(folder, 'reproductions/kept-full-closes.json'), 'faulty');
    expect(replayed).toBe(1);
  },
);
