import { journalIn } from '../../harness/journal/journal-place.ts';
import { readJournal, type JournalReader } from '../../harness/journal/read-journal.ts';
import { journalOf } from '../run/run-folder.ts';
import type { RunPlan } from '../run/run-plan.ts';
import { Recorded } from './recorded.ts';

/** The journal of a run, read back. */
export async function readRecorded(plan: Pick<RunPlan, 'out'>, reader?: JournalReader): Promise<Recorded> {
  const recorded = new Recorded();
  for await (const record of readJournal(journalIn(plan.out) ?? journalOf(plan), reader))
    recorded.add(record);
  return recorded;
}
