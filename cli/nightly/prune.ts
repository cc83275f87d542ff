import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { refuseInUse } from '../../harness/files/folder-lock.ts';
import { journalBytes, journalIn } from '../../harness/journal/journal-bytes.ts';
import type { RunRecord } from '../../harness/records/run-record.ts';
import { recordsIn } from '../../harness/journal/read-journal.ts';
import { isOfRun } from '../../reports/manifest/report-files.ts';
import type { RunConfig } from '../../suites/run/run-config.ts';

/** What pruning came to. */
export interface Pruned {
  /** The folders that were removed. */
  readonly removed: readonly string[];
  /** Nights that would have been removed, and were left, with the reason. */
  readonly left: readonly { readonly dir: string; readonly why: string }[];
}

/**
 * Removes the oldest nights of a target beside the folder of a run, until `keep` are left. A folder is one of them only by its journal, and is removed
 * only where it holds nothing but files of a run. `spared` are names of folders that stay whatever their age.
 */
export async function pruneNights(
  { out, target }: Pick<RunConfig, 'out' | 'target'>,
  { keep, spared }: { readonly keep: number; readonly spared: readonly string[] },
): Promise<Pruned> {
  const place = dirname(out);
  const nights: { readonly dir: string; readonly startedAt: number }[] = [];
  for (const entry of readdirSync(place, { withFileTypes: true })) {
    const dir = join(place, entry.name);
    // No link is followed: what it leads to is not beside the run.
    const run = entry.isDirectory() ? await firstRecord(dir) : undefined;
    const isNight = run?.target.name === target.name && run.nightly?.run === entry.name;
    if (run !== undefined && isNight) nights.push({ dir, startedAt: Date.parse(run.startedAt) });
  }
  const old = nights
    .toSorted((a, b) => b.startedAt - a.startedAt)
    .slice(keep)
    .filter(({ dir }) => dir !== out && !spared.includes(basename(dir)));
  const removed: string[] = [];
  const left: { dir: string; why: string }[] = [];
  for (const { dir } of old) {
    const why = reasonToKeepRun(dir);
    if (why === undefined) removed.push(dir);
    else left.push({ dir, why });
  }
  for (const dir of removed) rmSync(dir, { recursive: true });
  return { removed, left };
}

/** Of any folder, ours or not: far more than a first record takes. */
const mostBytes = 16 * 1024 * 1024;

/** The first record of the run in a folder; undefined where it holds none that can be read. */
async function firstRecord(dir: string): Promise<RunRecord | undefined> {
  const file = journalIn(dir);
  if (file === undefined) return undefined;
  try {
    for await (const record of recordsIn(journalBytes(file, mostBytes)))
      return record.k === 'run' ? record : undefined;
  } catch {
    // What can't be read is not removed.
  }
  return undefined;
}

/** Why the folder of a run may not be removed; undefined where it may. */
export function reasonToKeepRun(dir: string): string | undefined {
  try {
    refuseInUse(dir);
  } catch {
    return 'a run is under way in it';
  }
  const other = readdirSync(dir).find((name) => !isOfRun(name));
  return other === undefined ? undefined : `it holds ${other}, which is none of a run's files`;
}
