import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../../../cli/main.ts';
import { captureOutput } from '../../support/runs/captured-output.ts';
import { command } from '../../support/runs/command.ts';
import { changeLines, turnByte } from '../../support/runs/sealed-run.ts';
import { writeTinyRun } from '../../support/runs/tiny-run.ts';
import { allRequirements } from '../../../spec/register.ts';
import { journalTextSync } from '../../../harness/journal/journal-bytes.ts';

const base = mkdtempSync(join(tmpdir(), 'payproof-verify-cli-'));
const at = (...names: readonly string[]) => join(base, ...names);

/** Runs the command as a process of its own to its end. Gives its standard error. Throws an Error where it has failed. */
async function done(...args: readonly string[]): Promise<string> {
  const { exit, err } = await command(args, base).finished;
  if (exit !== 0 && exit !== 3) throw new Error(`payproof ${args.join(' ')} ended with ${exit}: ${err}`);
  return err;
}

beforeAll(async () => {
  for (const name of ['certifier', 'other']) await done('keygen', '--out', at(name));
  await writeTinyRun(at('tiny'));
}, 60_000);
afterAll(() => rmSync(base, { recursive: true }));
const printed = captureOutput();

describe('a run that certify has signed', () => {
  const dir = at('fresh');
  let said = '';
  beforeAll(async () => {
    const options = ['--only', 'resource', '--runs', '1', '--seed', '1'];
    // It is conformant in what was selected, since --only leaves the legacy interface out.
    said = await done('certify', ...options, '--out', dir, '--sign', at('certifier.key'));
  }, 120_000);

  it('is accepted as a folder, as a pack, and as a pack that was unpacked', async () => {
    expect(said).toMatch(/^payproof: signed by SHA256:\S+$/m);
    expect(await run(['verify', dir])).toBe(0);
    expect(printed.out).toContain(`${allRequirements.length} verdicts and `);
    // A report that no manifest names could be changed unnoticed.
    expect(printed.out).not.toContain('not listed in manifest.json');
    expect(printed.out).toContain(
      '– not checked: whose key has signed: give the public key that you trust as --key\n',
    );
    expect(printed.out).toContain(`its verdict: embedded is conformant in what was selected: `);
    expect(printed.out.trimEnd().split('\n').at(-1)).toBe(`${dir} is accepted`);
    expect(await run(['pack', dir, '--out', at('fresh.zip')])).toBe(0);
    const unpacked = at('unpacked');
    for (const [name, bytes] of Object.entries(unzipSync(readFileSync(at('fresh.zip'))))) {
      mkdirSync(dirname(join(unpacked, name)), { recursive: true });
      writeFileSync(join(unpacked, name), bytes);
    }
    for (const path of [at('fresh.zip'), unpacked]) {
      expect(await run(['verify', path, '--key', at('certifier.pub')])).toBe(0);
      expect(printed.out).toContain('files that a pack leaves out: for other programs, such as junit.xml');
      printed.clear();
    }
  });

  it('names what it was about, and holds no private key anywhere', () => {
    const certificate = JSON.parse(readFileSync(join(dir, 'certificate.json'), 'utf8')) as Record<
      string,
      unknown
    >;
    expect(certificate).toMatchObject({
      target: {
        endpoints: [
          { interface: 'legacy', server: null },
          { interface: 'resource', version: '2018-04-10' },
          {
            interface: 'control',
            version: '1',
            build: expect.stringMatching(/^payproof reference \d/) as string,
          },
        ],
      },
      settings: { 'limits.timeout': '10000 ms' },
      journal: {
        file: 'journal.ndjson',
        bytes: Buffer.byteLength(journalTextSync(join(dir, 'journal.ndjson.gz'))),
      },
    });
    const secret = readFileSync(at('certifier.key'), 'utf8').split('\n')[1] ?? 'none';
    const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    expect(files.length).toBeGreaterThan(400);
    for (const { parentPath, name } of files)
      expect(journalTextSync(join(parentPath, name)).includes(secret), name).toBe(false);
  });

  it('is rejected for another key, and with exit 1 and one object by --json', async () => {
    expect(await run(['verify', dir, '--key', at('other.pub'), '--json'])).toBe(1);
    const found = JSON.parse(printed.out) as Record<string, unknown>;
    expect(found).toMatchObject({
      accepted: false,
      faults: [{ file: 'manifest.sig', what: expect.stringMatching(/^is by another key/) as string }],
      signedBy: expect.stringMatching(/^SHA256:/) as string,
      verdict: 'conformant',
    });
  });

  it('is rejected where it must be complete, by what its journal shows, and accepted where it need not be', async () => {
    expect(await run(['verify', dir, '--require', 'conformant'])).toBe(0);
    expect(printed.out).toContain('✓ that the verdict is conformant (--require)');
    expect(await run(['verify', dir, '--require', 'conformant,complete'])).toBe(1);
    expect(printed.out).toMatch(
      /^✗ certificate\.json, scope\.complete: is false, and --require asks for complete: .*--only resource left out/m,
    );
    expect(await run(['verify', dir, '--require', 'complet'])).toBe(2);
    expect(printed.err).toContain('Did you mean complete?');
  });
});

