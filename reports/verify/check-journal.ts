import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { journalName, summaryOf } from '../journal/fold.ts';
import { damagePlaces } from '../journal/damage-text.ts';
import type { RunSummary } from '../journal/summary.ts';
import { manifestName, packedJournalName } from '../manifest/report-files.ts';
import { differs, type ReadList } from './check-files.ts';
import type { RunFiles } from './run-files.ts';
import type { Findings } from './verification.ts';

/** A journal of more bytes is read by nobody: that of a whole night has some hundred million. */
const mostBytes = 8 * 1024 ** 3;

/** Reads the journal of a run, once. Undefined where there is none, or none can be read. */
export async function checkJournal(
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
  const bytes = run.read(file);
  const unpacked =
    file === journalName ? bytes : unzipped(bytes, Math.min(mostBytes, row?.bytes ?? mostBytes));
  try {
    const summary = await summaryOf(unpacked, file);
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
export function checkLines(
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

/** Unpacks gzip, and ends with an error where more comes out than there should. */
async function* unzipped(chunks: AsyncIterable<Buffer>, most: number): AsyncIterable<Buffer> {
  const gunzip = createGunzip();
  // Its error reaches the reader of what is unpacked.
  const unpacked = pipeline(Readable.from(chunks), gunzip, () => undefined);
  let bytes = 0;
  for await (const chunk of unpacked as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > most) throw new Error(`it unpacks to more than the ${most} bytes that it should have`);
    yield chunk;
  }
}
