import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signRun } from '../../../cli/evidence/sign-run.ts';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { newKeys } from '../../../reports/manifest/keys.ts';
import { writeManifest } from '../../../reports/manifest/manifest.ts';
import { folderFiles } from '../../../reports/verify/run-files.ts';
import { faultText } from '../../../reports/verify/verification.ts';
import { verify } from '../../../reports/verify/verify.ts';
import { displayDir, writeReports } from '../../../reports/write.ts';
import { allRequirements } from '../../../spec/register.ts';
import {
  unpackByHand,
  changeLines,
  forgeCertificate,
  forgeRecord,
  turnByte,
  turnByteAt,
} from '../../support/runs/sealed-run.ts';
import { writeSmallRun } from '../../support/runs/small-run.ts';

const base = mkdtempSync(join(tmpdir(), 'payproof-verify-'));
const run = join(base, 'run');
const dir = join(base, 'changed');
const { privateKey, publicKey } = newKeys();
const key = createPublicKey(publicKey);

beforeAll(async () => {
  await writeSmallRun(run);
  unpackByHand(run);
  const certified = await writeReports(run);
  // Hundreds of files would only cost time.
  for (const file of readdirSync(join(run, 'allure-results')).slice(2))
    rmSync(join(run, 'allure-results', file));
  await writeManifest(run, certified, displayDir(run));
  await signRun(run, createPrivateKey(privateKey));
}, 60_000);
beforeEach(() => {
  rmSync(dir, { recursive: true, force: true });
  cpSync(run, dir, { recursive: true });
});
afterAll(() => rmSync(base, { recursive: true }));

const faultsIn = async (at = dir) => (await verify(folderFiles(at), { key })).faults.map(faultText);
const at = (file: string) => join(dir, file);
const unsign = () => rmSync(at('manifest.sig'));
const reproduction = (ending: string) =>
  `reproductions/${readdirSync(at('reproductions')).find((file) => file.endsWith(ending)) ?? 'none'}`;
const result = () => `allure-results/${readdirSync(at('allure-results'))[0] ?? 'none'}`;
const middleOf = (file: string) => Math.floor(readFileSync(at(file)).length / 2);

it('a fresh run is accepted, unsigned and signed', async () => {
  const signed = await verify(folderFiles(dir), { key });
  expect(signed).toMatchObject({ accepted: true, faults: [] });
  const judgedAgain = `${allRequirements.length} verdicts .* judged again from the journal`;
  expect(signed.checked.join('\n')).toMatch(
    new RegExp(`${judgedAgain}\n\\d+ files, made again from the journal\nthe signature over manifest\\.json`),
  );
  unsign();
  const unsigned = await verify(folderFiles(dir));
  expect(unsigned).toMatchObject({ accepted: true, faults: [] });
  expect(unsigned.unchecked).toContain('who made these files: there is no signature that fits');
});

