import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { journalTextSync } from '../../../harness/journal/journal-bytes.ts';
import { readJournalSync } from '../../../harness/journal/read-journal.ts';
import { certificateSchema } from '../../../reports/certificate/certificate-schema.ts';
import { freeAddress, serve } from '../../harness/local-server.ts';
import { allowChromium, withoutChromium } from '../../support/targets/chromium.ts';
import { bin, type Command, command } from '../../support/runs/command.ts';

const dir = mkdtempSync(join(tmpdir(), 'payproof-process-'));
afterAll(() => rmSync(dir, { recursive: true }));

function targetAt(url: string): string {
  const file = join(mkdtempSync(join(dir, 'targets-')), 'targets.yaml');
  writeFileSync(
    file,
    `targets: { own: { kind: remote, legacy: { base_url: ${url}, api_key: api_key_1, secret: secret_1 }, limits: { away: 50ms } } }`,
  );
  return file;
}

describe('as a process', () => {
  test.each([
    ['wrong usage', ['--seed', 'x'], 2],
    ['a target that is not there', ['--quiet'], 3],
  ])('%s ends with its status and one line', async (_what, more, exit) => {
    const out = join(dir, 'none');
    const argv = ['certify', '--targets', targetAt(await freeAddress()), '--out', out, ...more];
    const ended = await command(argv).finished;
    expect(ended).toEqual({ exit, out: '', err: expect.stringMatching(/^payproof: .*\n$/) as string });
    expect(existsSync(out)).toBe(false);
  });

  test.skipIf(!existsSync('/dev/full'))(
    'a standard output that is full ends with a message and never with 0',
    async () => {
      const full = openSync('/dev/full', 'w');
      const child = spawn(process.execPath, [bin, 'requirements'], { stdio: ['ignore', full, 'pipe'] });
      let err = '';
      child.stderr?.on('data', (chunk) => (err += String(chunk)));
      await once(child, 'close');
      closeSync(full);
      expect(child.exitCode).toBe(3);
      expect(err).toBe("payproof: standard output can't be written: no space is left\n");
    },
  );

  test('a reader that closes the pipe early causes no error', async () => {
    const { child, finished } = command(['requirements']);
    child.stdout?.destroy();
    expect(await finished).toEqual({ exit: 0, out: '', err: '' });
  });
});

/** A run of which one plan is made: those with the same seed share it. */
const certify = (folder: string, ...more: readonly string[]): Command =>
  command(['certify', '--seed', '1', '--out', folder, ...more], dir);

/** Starts a run, and resolves when it has judged a sequence. */
async function underWay(folder: string, ...more: readonly string[]): Promise<Command & { journal: string }> {
  const started = certify(folder, '--only', 'legacy', ...more);
  const journal = join(folder, 'journal.ndjson.gz');
  while (!existsSync(journal) || !journalTextSync(journal).includes('"k":"sequence"')) await sleep(50);
  return { ...started, journal };
}

describe('a signal', () => {
  test.each(['SIGTERM', 'SIGHUP'] as const)(
    '%s during a run leaves its reports and ends with 130',
    async (name) => {
      const folder = join(dir, name);
      const { child, finished, journal } = await underWay(folder);
      child.kill(name);
      expect(await finished).toMatchObject({ exit: 130 });
      expect(readJournalSync(journal).at(-1)).toMatchObject({ k: 'end', interrupted: true });
      expect(existsSync(join(folder, 'certificate.json'))).toBe(true);
    },
  );

  test('of kill -9 leaves a journal from which the reports are made', async () => {
    const folder = join(dir, 'killed');
    const { child, finished, journal } = await underWay(folder);
    child.kill('SIGKILL');
    await finished;
    const judged = readJournalSync(journal).filter(({ k }) => k === 'sequence');
    expect(judged.length).toBeGreaterThan(0);
    expect(await command(['report', folder, '--json']).finished).toMatchObject({ exit: 0, err: '' });
    const certificate = certificateSchema.parse(
      JSON.parse(readFileSync(join(folder, 'certificate.json'), 'utf8')),
    );
    expect(certificate).toMatchObject({ verdict: 'inconclusive', interrupted: true });
    expect(certificate.reasons).toContain('the run broke off');
    expect(certificate.warnings.join()).not.toContain('damaged');
  });
});

describe('Ctrl-C', () => {
  test.concurrent.each([
    ['in text', [], ''],
    ['as JSON', ['--json'], '{"error":"interrupted before the run began; nothing was written","exit":130}\n'],
  ])('before the run begins ends with 130, reported %s, and nothing is written', async (how, more, out) => {
    const folder = join(dir, `early ${how}`);
    let asked = (): void => undefined;
    const reached = new Promise<void>((resolve) => (asked = resolve));
    const url = await serve(() => asked());
    const { child, finished } = command(['certify', '--targets', targetAt(url), '--out', folder, ...more]);
    await reached;
    child.kill('SIGINT');
    expect(await finished).toMatchObject({ exit: 130, out });
    expect(existsSync(folder)).toBe(false);
  });

  test.concurrent('during a run writes what was done so far', async () => {
    const folder = join(dir, 'run');
    const { child, finished, journal } = await underWay(folder, '--json');
    child.kill('SIGINT');
    const { exit, out } = await finished;
    expect(exit).toBe(130);
    const certificate = certificateSchema.parse(
      JSON.parse(readFileSync(join(folder, 'certificate.json'), 'utf8')),
    );
    expect(JSON.parse(out)).toEqual(certificate);
    expect(certificate.verdict).toBe('inconclusive');
    expect(readJournalSync(journal).at(-1)).toMatchObject({ k: 'end', interrupted: true });
    expect(existsSync(join(folder, 'junit.xml'))).toBe(true);
  });

  test.skipIf(withoutChromium !== '')(
    `while a browser goes through the checkout closes it and ends with 130${withoutChromium}`,
    async () => {
      const folder = join(dir, 'checkout');
      const forbid = allowChromium();
      const { child, finished } = certify(folder, '--only', 'legacy.checkout');
      forbid();
      const journal = join(folder, 'journal.ndjson.gz');
      const begun = '"name":"legacy/checkout","event":"start"';
      while (!existsSync(journal) || !journalTextSync(journal).includes(begun)) await sleep(50);
      child.kill('SIGINT');
      expect(await finished).toMatchObject({ exit: 130 });
      expect(readJournalSync(journal).at(-1)).toMatchObject({ k: 'end', interrupted: true });
    },
  );
});
