import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { refuseOdd } from '../files/plain-files.ts';
import { constants, createGunzip, gunzipSync } from 'node:zlib';

/** Name of what a journal holds: in the certificate, in the manifest, and of the file in a run's folder that is not compressed. */
export const journalName = 'journal.ndjson';

/** Name of the journal in a run's folder. */
export const packedJournalName = `${journalName}.gz`;

/** A journal of more bytes is not read: that of a whole night has some hundred million. */
export const mostJournalBytes = 8 * 1024 ** 3;

/** The file with the journal of the run in a folder; undefined where there is none. */
export function journalIn(dir: string): string | undefined {
  // Where an earlier version was killed while it compressed, only the plain one is sure to be whole.
  return [journalName, packedJournalName].map((name) => join(dir, name)).find((file) => existsSync(file));
}

/** The same for a folder that others may have made. Throws a SettingsError where it holds a link or a pipe. */
export function journalOfOthers(dir: string): string | undefined {
  const file = journalIn(dir);
  // A folder that is no run is not looked through.
  if (file !== undefined) refuseOdd(dir);
  return file;
}

/** What the journal in a file holds, piece by piece, whether it is compressed or not. Ends as `unpacked` does. */
export function journalBytes(file: string, most?: number): AsyncIterable<Buffer> {
  return unpacked(createReadStream(file, { highWaterMark: 1 << 20 }), most);
}

/** What the journal in a file holds, all at once. */
export function journalTextSync(file: string): string {
  const bytes = readFileSync(file);
  return (isGzip(bytes) ? gunzipSync(bytes, tolerant) : bytes).toString();
}

/** What is compressed by gzip can't be unpacked from some place on. */
export class DamagedGzip extends Error {}

/** As a killed process leaves it, gzip ends at any place: what stands before is whole. */
const tolerant = { finishFlush: constants.Z_SYNC_FLUSH };

/**
 * The bytes of a journal, unpacked where they are compressed by gzip. Those that are cut off end there in silence. Ends with a DamagedGzip where they
 * are damaged or more stands behind them, and with an Error where more comes out than `most` bytes.
 */
export async function* unpacked(
  chunks: AsyncIterable<Buffer>,
  most = mostJournalBytes,
): AsyncGenerator<Buffer, void> {
  const source = chunks[Symbol.asyncIterator]();
  const first = await source.next();
  let given = 0;
  const all = (async function* () {
    if (first.done === true) return;
    given += first.value.length;
    yield first.value;
    for await (const chunk of { [Symbol.asyncIterator]: () => source }) {
      given += chunk.length;
      yield chunk;
    }
  })();
  if (first.done === true || !isGzip(first.value)) return yield* all;
  const gunzip = createGunzip({ ...tolerant, chunkSize: 1 << 16 });
  // Its error reaches the reader of what is unpacked.
  const out = pipeline(Readable.from(all), gunzip, () => undefined);
  let bytes = 0;
  try {
    for await (const chunk of out as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > most) throw new RangeError(`it unpacks to more than the ${most} bytes that it should have`);
      yield chunk;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'Z_DATA_ERROR') throw error;
    throw new DamagedGzip(`its gzip is damaged: ${(error as Error).message}`);
  }
  if (gunzip.bytesWritten < given) throw new DamagedGzip('more stands behind its gzip');
}

/** Whether these bytes begin as gzip does: no record begins so. */
function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f;
}
