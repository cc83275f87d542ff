import { createReadStream, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { journalName, packedJournalName } from '../../harness/journal/journal-place.ts';
import { commit, version } from '../../harness/files/version.ts';
import { sha256 } from '../files/digest.ts';
import { archive } from './archive.ts';
import { manifestSchema, manifestText } from './manifest.ts';
import { contentsName, isPacked, manifestName, signatureName } from './report-files.ts';

/** The archive to submit of a run whose manifest lists its files: what the manifest lists and CI does not need, with the journal compressed. */
export async function packOf(dir: string): Promise<Uint8Array> {
  const text = await readFile(join(dir, manifestName), 'utf8');
  const { files } = manifestSchema.parse(JSON.parse(text));
  const packed: Record<string, Uint8Array> = { [manifestName]: Buffer.from(text) };
  if (existsSync(join(dir, signatureName))) packed[signatureName] = await readFile(join(dir, signatureName));
  for (const { file } of files.filter((row) => isPacked(row.file))) {
    if (file === packedJournalName) continue;
    if (file === journalName) packed[packedJournalName] = await gzippedJournal(dir);
    else packed[file] = await readFile(join(dir, file));
  }
  const rows = Object.entries(packed).map(([file, bytes]) => ({
    file,
    bytes: bytes.length,
    sha256: sha256(bytes),
  }));
  packed[contentsName] = Buffer.from(manifestText({ name: 'payproof', version, commit }, rows));
  return archive(packed);
}

/** The compressed journal: as it stands in the folder, or made of the plain one. */
async function gzippedJournal(dir: string): Promise<Uint8Array> {
  const plain = join(dir, journalName);
  if (!existsSync(plain)) return readFile(join(dir, packedJournalName));
  const gzip = createGzip();
  const [bytes] = await Promise.all([buffer(gzip), pipeline(createReadStream(plain), gzip)]);
  return bytes;
}
