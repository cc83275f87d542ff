import { createReadStream, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, extname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { journalName, packedJournalName } from '../../harness/journal/journal-bytes.ts';
import { commit, version } from '../../harness/files/version.ts';
import { sha256 } from '../files/digest.ts';
import { manifestSchema, manifestText } from './manifest.ts';
import { contentsName, isPacked, manifestName, signatureName } from './report-files.ts';
import { zipSync } from 'fflate';

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

/** Everybody may read a file, and run a script. */
const plainMode = 0o100644;
const scriptMode = 0o100755;
const unix = 3;

/** The same for every pack, so that an archive depends on its files alone. In local time, as zip has it. */
const modifiedAt = new Date(1980, 0, 1);

/** A zip of files by their names, in the order of these. Nothing in it is compressed, so that it has one form only and nothing can be hidden in it. */
export function archive(files: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const entries = Object.entries(files).map(([file, bytes]) => {
    const mode = extname(file) === '.sh' ? scriptMode : plainMode;
    return [file, [bytes, { level: 0, mtime: modifiedAt, os: unix, attrs: mode << 16 }]] as const;
  });
  return zipSync(
    Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1))) as Parameters<typeof zipSync>[0],
  );
}
