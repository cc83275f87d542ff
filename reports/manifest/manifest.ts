import { z } from 'zod';
import { DigestedBytes, withDigest } from '../files/digest.ts';
import { jsonText, writeAtomically } from '../files/write-atomically.ts';
import { createReadStream, existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { journalName } from '../../harness/journal/journal-bytes.ts';
import { commit, version } from '../../harness/files/version.ts';
import type { Certificate } from '../certificate/certificate-schema.ts';
import { isListable, listedFolders, manifestName, signatureName, topFiles } from './report-files.ts';

const fileSchema = z.object({
  /** Below the run's folder, with forward slashes. */
  file: z.string(),
  bytes: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** Shape of `<out>/manifest.json`: every file of a run with its digest. A signature is over its bytes. */
export const manifestSchema = z.object({
  schema: z.literal(1),
  tool: z.object({ name: z.literal('payproof'), version: z.string(), commit: z.string().nullable() }),
  /** The run's folder as its page names it; absent in the list of a pack, and in manifests of earlier versions. */
  dir: z.string().exactOptional(),
  files: z.array(fileSchema),
  /** SHA-256 of its canonical JSON without this field. */
  digest: z.string(),
});

export type Manifest = z.infer<typeof manifestSchema>;
type ListedFile = z.infer<typeof fileSchema>;

/** The text of a manifest of these files, which are put in order. */
export function manifestText(tool: Manifest['tool'], files: readonly ListedFile[], dir?: string): string {
  return jsonText(withDigest({ schema: 1, tool, ...(dir !== undefined && { dir }), files: inOrder(files) }));
}

/** Files in the order of their names, by code unit. */
export function inOrder<T extends { readonly file: string }>(files: readonly T[]): readonly T[] {
  return files.toSorted((a, b) => (a.file < b.file ? -1 : 1));
}

/** Writes the manifest of a run whose other files stand. A signature of another manifest is removed, since it would vouch for what is gone. */
export async function writeManifest(
  dir: string,
  { journal }: Pick<Certificate, 'journal'>,
  display: string,
): Promise<void> {
  // That of what the journal holds, compressed or not.
  const files: ListedFile[] =
    journal === undefined ? [] : [{ file: journalName, bytes: journal.bytes, sha256: journal.sha256 }];
  for (const file of listed(dir)) {
    if (file === journalName && journal !== undefined) continue;
    // In pieces: others may have put a file of any size there.
    const digested = new DigestedBytes();
    for await (const chunk of createReadStream(join(dir, file)) as AsyncIterable<Buffer>) digested.add(chunk);
    const { bytes, sha256 } = digested.found();
    files.push({ file, bytes, sha256 });
  }
  const text = manifestText({ name: 'payproof', version, commit }, files, display);
  const at = join(dir, manifestName);
  const before = lstatSync(at, { throwIfNoEntry: false });
  if (
    before !== undefined &&
    !(before.isFile() && before.size === Buffer.byteLength(text) && readFileSync(at, 'utf8') === text)
  )
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
