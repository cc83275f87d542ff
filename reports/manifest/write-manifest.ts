import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { journalName } from '../../harness/journal/journal-place.ts';
import { commit, version } from '../../harness/files/version.ts';
import type { Certificate } from '../certificate/certificate-schema.ts';
import { sha256 } from '../files/digest.ts';
import { writeAtomically } from '../files/write-atomically.ts';
import { type ListedFile, manifestText } from './manifest.ts';
import { isListable, listedFolders, manifestName, signatureName, topFiles } from './report-files.ts';

/** Writes the manifest of a run whose other files stand. A signature of another manifest is removed, since it would vouch for what is gone. */
export async function writeManifest(dir: string, { journal }: Pick<Certificate, 'journal'>): Promise<void> {
  // That of what the journal holds, compressed or not.
  const files: ListedFile[] =
    journal === undefined ? [] : [{ file: journalName, bytes: journal.bytes, sha256: journal.sha256 }];
  for (const file of listed(dir)) {
    if (file === journalName && journal !== undefined) continue;
    const bytes = await readFile(join(dir, file));
    files.push({ file, bytes: bytes.length, sha256: sha256(bytes) });
  }
  const text = manifestText({ name: 'payproof', version, commit }, files);
  const at = join(dir, manifestName);
  if (existsSync(at) && readFileSync(at, 'utf8') !== text)
    await rm(join(dir, signatureName), { force: true });
  await writeAtomically(at, text);
}

/** The files of a run that are listed, as far as they are there. */
function listed(dir: string): readonly string[] {
  const inFolders = listedFolders.flatMap((folder) =>
    existsSync(join(dir, folder)) ? readdirSync(join(dir, folder)).map((name) => `${folder}/${name}`) : [],
  );
  return [...topFiles, ...inFolders].filter((file) => {
    const stat = lstatSync(join(dir, file), { throwIfNoEntry: false });
    return stat?.isFile() === true && isListable(file);
  });
}
