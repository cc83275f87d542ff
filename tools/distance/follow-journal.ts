import { setTimeout as sleep } from 'node:timers/promises';
import { growing } from '../../cli/progress/show-progress.ts';
import { journalIn, unpacked } from '../../harness/journal/journal-bytes.ts';
import type { Reducers } from '../../harness/journal/journal-records.ts';
import { reduceJournal } from '../../harness/journal/read-journal.ts';

/** How often the journal is looked at, ms: shorter than the way to a server that is worth a measurement. */
const lookMs = 10;

/**
 * Does with each record of a run's journal what is done with those of its kind, as the run writes it, until that is over and all are read. The folder
 * may come later; where none comes nothing is done.
 */
export async function followJournal(dir: string, reducers: Reducers, over: AbortSignal): Promise<void> {
  let file = journalIn(dir);
  while (file === undefined && !over.aborted) {
    await sleep(lookMs, undefined, { signal: over }).catch(() => undefined);
    file = journalIn(dir);
  }
  if (file !== undefined) await reduceJournal(unpacked(growing(file, over, lookMs)), reducers);
}
