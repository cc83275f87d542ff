import { join, relative } from 'node:path';
import type { Har } from 'har-format';
import type { FailureRecord } from '../harness/records/failure-record.ts';
import { asUnwritable } from '../harness/preflight/trouble.ts';
import { writeAllure } from './ci/allure.ts';
import type { Certificate } from './certificate/certificate-schema.ts';
import type { FoundBy } from './reproduction/reproduction.ts';
import { readSummary } from './journal/fold.ts';
import { writeAtomically } from './files/write-atomically.ts';
import { allureFolder } from './manifest/report-files.ts';
import { writeManifest } from './manifest/manifest.ts';
import { register } from './register.ts';
import type { RunSummary } from './journal/summary.ts';
import { reportTexts, reproductionTexts, type ReportText } from './report-texts.ts';

/** A run's folder as a reader would type it: relative to the working folder where it lies in it. */
export function displayDir(dir: string): string {
  const near = relative(process.cwd(), dir);
  return near === '' || near.startsWith('..') ? dir : near;
}

/**
 * Writes every report of the run in a folder, from its journal alone; writing again gives the same files.
 * Throws a SettingsError when the folder holds no journal of a run.
 */
export async function writeReports(dir: string): Promise<Certificate> {
  return writeReportsOf(await readSummary(dir), dir);
}

/** The same for a summary that was already read. Throws Unwritable when the folder can't be written. */
export async function writeReportsOf(summary: RunSummary, dir: string): Promise<Certificate> {
  try {
    return await writeAll(summary, dir);
  } catch (error) {
    throw asUnwritable(dir, error);
  }
}

async function writeAll(summary: RunSummary, dir: string): Promise<Certificate> {
  const display = displayDir(dir);
  const { certified, texts } = await reportTexts(summary, display);
  const resultsDir = join(dir, allureFolder);
  await writeTexts(dir, texts.slice(0, -1));
  writeAllure({ certificate: certified, summary, register, dir: display, resultsDir });
  // Written after all files that it points to.
  await writeTexts(dir, texts.slice(-1));
  await writeManifest(dir, certified, display);
  return certified;
}

async function writeTexts(dir: string, texts: readonly ReportText[]): Promise<void> {
  for (const { file, text, executable = false } of texts)
    await writeAtomically(join(dir, file), text, { executable });
}

/** Writes a failure into a folder, in each of its forms. */
export async function writeReproduction(
  dir: string,
  record: FailureRecord,
  found: FoundBy,
  har?: Har,
): Promise<void> {
  await writeTexts(dir, reproductionTexts(record, found, har));
}