describe('a run that was changed', () => {
  const dir = at('changed');
  beforeEach(() => {
    rmSync(dir, { recursive: true, force: true });
    cpSync(at('tiny'), dir, { recursive: true });
  });

  it('is neither signed nor packed, and verify names the file', async () => {
    turnByte(join(dir, 'report.html'), 500);
    expect(await run(['verify', dir])).toBe(1);
    expect(printed.out).toMatch(/^✗ report\.html: was changed: /);
    expect(printed.out.trimEnd().split('\n').at(-1)).toBe(`${dir} is rejected`);
    expect(await run(['sign', dir, '--key', at('certifier.key')])).toBe(1);
    expect(await run(['pack', dir, '--out', at('changed.zip')])).toBe(1);
    expect(printed.err).toContain('✗ report.html: was changed: ');
    expect(existsSync(join(dir, 'manifest.sig'))).toBe(false);
    expect(existsSync(at('changed.zip'))).toBe(false);
  });

  it('by what payproof did not write is rejected, and a link is not followed', async () => {
    appendFileSync(join(dir, 'notes.txt'), 'mine');
    expect(await run(['verify', dir])).toBe(1);
    expect(printed.out).toContain('✗ notes.txt: was added: it is not listed in manifest.json\n');
    rmSync(join(dir, 'notes.txt'));
    copyFileSync(join(dir, 'report.html'), at('page'));
    rmSync(join(dir, 'report.html'));
    symlinkSync(at('page'), join(dir, 'report.html'));
    expect(await run(['verify', dir])).toBe(1);
    expect(printed.out).toContain('✗ report.html: is no plain file: links and devices are not followed\n');
  });

  it('by report keeps its signature where it is as it was, and loses it where it is another', async () => {
    await run(['report', dir]);
    expect(await run(['sign', dir, '--key', at('certifier.key')])).toBe(0);
    expect(printed.out).toMatch(/ is signed by SHA256:\S+\n$/);
    await run(['report', dir]);
    expect(await run(['verify', dir, '--key', at('certifier.pub')])).toBe(0);
    changeLines(join(dir, 'journal.ndjson'), (lines) => lines.slice(0, -1));
    await run(['report', dir]);
    expect(existsSync(join(dir, 'manifest.sig'))).toBe(false);
    expect(await run(['verify', dir])).toBe(0);
  });

  it('of an earlier version is accepted, with what could not be checked', async () => {
    const file = join(dir, 'certificate.json');
    const {
      digest: _d,
      journal: _j,
      settings: _s,
      profile: _p,
      ...earlier
    } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    writeFileSync(file, JSON.stringify(earlier));
    rmSync(join(dir, 'manifest.json'));
    expect(await run(['verify', dir])).toBe(0);
    expect(printed.out).toContain(
      '– not checked: every file but journal and certificate: an earlier version wrote no manifest.json',
    );
    expect(printed.out).toContain('– not checked: the certificate is of an earlier version');
    const rows = earlier['requirements'] as { verdict: string }[];
    for (const row of rows) if (row.verdict === 'fail') row.verdict = 'pass';
    writeFileSync(file, JSON.stringify(earlier));
    expect(await run(['verify', dir])).toBe(1);
    expect(printed.out).toContain(
      '✗ certificate.json, legacy.capture.full-closes: verdict: the certificate says pass, the journal shows fail\n',
    );
  });
});
