import { basename, join, relative } from 'node:path';
import { writeAllure } from './allure.ts';
import { certificate } from './certificate.ts';
import type { Certificate } from './certificate-schema.ts';
import { curlScript } from './curl.ts';
import { readSummary } from './fold.ts';
import { junit } from './junit.ts';
import { page } from './page/page.ts';
import { register } from './register.ts';
import { reproduction } from './reproduction.ts';
import type { RunSummary } from './summary.ts';
import { vitestFile } from './vitest-file.ts';
import { writeAtomically } from './write-atomically.ts';

/** A run's folder as a reader would type it: relative where that is shorter. */
export function shownDir(dir: string): string {
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

/** The same for a summary that is already at hand. */
export async function writeReportsOf(summary: RunSummary, dir: string): Promise<Certificate> {
  const certified = certificate(summary, register);
  const shown = shownDir(dir);
  for (const { record } of summary.failures) {
    const file = join(dir, 'reproductions', basename(record.reproduction));
    await writeAtomically(`${file}.json`, json(reproduction(record, summary.run)));
    await writeAtomically(`${file}.sh`, curlScript(record), { executable: true });
    await writeAtomically(`${file}.test.ts`, vitestFile(record));
  }
  await writeAtomically(join(dir, 'junit.xml'), junit(certified, summary, register, shown));
  await writeAtomically(
    join(dir, 'report.html'),
    page({ certificate: certified, summary, register, dir: shown }),
  );
  writeAllure({
    certificate: certified,
    summary,
    register,
    dir: shown,
    resultsDir: join(dir, 'allure-results'),
  });
  // Last, so that a certificate is only there when all that it points to is.
  await writeAtomically(join(dir, 'certificate.json'), json(certified));
  return certified;
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
