import { posix } from 'node:path';
import { commit, version } from '../../harness/files/version.ts';
import type { RunSummary } from '../journal/summary.ts';
import {
  contentsName,
  isLeftBeside,
  isPacked,
  manifestName,
  allureFolder,
  nightName,
  reproductionsFolder,
} from '../manifest/report-files.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { reportTexts } from '../report-texts.ts';
import { pluralize } from '../words/plain.ts';
import { type RunFiles, textOf } from './run-files.ts';
import type { Findings } from './verification.ts';

/** Whether a manifest was written by this very program, which makes the same files of the same journal. */
export function isOfThisProgram({ tool }: Pick<Manifest, 'tool'>): boolean {
  return tool.version === version && tool.commit === commit;
}

/**
 * Makes page, reproductions, badge, certificate and the like again from the journal, and compares them byte for byte. Gives whether all of them could be
 * made: another version words them otherwise.
 */
export async function checkRemade(
  run: RunFiles,
  summary: RunSummary,
  manifest: Manifest,
  { faults, checked, unchecked }: Findings,
): Promise<boolean> {
  const others = `what is in ${allureFolder} is compared by digest, and not made again`;
  if (!isOfThisProgram(manifest)) {
    unchecked.push(
      `page, reproductions, nightly.json, junit.xml, badge and openmetrics.txt are compared by digest alone: another version of payproof has written them. payproof report writes them again`,
    );
    unchecked.push(others);
    return false;
  }
  if (manifest.dir === undefined) {
    faults.push({
      file: manifestName,
      row: 'dir',
      what: 'is missing: this version names the folder of a run',
    });
    return false;
  }
  const { texts } = await reportTexts(summary, manifest.dir);
  const isPack = run.files.has(contentsName);
  const expected = texts.filter(({ file }) => !isPack || isPacked(file));
  for (const { file, text } of expected) {
    if (!run.files.has(file)) {
      if (!faults.some((fault) => fault.file === file)) faults.push({ file, what: 'is missing' });
      continue;
    }
    const bytes = Buffer.from(text);
    const found = await textOf(run, file, bytes.length);
    if (found === bytes.toString()) continue;
    // Rows of the certificate that differ were named one by one.
    if (!faults.some((fault) => fault.file === file))
      faults.push({ file, what: 'is not what is made of the journal' });
  }
  const made = new Set(texts.map(({ file }) => file));
  for (const file of run.files)
    if (
      !made.has(file) &&
      !isLeftBeside(file) &&
      (file === nightName || posix.dirname(file) === reproductionsFolder) &&
      !faults.some((fault) => fault.file === file)
    )
      faults.push({ file, what: 'was added: nothing of that name is made of the journal' });
  checked.push(`${pluralize(expected.length, 'file')}, made again from the journal`);
  unchecked.push(others);
  return true;
}
