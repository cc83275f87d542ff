import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { pipeline as piped } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { journalName, packedJournalName } from './journal-damage.ts';

/** A journal of more bytes is read by nobody: that of a whole night has some hundred million. */
export const mostJournalBytes = 8 * 1024 ** 3;

/** Unpacks gzip piece by piece, and ends with an error where more comes out than `most` bytes. */
export async function* unpacked(
  chunks: AsyncIterable<Buffer>,
  most = mostJournalBytes,
): AsyncGenerator<Buffer, void> {
  const gunzip = createGunzip();
  // Its error reaches the reader of what is unpacked.
  const out = pipeline(Readable.from(chunks), gunzip, () => undefined);
  let bytes = 0;
  for await (const chunk of out as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > most) throw new Error(`it unpacks to more than the ${most} bytes that it should have`);
    yield chunk;
  }
}

/**
 * Compresses the journal of a run that is over, whose bytes have this digest. It is read back before the plain one is removed; where it can't be
 * written, or differs, the plain one stays. Gives whether it is compressed now.
 */
export async function packJournal(
  dir: string,
  { sha256, bytes }: { readonly sha256: string; readonly bytes: number },
): Promise<boolean> {
  const [plain, packed] = [join(dir, journalName), join(dir, packedJournalName)];
  if (bytes > mostJournalBytes || !existsSync(plain)) return false;
  const temporary = `${packed}.${process.pid}.tmp`;
  try {
    // Flushed to the disk, since the plain one is removed.
    await piped(createReadStream(plain), createGzip(), createWriteStream(temporary, { flush: true }));
    const hash = createHash('sha256');
    for await (const chunk of unpacked(createReadStream(temporary), bytes)) hash.update(chunk);
    if (hash.digest('hex') !== sha256) return false;
    await rename(temporary, packed);
    await rm(plain);
    return true;
  } catch {
    return false;
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Puts the plain journal back into the folder of a run that goes on. Throws an Error where the compressed one is damaged. */
export async function unpackJournal(dir: string): Promise<void> {
  const [plain, packed] = [join(dir, journalName), join(dir, packedJournalName)];
  if (existsSync(plain) || !existsSync(packed)) return;
  const temporary = `${plain}.${process.pid}.tmp`;
  try {
    await piped(unpacked(createReadStream(packed)), createWriteStream(temporary, { flush: true }));
    await rename(temporary, plain);
  } finally {
    await rm(temporary, { force: true });
  }
  await rm(packed);
}
