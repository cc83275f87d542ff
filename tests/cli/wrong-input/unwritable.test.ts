import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { run } from '../../../cli/main.ts';

const dir = mkdtempSync(join(tmpdir(), 'payproof-unwritable-'));
const written = (name: string, text: string): string => {
  writeFileSync(join(dir, name), text);
  return join(dir, name);
};
const file = written('file', 'x');
const targets = written('targets.yaml', 'targets: { own: { kind: embedded } }');
const fleet = written('fleet.yaml', 'targets: [{ target: own }]');
const sent = '2026-01-01T00:00:00Z';
const request = { method: 'GET', url: 'http://t.test/payments/pay_1', headers: {} };
const exchange = { kind: 'exchange', sent, ms: 1, request, response: { status: 404, headers: {}, body: '' } };
const traffic = written('traffic.ndjson', JSON.stringify(exchange));
const before = readdirSync(dir).toSorted();

afterAll(() => rmSync(dir, { recursive: true }));
afterEach(() => vi.restoreAllMocks());

/** What a command has printed, and its exit status. */
async function ran(args: readonly string[]): Promise<{ readonly exit: number; readonly said: string }> {
  let said = '';
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      said += String(text);
      return true;
    });
  return { exit: await run([...args]), said };
}

const verbs: Readonly<Record<string, readonly string[]>> = {
  certify: ['--targets', targets],
  nightly: ['--targets', targets, '--for', '1s'],
  judge: [traffic, '--targets', targets],
  fleet: [fleet],
};

describe.each(Object.entries(verbs))('%s into a folder that can not be made', (verb, args) => {
  // The system makes no folder below /proc, even for an administrator.
  test.each(['below a file', 'that is a file', 'below /proc'])(
    '%s ends with 2 and one message',
    async (where) => {
      if (where === 'below /proc' && !existsSync('/proc/self')) return;
      const out =
        { 'below a file': join(file, 'out'), 'that is a file': file }[where] ?? '/proc/payproof/out';
      const { exit, said } = await ran([verb, ...args, '--out', out]);
      expect(said).toMatch(
        /^payproof: No (run|site) can be written to .*\. Give --out a folder that can be written\.\n$/,
      );
      expect(said).toContain(out);
      expect(exit).toBe(2);
      expect(readdirSync(dir).toSorted()).toEqual(before);
    },
  );

  test('is what its help says', async () => {
    const { said } = await ran([verb, '--help']);
    expect(said).toMatch(/^ *2 .*the folder can't be made/m);
  });
});

test.each([
  ['keygen', ['--out', join(file, 'key')], 2],
  ['init', ['--targets', join(file, 'targets.yaml')], 3],
] as const)(
  '%s into a place below a file ends as its help says, with one message',
  async (verb, args, status) => {
    const { exit, said } = await ran([verb, ...args]);
    expect(said).toMatch(/^payproof: .* can't be written: a part of its path is a file\..*\n$/);
    expect(exit).toBe(status);
    expect((await ran([verb, '--help'])).said).toMatch(new RegExp(`^ *${status} .*can't be written`, 'm'));
  },
);
