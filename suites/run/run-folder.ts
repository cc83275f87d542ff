import { closeSync, existsSync, mkdirSync, openSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type FolderLock, lockFolder, refuseInUse } from '../../harness/files/folder-lock.ts';
import { missingFolders } from '../../harness/files/make-folder.ts';
import { openJournal, type Journal } from '../../harness/journal/journal.ts';
import { journalIn, packedJournalName } from '../../harness/journal/journal-bytes.ts';
import type { RunRecord } from '../../harness/records/run-record.ts';
import { type Redact, redactorOf } from '../../harness/secrets/redact.ts';
import { SettingsError } from '../../harness/settings/settings-error.ts';
import { causeOf } from '../../harness/preflight/trouble.ts';
import type { RunConfig } from './run-config.ts';

/** The journal of a run that begins or goes on: one of an earlier version goes on as it is. */
export function journalOf({ out }: { readonly out: string }): string {
  return journalIn(out) ?? join(out, packedJournalName);
}

/** Opens the journal of a run; no secret of its target is written. */
export function openRunJournal(
  config: Pick<RunConfig, 'out' | 'target'>,
  redact: Redact = redactorOf(config.target),
): Journal {
  return openJournal(journalOf(config), redact, config.target.limits);
}

/** The folder that `--out` asks for. Throws SettingsError when it holds a run already, or one that goes on. */
export function askedFolder(asked: string): string {
  if (asked === '')
    throw new SettingsError('--out is empty. Give it a folder, or leave it out for a fresh one.');
  const out = resolve(asked);
  refuseInUse(out);
  if (journalIn(out) !== undefined) throw holdsRun(out);
  return out;
}

/** A folder under `runs/` that does not exist yet. */
export function freshFolder(startedAt: number, target: string, below = '.'): string {
  const stamp = new Date(startedAt).toISOString().replaceAll(':', '-').replace(/\..*/, '');
  const base = resolve(below, 'runs', `${stamp}-${target}`);
  let out = base;
  for (let count = 2; existsSync(out); count += 1) out = `${base}-${count}`;
  return out;
}

/** Makes such a folder, so that no other run that starts in the same second has it. Throws SettingsError where none can be made. */
export function reservedFolder(startedAt: number, target: string, below?: string): string {
  for (;;) {
    const out = freshFolder(startedAt, target, below);
    try {
      mkdirSync(dirname(out), { recursive: true, mode: folderMode });
      mkdirSync(out, { mode: folderMode });
      return out;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw notWritable(out, error);
    }
  }
}

/** Whatever the mask is: a journal has what no other user of the machine need read. */
const folderMode = 0o700;

/**
 * Makes a run's folder with its first record, and takes it for this process. Throws SettingsError when another run has it or it can't be
 * made; what was made on the way is taken back.
 */
export function makeRunFolder(plan: { readonly out: string }, first: RunRecord, redact: Redact): FolderLock {
  const { out } = plan;
  const made: string[] = [];
  let lock: FolderLock | undefined;
  let begun = false;
  try {
    for (const folder of missingFolders(out)) {
      mkdirSync(folder, { mode: folderMode });
      made.push(folder);
    }
    lock = lockFolder(out);
    if (journalIn(out) !== undefined) throw holdsRun(out);
    closeSync(openSync(journalOf(plan), 'ax'));
    begun = true;
    const journal = openJournal(journalOf(plan), redact);
    journal.write(first);
    journal.close();
    journal.failed.throwIfAborted();
    return lock;
  } catch (error) {
    if (begun) rmSync(journalOf(plan));
    lock?.release();
    for (const folder of made.reverse()) rmdirSync(folder);
    if (error instanceof SettingsError) throw error;
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw holdsRun(out);
    throw notWritable(out, error);
  }
}

function notWritable(out: string, error: unknown): SettingsError {
  return new SettingsError(
    `No run can be written to ${out}: ${causeOf(error)}. Give --out a folder that can be written.`,
  );
}

/** Two runs in one journal would give the verdict of neither. */
function holdsRun(out: string): SettingsError {
  return new SettingsError(
    `${out} holds another run already. Give --out another folder, or leave it out for a fresh one.`,
  );
}