/** Each: the one byte or the one row that is changed, how, and what names it. */
const changes: readonly (readonly [what: string, change: () => void, named: RegExp | string])[] = [
  [
    'a byte of a record of the journal',
    () => turnByteAt(at('journal.ndjson'), '"verdict":"explained"'),
    /^journal\.ndjson: line \d+ can't be read$/,
  ],
  [
    'a byte of a checksum in the journal',
    () => turnByteAt(at('journal.ndjson'), '"crc":'),
    /^journal\.ndjson: line \d+ can't be read$/,
  ],
  [
    'the end of a line of the journal',
    () => turnByteAt(at('journal.ndjson'), '\n{'),
    /^journal\.ndjson: line \d+ can't be read$/,
  ],
  [
    'a line of the journal, left out',
    () => changeLines(at('journal.ndjson'), (lines) => lines.toSpliced(9, 1)),
    'journal.ndjson: records are missing before line 10',
  ],
  [
    'a line of the journal, doubled',
    () => changeLines(at('journal.ndjson'), (lines) => lines.toSpliced(9, 0, lines[8] ?? '')),
    'journal.ndjson: line 10 repeats an earlier one',
  ],
  [
    'the first line of the journal, left out',
    () => changeLines(at('journal.ndjson'), (lines) => lines.slice(1)),
    /^journal\.ndjson: holds no journal of a run: .*no run record/,
  ],
  [
    'the last line of the journal, left out',
    () => changeLines(at('journal.ndjson'), (lines) => lines.slice(0, -1)),
    /^journal\.ndjson: was changed: it has \d+ bytes/,
  ],
  [
    'a byte of the certificate',
    () => turnByteAt(at('certificate.json'), '"checks"'),
    /^certificate\.json: was changed: its SHA-256 is/,
  ],
  [
    'a verdict in the certificate, its digests made to fit',
    () => {
      unsign();
      forgeCertificate(dir, ({ requirements }) => {
        for (const row of requirements)
          if (row['verdict'] === 'fail') Object.assign(row, { verdict: 'pass' });
      });
    },
    /^certificate\.json, legacy\.\S+: verdict: the certificate says pass, the journal shows fail$/,
  ],
  [
    'the number of checks of a row, its digests made to fit',
    () =>
      forgeCertificate(dir, ({ requirements }) => {
        Object.assign(
          requirements.find(({ id }) => id === 'legacy.authorize.succeeds') ?? requirements[0] ?? {},
          { checks: 999 },
        );
      }),
    /^certificate\.json, legacy\.\S+: checks: the certificate says 999, the journal shows \d+$/,
  ],
  [
    'a row of the certificate, left out',
    () => forgeCertificate(dir, ({ requirements }) => void requirements.splice(5, 1)),
    /^certificate\.json, legacy\.\S+: is missing in requirements$/,
  ],
  [
    'a row of the certificate, doubled',
    () => forgeCertificate(dir, ({ requirements }) => void requirements.push(requirements[5] ?? {})),
    'certificate.json, requirements: has 1 of its entries twice',
  ],
  [
    'an open point of the certificate',
    () =>
      forgeCertificate(dir, ({ latitudes }) => {
        Object.assign(latitudes.find(({ observed }) => observed !== null) ?? {}, { observed: 'other' });
      }),
    /^certificate\.json, legacy\.\S+: observed: the certificate says other, the journal shows \S+$/,
  ],
  [
    'the target of the certificate',
    () =>
      forgeCertificate(dir, ({ target }) => {
        Object.assign(target.endpoints[0] ?? {}, { url: 'https://other.test' });
      }),
    /^certificate\.json, target\.endpoints\.0\.url: the certificate says https:\/\/other\.test, the journal shows http:/,
  ],
  [
    'a violation of the certificate, left out',
    () => forgeCertificate(dir, ({ failures }) => void failures.pop()),
    /^certificate\.json, failures\.\d+: the certificate says nothing/,
  ],
  [
    'a number of requests in the certificate',
    () =>
      forgeCertificate(dir, ({ totals }) => {
        totals['requests'] = 1;
      }),
    /^certificate\.json, totals\.requests: the certificate says 1, the journal shows \d+$/,
  ],
  [
    'the shape of a row of the certificate',
    () =>
      forgeCertificate(dir, ({ requirements }) => {
        Object.assign(requirements[0] ?? {}, { verdict: 'passed' });
      }),
    /^certificate\.json, legacy\.\S+: is not as a certificate has it/,
  ],
  [
    'a record of the journal, its digests made to fit',
    () =>
      forgeRecord(
        dir,
        ({ k }) => k === 'failure',
        (record) => Object.assign(record, { flaky: true }),
      ),
    /^certificate\.json, legacy\.\S+: verdict: the certificate says fail, the journal shows warn$/,
  ],
  [
    'a certificate that is nested a million levels deep',
    () => writeFileSync(at('certificate.json'), `{"a":${'['.repeat(1e6)}${']'.repeat(1e6)}}`),
    "certificate.json: can't be read: it is nested deeper than 32 levels",
  ],
  [
    'a byte of the page',
    () => turnByte(at('report.html'), middleOf('report.html')),
    /^report\.html: was changed/,
  ],
  ['a byte of junit.xml', () => turnByte(at('junit.xml'), middleOf('junit.xml')), /^junit\.xml: was changed/],
  ['a byte of an Allure result', () => turnByte(at(result()), 10), /^allure-results\/\S+: was changed/],
  [
    'a byte of a reproduction',
    () => turnByteAt(at(reproduction('.json')), '"requirement"'),
    /^reproductions\/\S+\.json: was changed/,
  ],
  [
    'a byte of a script',
    () => turnByte(at(reproduction('.sh')), 100),
    /^reproductions\/\S+\.sh: was changed/,
  ],
  [
    'a test file, left out',
    () => rmSync(at(reproduction('.test.ts'))),
    /^reproductions\/\S+\.test\.ts: is missing$/,
  ],
  [
    'a digest in the manifest',
    () => turnByteAt(at('manifest.json'), '"sha256": "'),
    'manifest.json: is no list of files as payproof writes it',
  ],
  [
    'a file in the manifest, left out',
    () =>
      changeLines(at('manifest.json'), (lines) =>
        lines.toSpliced(lines.findIndex((line) => line.includes('"report.html"')) - 1, 5),
      ),
    'manifest.json: does not have the digest that it names',
  ],
  [
    'white space in the manifest',
    () => writeFileSync(at('manifest.json'), `${readFileSync(at('manifest.json'), 'utf8')} `),
    'manifest.json: is not laid out as payproof wrote it',
  ],
  ['the manifest, left out', () => rmSync(at('manifest.json')), 'manifest.json: is missing'],
  ['a byte of the signature', () => turnByteAt(at('manifest.sig'), '=="'), /^manifest\.sig: is not/],
  [
    'the signature, left out where a key is asked for',
    unsign,
    'manifest.sig: is missing: the run was not signed',
  ],
];

describe('a run is rejected, and the file or row is named, for', () => {
  it.each(changes)('%s', async (_what, change, named) => {
    change();
    const faults = await faultsIn();
    expect(
      faults.filter((fault) => (typeof named === 'string' ? fault === named : named.test(fault))),
    ).not.toEqual([]);
  });

  it('a signature by another key, and one that was kept over a changed manifest', async () => {
    await signRun(dir, createPrivateKey(newKeys().privateKey));
    expect(await faultsIn()).toEqual([expect.stringMatching(/^manifest\.sig: is by another key: SHA256:/)]);
    cpSync(join(run, 'manifest.sig'), at('manifest.sig'));
    forgeCertificate(dir, ({ totals }) => void (totals['requests'] = 1));
    expect(await faultsIn()).toContain('manifest.sig: is not the signature of this manifest.json');
  });
});
