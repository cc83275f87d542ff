import { closeSync, existsSync, mkdirSync, openSync, rmdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { openJournal, type Journal } from '../../harness/journal.ts';
import { redactorOf } from '../../harness/redact.ts';
import { SettingsError } from '../../harness/settings-error.ts';
import type { RunPlan } from './run-plan.ts';

/** The journal of a run. */
export function journalOf({ out }: { readonly out: string }): string {
  return join(out, 'journal.ndjson');
}

/** Opens the journal of a run; no secret of its target is written. */
export function openRunJournal(plan: Pick<RunPlan, 'out' | 'target'>): Journal {
  return openJournal(journalOf(plan), redactorOf(plan.target));
}

/** The folder that `--out` asks for. Throws SettingsError when it holds a run already. */
export function askedFolder(asked: string): string {
  if (asked === '')
    throw new SettingsError('--out is empty. Give it a folder, or leave it out for a fresh one.');
  const out = resolve(asked);
  if (existsSync(journalOf({ out }))) throw holdsRun(out);
  return out;
}

/** A folder under `runs/` that does not exist yet: two runs may start in the same second. */
export function freshFolder(startedAt: number, target: string): string {
  const stamp = new Date(startedAt).toISOString().replaceAll(':', '-').replace(/\..*/, '');
  const base = resolve('runs', `${stamp}-${target}`);
  let out = base;
  for (let count = 2; existsSync(out); count += 1) out = `${base}-${count}`;
  return out;
}

/** Makes a run's folder with an empty journal. Throws SettingsError when it can't be made; what was made on the way is taken back. */
export function makeRunFolder(out: string): void {
  const made: string[] = [];
  try {
    // One by one: mkdir's own `recursive` never returns where the system denies that a parent exists, as under /proc.
    for (const folder of missing(out)) {
      mkdirSync(folder);
      made.push(folder);
    }
    closeSync(openSync(journalOf({ out }), 'ax'));
  } catch (error) {
    for (const folder of made.reverse()) rmdirSync(folder);
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw holdsRun(out);
    throw new SettingsError(
      `No run can be written to ${out}: ${reasons[code ?? ''] ?? `the system says ${code ?? String(error)}`}. Give --out a folder that can be written.`,
    );
  }
}

/** The folders that are to be made, outermost first. */
function missing(out: string): readonly string[] {
  const folders: string[] = [];
  for (let at = out; !existsSync(at); at = dirname(at)) folders.unshift(at);
  return folders;
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'no permission',
  EPERM: 'no permission',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a part of its path is a file',
  ENAMETOOLONG: 'its name is too long',
  ENOSPC: 'no space is left',
};

/** Two runs in one journal would give the verdict of neither. */
function holdsRun(out: string): SettingsError {
  return new SettingsError(
    `${out} holds another run already. Give --out another folder, or leave it out for a fresh one.`,
  );
}
