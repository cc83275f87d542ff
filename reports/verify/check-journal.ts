import { journalName, packedJournalName } from '../../harness/journal/journal-place.ts';
import { mostJournalBytes, unpacked } from '../../harness/journal/packed-journal.ts';
import { summaryOf } from '../journal/fold.ts';
import { damagePlaces } from '../journal/damage-text.ts';
import type { RunSummary } from '../journal/summary.ts';
import { manifestName } from '../manifest/report-files.ts';
import { differs, type ReadList } from './check-files.ts';
import type { RunFiles } from './run-files.ts';
import type { Findings } from './verification.ts';

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
  const most = Math.min(mostJournalBytes, row?.bytes ?? mostJournalBytes);
  const plain = file === journalName ? bytes : unpacked(bytes, most);
  try {
    const summary = await summaryOf(plain, file);
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
