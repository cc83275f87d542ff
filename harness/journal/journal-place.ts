import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Name of the journal in a run's folder. */
export const journalName = 'journal.ndjson';

/** The same once it is compressed, by gzip. */
export const packedJournalName = `${journalName}.gz`;

/** The file with the journal of the run in a folder, compressed or not; undefined where there is none. */
export function journalIn(dir: string): string | undefined {
  // A process that was killed while it compressed leaves both, and only the plain one is sure to be whole.
  return [journalName, packedJournalName].map((name) => join(dir, name)).find((file) => existsSync(file));
}
