import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openJournalFile } from '../../../harness/journal/journal-file.ts';
import type { JournalRecord } from '../../../harness/journal/journal-records.ts';
import { writeManifest } from '../../../reports/manifest/manifest.ts';
import { displayDir, writeReports } from '../../../reports/write.ts';
import { failureRecord, runRecord } from '../../reports/certificate/synthetic.ts';

/** Writes the folder of a run with one violation that nobody made, with two of its Allure results. */
export async function writeTinyRun(dir: string, more: readonly JournalRecord[] = []): Promise<void> {
  mkdirSync(dir, { recursive: true });
  const file = openJournalFile(join(dir, 'journal.ndjson'));
  const records = [runRecord(), failureRecord(), ...more, { k: 'end', at: 1, interrupted: false }];
  file.append(records.map((record) => JSON.stringify(record)));
  file.close();
  const certified = await writeReports(dir);
  for (const name of readdirSync(join(dir, 'allure-results')).slice(2))
    rmSync(join(dir, 'allure-results', name));
  await writeManifest(dir, certified, displayDir(dir));
}
