import { Unwritable } from '../../harness/preflight/trouble.ts';
import type { Certificate } from '../../reports/certificate/certificate-schema.ts';
import { readSummary } from '../../reports/journal/fold.ts';
import type { RunSummary } from '../../reports/journal/summary.ts';
import { writeReportsOf } from '../../reports/write.ts';
import type { PreparedRun } from '../../suites/run/prepare.ts';
import { openRunJournal, journalOf, makeRunFolder } from '../../suites/run/run-folder.ts';
import type { RunConfig } from '../../suites/run/run-config.ts';
import type { SuitesOutcome } from '../command/run-suites.ts';
import { noDisplay, type ShownProgress } from '../progress/show-progress.ts';
import { cleanUpAfter } from './clean-up.ts';
import { rmSync } from 'node:fs';
import type { FolderLock } from '../../harness/files/folder-lock.ts';
import { openJournalFile } from '../../harness/journal/journal-file.ts';
import type { Mergeable } from '../../reports/merge/merged-records.ts';
import { steadyNow } from '../../harness/time.ts';

/**
 * Ends a run whose suites were checked: closes it and writes its reports, and ends its display. Throws Unwritable when the run's folder can't be written any more.
 */
export async function endRun(
  prepared: PreparedRun,
  outcome: SuitesOutcome,
  interrupted: AbortSignal,
  {
    progress = noDisplay,
    ...options
  }: { readonly quiet?: boolean | undefined; readonly progress?: ShownProgress },
): Promise<{ readonly certificate: Certificate; readonly summary: RunSummary }> {
  try {
    progress.reports();
    await progress.pausedFor(() => closeRun(prepared, outcome, interrupted, options));
    const summary = await readSummary(prepared.config.out);
    const certificate = await writeReportsOf(summary, prepared.config.out);
    return { certificate, summary };
  } finally {
    await progress.end();
    prepared.release();
  }
}

/** Undoes what a run has left where the target asks for that, and closes its journal. Throws Unwritable when that can't be written any more. */
export async function closeRun(
  prepared: PreparedRun,
  outcome: SuitesOutcome,
  interrupted: AbortSignal,
  { quiet }: { readonly quiet?: boolean | undefined },
): Promise<void> {
  if (outcome.unwritable !== undefined) {
    await prepared.breakOff();
    throw new Unwritable(outcome.unwritable);
  }
  await cleanUpAfter(prepared.config, interrupted, { quiet });
  await prepared.finish(outcome.interrupted);
  await noteFaults(prepared.config, outcome.faults);
}

/** Writes our own errors into the journal, so that no report made from it calls the target conformant. */
async function noteFaults(config: RunConfig, faults: readonly string[]): Promise<void> {
  if (faults.length === 0) return;
  const { troubles } = await readSummary(config.out);
  const journal = openRunJournal(config);
  for (const cause of faults) {
    // A suite that failed has written its cause already.
    if (troubles.some((trouble) => trouble.cause === cause)) continue;
    journal.write({ k: 'trouble', at: steadyNow() - config.startedAt, kind: 'ours', cause });
  }
  journal.close();
}

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
