import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type FolderLock, lockFolder, refuseInUse } from '../../harness/files/folder-lock.ts';
import { journalIn } from '../../harness/journal/journal-place.ts';
import type { RunRecord } from '../../harness/journal/journal-records.ts';
import { unpackJournal } from '../../harness/journal/packed-journal.ts';
import { JournalReader } from '../../harness/journal/read-journal.ts';
import { redacted, redactorOf } from '../../harness/secrets/redact.ts';
import { SettingsError } from '../../harness/settings/settings-error.ts';
import type { Resume } from '../run/prepare.ts';
import { openRunJournal } from '../run/run-folder.ts';
import type { RunPlan } from '../run/run-plan.ts';
import { differences } from '../../harness/records/run-differences.ts';
import { readRecorded } from './read-recorded.ts';
import { underWay } from './restore.ts';

/** A run that can go on. */
export interface Resumable {
  readonly run: RunRecord;
  readonly resume: Resume;
}

/** Looks at the folder of a run that is to go on. Throws SettingsError when it can't. */
export async function resumable(out: string): Promise<Resumable> {
  const file = journalIn(out);
  if (file === undefined)
    throw new SettingsError(`${out} holds no journal.ndjson: it is not a run's folder.`);
  refuseInUse(out);
  const refuse = (why: string) => new SettingsError(`${out} can't be resumed: ${why}`);
  const reader = new JournalReader();
  const recorded = await readRecorded({ out }, reader).catch((error: unknown) => {
    throw refuse(`${file}: ${error instanceof Error ? error.message : String(error)}.`);
  });
  const { run, end } = recorded;
  const damage = reader.damage.find(({ what }) => what !== 'repeated');
  if (damage !== undefined)
    throw refuse(
      `its journal is damaged from line ${damage.from} on, and what stood there might be counted twice. \`payproof report\` shows what is left.`,
    );
  if (run === undefined) throw refuse('its journal is empty. Start a new run.');
  if (run.merged !== undefined) throw refuse('it was merged of shards. Resume a shard, and merge again.');
  if (end?.interrupted === false)
    throw refuse('it has come to its end. `payproof report` writes its reports again.');
  const begin = async (plan: RunPlan, now: RunRecord): Promise<FolderLock> => {
    const found = differences(run, redacted(now, redactorOf(plan.target)));
    if (found.length > 0) throw refuse(`${found.join('; ')}. Put it back, or start a new run.`);
    const lock = lockFolder(out);
    await unpackJournal(out);
    // The test runner writes its results anew.
    rmSync(join(out, 'allure-results'), { recursive: true, force: true });
    const journal = openRunJournal(plan);
    journal.write({
      k: 'resume',
      at: recorded.lastAt,
      resumedAt: new Date().toISOString(),
      repeats: underWay(recorded),
    });
    journal.close();
    if (journal.failed.aborted) lock.release();
    journal.failed.throwIfAborted();
    return lock;
  };
  return { run, resume: { out, lastAt: recorded.lastAt, times: recorded.resumes + 1, begin } };
}
