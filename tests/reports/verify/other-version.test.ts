import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { folderFiles } from '../../../reports/verify/run-files.ts';
import { faultText } from '../../../reports/verify/verification.ts';
import { verify } from '../../../reports/verify/verify.ts';
import { forgeCertificate, forgeManifest, type LooseCertificate } from '../../support/runs/sealed-run.ts';
import { writeTinyRun } from '../../support/runs/tiny-run.ts';

let dir = '';
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'payproof-other-version-'));
  await writeTinyRun(dir);
});
afterEach(() => rmSync(dir, { recursive: true }));

/** What is found of a certificate that another version wrote, with this change. */
async function found(change: (certificate: LooseCertificate) => void) {
  forgeCertificate(dir, change);
  forgeManifest(dir, { version: '0.0.9', commit: 'abc' });
  const { faults, unchecked } = await verify(folderFiles(dir));
  return { faults: faults.map(faultText), unchecked: unchecked.join('\n') };
}
const rowOf = ({ requirements }: LooseCertificate, id: string) =>
  requirements.find((row) => row['id'] === id) ?? {};
const id = 'legacy.capture.full-closes';

it('other words and a row less are accepted where another version wrote the certificate, and named', async () => {
  const { faults, unchecked } = await found((certified) => {
    certified['reasons'] = ['in other words'];
    Object.assign(rowOf(certified, id), { text: 'In other words.' });
    certified.requirements.pop();
  });
  expect(faults).toEqual([]);
  expect(unchecked).toContain(
    'wording: the certificate was written by payproof 0.0.9 (abc), and this is payproof ',
  );
  expect(unchecked).toContain('1 requirement of this version that the certificate has not');
});

it('another verdict, number or program is rejected with any author of the certificate', async () => {
  const { faults } = await found((certified) => {
    Object.assign(rowOf(certified, id), { verdict: 'pass' });
    Object.assign(certified['tool'] as object, { version: '0.0.8' });
    certified.totals['requests'] = 7;
  });
  expect(faults).toEqual([
    'certificate.json, tool.version: the certificate says 0.0.8, the journal shows 0.1.0',
    'certificate.json, totals.requests: the certificate says 7, the journal shows 0',
    `certificate.json, ${id}: verdict: the certificate says pass, the journal shows fail`,
  ]);
});
