import type { KeyObject } from 'node:crypto';
import { journalName, packedJournalName } from '../../harness/journal/journal-place.ts';
import { SettingsError } from '../../harness/settings/settings-error.ts';
import type { Certificate } from '../certificate/certificate-schema.ts';
import { fingerprint, publicText } from '../manifest/keys.ts';
import { certificateName, contentsName, manifestName, signatureName } from '../manifest/report-files.ts';
import { signerOf } from '../manifest/signature.ts';
import { register } from '../register.ts';
import { checkCertificate, readCertificate } from './check-certificate.ts';
import { checkContents, checkFiles, type ReadList, readList } from './check-files.ts';
import { checkJournal, checkLines } from './check-journal.ts';
import { type RunFiles, textOf } from './run-files.ts';
import type { Findings, Verification } from './verification.ts';

/** Without one of these, files are of no run. */
const marks = [certificateName, journalName, packedJournalName, manifestName] as const;

/** A signature file has some hundred bytes. */
const mostSignatureBytes = 64 * 1024;

/**
 * Looks whether the files of a run are as they were written, and whether its journal shows what its certificate says. With a key: whether its
 * owner has signed. Throws a SettingsError where the files are of no run.
 */
export async function verify(run: RunFiles, key?: KeyObject): Promise<Verification> {
  // An archive that can't be read has nothing else to say.
  if (run.files.size === 0 && run.faults.length > 0)
    return { accepted: false, faults: run.faults, checked: [], unchecked: [] };
  if (!marks.some((file) => run.files.has(file)))
    throw new SettingsError(
      `${run.name} is neither the folder nor the pack of a run: it holds no ${certificateName}.`,
    );
  const findings: Findings = { faults: [...run.faults], checked: [], unchecked: [] };
  const contents = await readList(run, contentsName, findings);
  if (contents !== undefined) await checkContents(run, contents, findings);
  const manifest = await readList(run, manifestName, findings);
  if (manifest !== undefined) await checkFiles(run, manifest, findings);
  const certified = await readCertificate(run, findings);
  if (manifest === undefined) missesManifest(run, certified, findings);
  const summary = await checkJournal(run, manifest, findings);
  if (summary !== undefined) {
    checkLines(summary, certified?.journal?.sha256, findings);
    if (certified !== undefined)
      checkCertificate(certified, summary, register, manifest?.list.tool, findings);
  }
  if (certified === undefined || summary === undefined)
    findings.unchecked.push('the verdicts: without both journal and certificate there is nothing to compare');
  const signedBy = await checkSignature(run, manifest, key, findings);
  noteLimits(manifest, signedBy, key, findings);
  const { faults, checked, unchecked } = findings;
  return {
    accepted: faults.length === 0,
    faults,
    checked,
    unchecked,
    ...(certified !== undefined && { certificate: certified }),
    ...(signedBy !== undefined && { signedBy }),
  };
}

function missesManifest(
  run: RunFiles,
  certified: Certificate | undefined,
  { faults, unchecked }: Findings,
): void {
  // A manifest that can't be read was named before.
  if (run.files.has(manifestName)) return;
  if (certified?.digest !== undefined || run.files.has(signatureName) || run.files.has(contentsName))
    faults.push({ file: manifestName, what: 'is missing' });
  else
    unchecked.push(
      `every file but journal and certificate: an earlier version wrote no ${manifestName}. payproof report writes one`,
    );
}

/** Checks the signature over the manifest. Gives the fingerprint of its key where it fits. */
async function checkSignature(
  run: RunFiles,
  manifest: ReadList | undefined,
  key: KeyObject | undefined,
  { faults, checked }: Findings,
): Promise<string | undefined> {
  const file = signatureName;
  if (!run.files.has(file)) {
    if (key !== undefined) faults.push({ file, what: 'is missing: nobody has signed' });
    return undefined;
  }
  if (manifest === undefined) return undefined;
  const text = (await textOf(run, file, mostSignatureBytes)) ?? '';
  const found = signerOf(text, Buffer.from(manifest.text));
  if ('wrong' in found) {
    faults.push({ file, what: found.wrong });
    return undefined;
  }
  const signer = fingerprint(found.publicKey);
  if (key !== undefined && publicText(key) !== found.publicKey)
    faults.push({ file, what: `is by another key: ${signer}, and --key is ${fingerprint(publicText(key))}` });
  checked.push(`the signature over ${manifestName}, by ${signer}`);
  return signer;
}

/** What no look at these files can tell. */
function noteLimits(
  manifest: ReadList | undefined,
  signedBy: string | undefined,
  key: KeyObject | undefined,
  { unchecked }: Findings,
): void {
  if (manifest !== undefined)
    unchecked.push(
      'page, reproductions, nightly.json, junit.xml, allure-results, badge and openmetrics.txt are compared by digest, and not made again',
    );
  if (signedBy === undefined) unchecked.push('who made these files: there is no signature that fits');
  else if (key === undefined)
    unchecked.push('whose key has signed: give the public key that you trust as --key');
  unchecked.push('whether the journal tells what the target did: only a run of your own shows that');
}
