import { jsonIn } from '../../harness/files/bounded-json.ts';
import { journalName, packedJournalName } from '../../harness/journal/journal-place.ts';
import { DigestedBytes, digestOf } from '../files/digest.ts';
import { jsonText } from '../files/json-text.ts';
import { type Manifest, manifestSchema } from '../manifest/manifest.ts';
import {
  certificateName,
  contentsName,
  isListable,
  isPacked,
  manifestName,
  signatureName,
} from '../manifest/report-files.ts';
import { counted } from '../words/counted.ts';
import { type RunFiles, textOf } from './run-files.ts';
import type { Findings } from './verification.ts';

/** More than a list of files has. */
const mostLevels = 8;

/** A manifest of more files than any run has. */
const mostManifestBytes = 64 * 1024 * 1024;

/** A list of files in a run: its manifest, or the contents of a pack. */
export interface ReadList {
  readonly list: Manifest;
  readonly text: string;
}

/** Reads a list of files and checks that it is as payproof wrote it. Undefined where it is not there or can't be read. */
export async function readList(
  run: RunFiles,
  file: string,
  { faults }: Findings,
): Promise<ReadList | undefined> {
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
export async function checkFiles(run: RunFiles, { list }: ReadList, findings: Findings): Promise<void> {
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
  checked.push(`${counted(compared, 'file')} by the digests of ${manifestName}`);
  if (leftOut > 0)
    unchecked.push(
      `${counted(leftOut, 'file')} that a pack leaves out: for other programs, such as junit.xml and allure-results`,
    );
  const own: readonly string[] = [
    manifestName,
    signatureName,
    contentsName,
    'run.lock',
    ...(isPack ? [packedJournalName] : []),
  ];
  const others = [...run.files].filter((file) => !rows.has(file) && !own.includes(file));
  if (others.length === 0) return;
  if (isPack) for (const file of others) faults.push({ file, what: `is not listed in ${manifestName}` });
  else unchecked.push(`${listed(others)}: not listed in ${manifestName}`);
}

/** Whether the compressed journal may be another than that of the run's folder, or none: its content is compared, and its bytes by the list of a pack. */
function isOtherForm({ files }: RunFiles): boolean {
  return files.has(contentsName) || (files.has(journalName) && !files.has(packedJournalName));
}

/** Compares every file of a pack with the list of what the archive holds. */
export async function checkContents(
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
  checked.push(`${counted(rows.size, 'file')} of the pack by the digests of ${contentsName}`);
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
export function differs(found: Digested, row: Digested, by: string): string {
  return found.bytes === row.bytes
    ? `was changed: its SHA-256 is ${found.sha256}, and ${by} says ${row.sha256}`
    : `was changed: it has ${found.bytes} bytes, and ${by} says ${row.bytes}`;
}

/** Names shown before it is cut. */
const mostNamed = 3;

function listed(files: readonly string[]): string {
  const more = files.length > mostNamed ? ` and ${files.length - mostNamed} more` : '';
  return `${files.slice(0, mostNamed).join(', ')}${more}`;
}

function parsedJson(text: string): unknown {
  const found = jsonIn(text, mostLevels);
  return 'value' in found ? found.value : undefined;
}
