import { rmSync } from 'node:fs';
import type { FolderLock } from '../../harness/files/folder-lock.ts';
import { openJournalFile } from '../../harness/journal/journal-file.ts';
import type { Mergeable } from '../../reports/merge/merged-records.ts';
import { journalOf, makeRunFolder } from '../../suites/run/run-folder.ts';

/** The journals that are read hold no secret any more. */
const asItIs = (text: string): string => text;

/** Writes the journal of a merged run, record by record, and takes its folder. Throws Unwritable, or a SettingsError; what was written is removed then. */
export async function writeMerged(out: string, { run, records }: Mergeable): Promise<FolderLock> {
  const lock = makeRunFolder({ out }, run, asItIs);
  const journal = openJournalFile(journalOf({ out }));
  try {
    for await (const record of records()) {
      journal.append([JSON.stringify(record)]);
      journal.failed.throwIfAborted();
    }
    return lock;
  } catch (error) {
    rmSync(journalOf({ out }), { force: true });
    lock.release();
    throw error;
  } finally {
    journal.close();
  }
}
