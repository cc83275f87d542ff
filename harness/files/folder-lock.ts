import { linkSync, lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { SettingsError } from '../settings/settings-error.ts';

/** Who has a folder. */
const holderSchema = z.object({
  pid: z.number().int().positive(),
  host: z.string(),
  /** When the lock was taken. */
  since: z.string(),
  /** When the process was started, as its system says; null where it does not. */
  born: z.string().nullable(),
});
type Holder = z.infer<typeof holderSchema>;

export interface FolderLock {
  /** Gives the folder free. A lock that another process has taken meanwhile stays. */
  release(): void;
}

/** The name of the lock in the folder. */
export const lockName = 'run.lock';

/**
 * Takes a folder for this process until it is released or the process ends. The lock of a process that has gone is taken over. Throws a
 * SettingsError that names the folder and the process when another run has it. Locks of other names are held beside it.
 */
export function lockFolder(folder: string, name = lockName): FolderLock {
  const file = join(folder, name);
  const own: Holder = {
    pid: process.pid,
    host: hostname(),
    since: new Date().toISOString(),
    born: bornOf(process.pid) ?? null,
  };
  const text = `${JSON.stringify(own)}\n`;
  if (!made(file, text)) {
    removeStale(file, folder);
    if (!made(file, text)) throw inUse(folder, file);
  }
  const release = (): void => {
    process.off('exit', release);
    if (textOf(file) === text) rmSync(file, { force: true });
  };
  process.on('exit', release);
  return { release };
}

/** Throws a SettingsError that names the folder and the process when a run has it. */
export function refuseInUse(folder: string): void {
  const file = join(folder, lockName);
  if (isHeld(textOf(file))) throw inUse(folder, file);
}

/** Makes the lock, whole at once and only where none is. Gives false where one is. */
function made(file: string, text: string): boolean {
  const whole = `${file}.${process.pid}`;
  try {
    writeFileSync(whole, text);
    // A link is made or not; a file that is created and then written could be read half.
    linkSync(whole, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(whole, { force: true });
  }
}

/** Removes the lock of a process that has gone. Throws a SettingsError when it has not. */
function removeStale(file: string, folder: string): void {
  const found = textOf(file);
  if (isHeld(found)) throw inUse(folder, file);
  const aside = `${file}.${process.pid}.stale`;
  try {
    renameSync(file, aside);
    // Another run may have taken the stale lock over since it was read: then it gets its own back.
    if (textOf(aside) !== found) linkSync(aside, file);
  } catch {
    // Another process removes it or has made one: the next try to make ours shows which.
  } finally {
    rmSync(aside, { force: true });
  }
}

function textOf(file: string): string | undefined {
  try {
    // A pipe has no end, and a link would be somebody's.
    return lstatSync(file).isFile() ? readFileSync(file, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

function holderOf(text: string | undefined): Holder | undefined {
  try {
    return holderSchema.safeParse(JSON.parse(text ?? '')).data;
  } catch {
    return undefined;
  }
}

/** Whether a lock is that of a run that may go on. What is no lock of ours is not held. */
function isHeld(text: string | undefined): boolean {
  const holder = holderOf(text);
  if (holder === undefined) return false;
  // The processes of another machine can't be looked up.
  if (holder.host !== hostname()) return true;
  // The system may have given the number to another process since.
  return isRunning(holder.pid) && bornOf(holder.pid) === (holder.born ?? undefined);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: there is one, of another user.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** When a process was started: the boot of the system and the ticks since. Undefined outside Linux. */
function bornOf(pid: number): string | undefined {
  const boot = textOf('/proc/sys/kernel/random/boot_id');
  const stat = textOf(`/proc/${pid}/stat`);
  // The name of the program, in brackets, may hold spaces. The start is the 20th field after it.
  const ticks = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  return boot === undefined || ticks === undefined ? undefined : `${boot.trim()} ${ticks}`;
}

function inUse(folder: string, file: string): SettingsError {
  const holder = holderOf(textOf(file));
  if (holder === undefined)
    return new SettingsError(`${folder} is in use by another run. Give --out another folder.`);
  const where = holder.host === hostname() ? '' : ` on ${holder.host}`;
  const otherwise = where === '' ? '' : ` If that run is over, remove ${file}.`;
  return new SettingsError(
    `${folder} is in use by another run: process ${holder.pid}${where}, since ${holder.since}. Wait for its end, or give --out another folder.${otherwise}`,
  );
}
