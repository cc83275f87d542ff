import type { KeyObject } from 'node:crypto';
import { SettingsError } from '../../harness/settings/settings-error.ts';
import { certificate } from '../certificate/certificate.ts';
import type { Certificate } from '../certificate/certificate-schema.ts';
import { fingerprint, publicText, signerOf } from '../manifest/keys.ts';
import {
  certificateName,
  contentsName,
  manifestName,
  signatureName,
  isLeftBeside,
  isListable,
  isPacked,
} from '../manifest/report-files.ts';
import { register } from '../register.ts';
import { lockName } from '../../harness/files/folder-lock.ts';
import { checkRemade } from './check-remade.ts';
import { checkRequired, checkWanted, type WantedRun } from './check-wanted.ts';
import { checkCertificate, readCertificate } from './check-certificate.ts';
import { type RunFiles, textOf } from './run-files.ts';
import type { Findings, Verification } from './verification.ts';
import {
  journalName,
  mostJournalBytes,
  packedJournalName,
  unpacked,
} from '../../harness/journal/journal-bytes.ts';
import { summaryOf } from '../journal/fold.ts';
import { damagePlaces } from '../journal/damage-text.ts';
import type { RunSummary } from '../journal/summary.ts';
import { jsonIn } from '../../harness/files/bounded-json.ts';
import { DigestedBytes, digestOf } from '../files/digest.ts';
import { jsonText } from '../files/write-atomically.ts';
import { type Manifest, manifestSchema } from '../manifest/manifest.ts';
import { pluralize } from '../words/plain.ts';

/** Without one of these, files are of no run. */
const marks = [certificateName, journalName, packedJournalName, manifestName] as const;

/** A signature file has some hundred bytes. */
const mostSignatureBytes = 64 * 1024;

/** What a certificate must be, beside genuine. */
export interface Expected extends WantedRun {
  /** Whose signature it must have. */
  readonly key?: KeyObject | undefined;
}

/**
 * Looks whether the files of a run are as they were written, and whether its journal shows what its certificate says. With a key: whether its
 * owner has signed. Throws a SettingsError where the files are of no run.
 */
