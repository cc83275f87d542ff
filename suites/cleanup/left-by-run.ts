import { Ledger } from './ledger.ts';
import { readJournal } from '../../harness/journal/read-journal.ts';
import { journalOf } from '../run/run-folder.ts';
import type { JournalRecord } from '../../harness/journal/journal-records.ts';

/** What a run has left, by its journal. */
export interface LeftByRun {
  readonly ledger: Ledger;
  /** Requests that were sent, those of an earlier cleaning up included. */
  readonly sent: number;
  /** Why the target is gone; undefined while it is not known to be. */
  readonly gone?: string | undefined;
}

/** What the run in a folder has left; a journal that goes on by `write` has what comes later too. */
export async function leftByRun(
  out: string,
  { startedAt, write }: { readonly startedAt: number; readonly write: (record: JournalRecord) => void },
): Promise<LeftByRun> {
  const ledger = new Ledger((owed) => write({ k: 'payment', at: Date.now() - startedAt, ...owed }));
  let sent = 0;
  let gone: string | undefined;
  for await (const record of readJournal(journalOf({ out }))) {
    if (record.k === 'payment') ledger.restore(record);
    // Numbers of requests in the background are given twice.
    if (record.k === 'cleanup' || (record.k === 'exchange' && record.control !== true)) sent += 1;
    if (record.k === 'trouble' && record.event === 'gone') gone = record.cause;
    if (record.k === 'resume') gone = undefined;
  }
  return { ledger, sent, gone };
}
