import { createReadStream, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { unzipSync, type UnzipFileInfo } from 'fflate';
import { packedJournalName } from '../../harness/journal/journal-bytes.ts';
import { SettingsError } from '../../harness/settings/settings-error.ts';
import { archive } from '../manifest/pack.ts';
import { contentsName, isListable, manifestName, signatureName } from '../manifest/report-files.ts';
import { plain } from '../words/plain.ts';
import type { RunFiles } from './run-files.ts';
import type { Fault } from './verification.ts';

/** A pack is read into memory. Those of whole nights have some hundred million bytes. */
const mostBytes = 512 * 1024 * 1024;

/** Of a name in a message. */
const longestName = 80;

/** More than any run has. */
const mostEntries = 20_000;

/** Every zip begins or ends with one of these: its first entry, and the end of its directory. */
const beginning = Buffer.from('PK\u0003\u0004', 'latin1');
const ending = Buffer.from('PK\u0005\u0006', 'latin1');
/** An archive has this many bytes behind its directory when it has no comment. */
const endBytes = 22;

/**
 * The files in a pack. Nothing of it is written anywhere. `payproof pack` stores its files as they are, so that an archive has one form only: each
 * byte that is another, and each entry that is no file of a run, is named. Throws a SettingsError where the file is no zip at all.
 */
export async function packFiles(file: string): Promise<RunFiles> {
  const bytes = await wholeFile(file);
  const isZip =
    bytes.subarray(0, 4).equals(beginning) || bytes.subarray(-endBytes).subarray(0, 4).equals(ending);
  if (!isZip)
    throw new SettingsError(`${file} is no zip: give the folder of a run, or what payproof pack wrote.`);
  const faults: Fault[] = [];
  let entries: Readonly<Record<string, Uint8Array>> = {};
  try {
    entries = unzipSync(bytes, { filter: accepting(bytes.length) });
    const differs = firstDifference(bytes, archive(entries));
    if (differs !== undefined)
      faults.push({ file, what: `is not as payproof pack wrote it, from byte ${differs} on` });
  } catch (error) {
    faults.push({ file, what: `can't be read: ${(error as Error).message}` });
  }
  const files = new Map(Object.entries(entries));
  if (files.size > 0 && !files.has(contentsName)) faults.push({ file: contentsName, what: 'is missing' });
  return {
    name: file,
    files: new Set(files.keys()),
    faults,
    read: (name) => Readable.from([Buffer.from(files.get(name) ?? [])]),
  };
}

async function wholeFile(file: string): Promise<Buffer> {
  const { size } = statSync(file);
  const tooLarge = new SettingsError(
    `${file} is larger than ${mostBytes} bytes, the most that is read of a pack.`,
  );
  if (size > mostBytes) throw tooLarge;
  const chunks: Buffer[] = [];
  let read = 0;
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      read += chunk.length;
      if (read > mostBytes) throw tooLarge;
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    throw new SettingsError(
      `${file} can't be read: ${(error as NodeJS.ErrnoException).code ?? String(error)}.`,
    );
  }
  return Buffer.concat(chunks);
}

/** Lets an entry pass that is a stored file of a run, while all of them fit into the archive. Throws an Error on any other. */
function accepting(archiveBytes: number): (entry: UnzipFileInfo) => boolean {
  let [bytes, entries] = [0, 0];
  return ({ name, size, originalSize, compression }) => {
    bytes += size;
    entries += 1;
    if (compression !== 0 || size !== originalSize)
      throw new Error('its entries are compressed again: unpack it and verify the folder');
    if (bytes > archiveBytes || entries > mostEntries) throw new Error('its entries are larger than itself');
    if (!isEntry(name)) throw new Error(`its entry "${plain(name, longestName)}" is no file of a run`);
    return true;
  };
}

const ownEntries: readonly string[] = [contentsName, manifestName, signatureName, packedJournalName];

function isEntry(name: string): boolean {
  return ownEntries.includes(name) || isListable(name);
}

function firstDifference(one: Uint8Array, other: Uint8Array): number | undefined {
  const { length } = one;
  if (Buffer.compare(one, other) === 0) return undefined;
  for (let at = 0; at < length; at += 1) if (one[at] !== other[at]) return at;
  return length;
}