export async function verify(run: RunFiles, { key, ...wanted }: Expected = {}): Promise<Verification> {
  // An archive that can't be read has nothing else to say.
  if (run.files.size === 0 && run.faults.length > 0)
    return { accepted: false, faults: run.faults, checked: [], unchecked: [], remade: false };
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
    const again = certificate(summary, register);
    if (certified !== undefined) checkCertificate(certified, again, manifest?.list.tool, findings);
    checkRequired(again, wanted, findings);
  }
  const remade =
    summary !== undefined &&
    manifest !== undefined &&
    (await checkRemade(run, summary, manifest.list, findings));
  if (certified !== undefined) checkWanted(certified, wanted, findings);
  if (certified === undefined || summary === undefined)
    findings.unchecked.push('the verdicts: without both journal and certificate there is nothing to compare');
  const signedBy = await checkSignature(run, manifest, key, findings);
  noteLimits(signedBy, key, findings);
  const { faults, checked, unchecked } = findings;
  return {
    accepted: faults.length === 0,
    faults,
    checked,
    unchecked,
    remade,
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
    if (key !== undefined) faults.push({ file, what: 'is missing: the run was not signed' });
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

/** What these files alone can't show. */
function noteLimits(signedBy: string | undefined, key: KeyObject | undefined, { unchecked }: Findings): void {
  if (signedBy === undefined) unchecked.push('who made these files: there is no signature that fits');
  else if (key === undefined)
    unchecked.push('whose key has signed: give the public key that you trust as --key');
  unchecked.push('whether the journal shows what the target did: only a run of your own shows that');
}

/** Reads the journal of a run, once. Undefined where there is none, or none can be read. */
async function checkJournal(
  run: RunFiles,
  manifest: ReadList | undefined,
  { faults, checked }: Findings,
): Promise<RunSummary | undefined> {
  const file = run.files.has(journalName) ? journalName : packedJournalName;
  const row = manifest?.list.files.find((one) => one.file === journalName);
  if (!run.files.has(file)) {
    faults.push({ file: journalName, what: 'is missing' });
    return undefined;
  }
  try {
    const most = Math.min(mostJournalBytes, row?.bytes ?? mostJournalBytes);
    const summary = await summaryOf(unpacked(run.read(file), most), file);
    const { journal } = summary;
    if (journal !== undefined && row !== undefined && journal.sha256 !== row.sha256)
      faults.push({ file, what: differs(journal, row, manifestName) });
    checked.push(`the journal, ${journal?.bytes ?? 0} bytes, SHA-256 ${journal?.sha256 ?? ''}`);
    return summary;
  } catch (error) {
    faults.push({ file, what: `holds no journal of a run: ${(error as Error).message}` });
    return undefined;
  }
}

/** Names the damaged lines of a journal that is not the one that the certificate was made of: an earlier damage stands in that. */
function checkLines(
  { damage, journal }: RunSummary,
  certified: string | undefined,
  { faults, unchecked }: Findings,
): void {
  const places = damagePlaces(damage);
  if (places.length === 0) return;
  if (certified !== undefined && certified === journal?.sha256)
    unchecked.push(`the journal was damaged before its certificate was made: ${places.join('; ')}`);
  else for (const what of places) faults.push({ file: journalName, what });
}

/** More than a list of files has. */
const mostLevels = 8;

/** A manifest of more files than any run has. */
const mostManifestBytes = 64 * 1024 * 1024;

/** A list of files in a run: its manifest, or the contents of a pack. */
interface ReadList {
  readonly list: Manifest;
  readonly text: string;
}

/** Reads a list of files and checks that it is as payproof wrote it. Undefined where it is not there or can't be read. */
async function readList(run: RunFiles, file: string, { faults }: Findings): Promise<ReadList | undefined> {
  if (!run.files.has(file)) return undefined;
  const text = await textOf(run, file, mostManifestBytes);
  const parsed = manifestSchema.safeParse(text === undefined ? undefined : parsedJson(text));
  if (text === undefined || !parsed.success) {
    faults.push({ file, what: 'is no list of files as payproof writes it' });
    return undefined;
  }
  const list = parsed.data;
  if (digestOf(list) !== list.digest) faults.push({ file, what: 'does not have the digest that it names' });
  else if (jsonText(list) !== text) faults.push({ file, what: 'is not laid out as payproof wrote it' });
  return { list, text };
}

/** Compares every file that a manifest lists, apart from the journal, which is read once and elsewhere. */
async function checkFiles(run: RunFiles, { list }: ReadList, findings: Findings): Promise<void> {
  const { faults, checked, unchecked } = findings;
  const isPack = run.files.has(contentsName);
  const rows = new Map(list.files.map((row) => [row.file, row]));
  for (const needed of [journalName, certificateName])
    if (!rows.has(needed)) faults.push({ file: manifestName, row: needed, what: 'is missing' });
  let compared = 0;
  let leftOut = 0;
  for (const { file, bytes, sha256 } of rows.values()) {
    if (!isListable(file))
      faults.push({ file: manifestName, row: file, what: 'is no name of a file of a run' });
    else if (file === journalName || (file === packedJournalName && isOtherForm(run))) continue;
    else if (!run.files.has(file)) {
      if (isPack && !isPacked(file)) leftOut += 1;
      else faults.push({ file, what: 'is missing' });
    } else {
      compared += 1;
      const found = await digestedFile(run, file);
      if (found.sha256 !== sha256)
        faults.push({ file, what: differs(found, { bytes, sha256 }, manifestName) });
    }
  }
  checked.push(`${pluralize(compared, 'file')} by the digests of ${manifestName}`);
  if (leftOut > 0)
    unchecked.push(
      `${pluralize(leftOut, 'file')} that a pack leaves out: for other programs, such as junit.xml and allure-results`,
    );
  const own: readonly string[] = [
    manifestName,
    signatureName,
    contentsName,
    lockName,
    ...(isPack ? [packedJournalName] : []),
  ];
  for (const file of run.files) {
    if (rows.has(file) || own.includes(file)) continue;
    if (!isPack && isLeftBeside(file)) unchecked.push(`${file}: not listed in ${manifestName}`);
    else faults.push({ file, what: `was added: it is not listed in ${manifestName}` });
  }
}

/** Whether the compressed journal may be another than that of the run's folder, or none: its content is compared, and its bytes by the list of a pack. */
function isOtherForm({ files }: RunFiles): boolean {
  return files.has(contentsName) || (files.has(journalName) && !files.has(packedJournalName));
}

/** Compares every file of a pack with the list of what the archive holds. */
async function checkContents(
  run: RunFiles,
  { list }: ReadList,
  { faults, checked }: Findings,
): Promise<void> {
  const rows = new Map(list.files.map((row) => [row.file, row]));
  for (const file of run.files)
    if (file !== contentsName && !rows.has(file))
      faults.push({ file, what: `is not listed in ${contentsName}` });
  for (const { file, bytes, sha256 } of rows.values()) {
    if (!run.files.has(file)) {
      faults.push({ file, what: 'is missing' });
      continue;
    }
    const found = await digestedFile(run, file);
    if (found.sha256 !== sha256) faults.push({ file, what: differs(found, { bytes, sha256 }, contentsName) });
  }
  checked.push(`${pluralize(rows.size, 'file')} of the pack by the digests of ${contentsName}`);
}

interface Digested {
  readonly bytes: number;
  readonly sha256: string;
}

async function digestedFile(run: RunFiles, file: string): Promise<Digested> {
  const digested = new DigestedBytes();
  for await (const chunk of run.read(file)) digested.add(chunk);
  return digested.found();
}

/** How a file differs from its row. */
function differs(found: Digested, row: Digested, by: string): string {
  return found.bytes === row.bytes
    ? `was changed: its SHA-256 is ${found.sha256}, and ${by} says ${row.sha256}`
    : `was changed: it has ${found.bytes} bytes, and ${by} says ${row.bytes}`;
}

function parsedJson(text: string): unknown {
  const found = jsonIn(text, mostLevels);
  return 'value' in found ? found.value : undefined;
}
