import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { sealedLine } from '../../../harness/journal/journal-file.ts';
import type { JournalRecord } from '../../../harness/journal/journal-records.ts';
import type { RunRecord } from '../../../harness/records/run-record.ts';
import type { Shard } from '../../../harness/records/shard-records.ts';
import { mergeable } from '../../../reports/merge/merged-records.ts';
import { readShard } from '../../../reports/merge/read-shard.ts';
import { endRecord, runRecord } from '../certificate/synthetic.ts';

/** Holds the folders of the test files, and nothing else. They share this module, and each removes what it has made. */
export const dir = mkdtempSync(join(tmpdir(), 'payproof-merge-'));

/** Removes the folders after the tests of the file that calls it. */
export function removeFolders(): void {
  afterAll(() => rmSync(dir, { recursive: true, force: true }));
}

let folders = 0;

/** The folder of a shard of two with these records between its first and its last. */
export function shardWith(
  index: number,
  records: readonly JournalRecord[],
  {
    run = {},
    shard = {},
    end = [endRecord],
    more = '',
  }: {
    run?: Partial<RunRecord>;
    shard?: Partial<Shard>;
    end?: readonly JournalRecord[];
    more?: string;
  } = {},
): string {
  folders += 1;
  const folder = join(dir, String(folders));
  mkdirSync(folder, { recursive: true });
  const first = runRecord({ settings: {}, ...run, shard: { index, of: 2, shared: true, ...shard } });
  const lines = [first, ...records, ...end].map(
    (one, line) => `${sealedLine(JSON.stringify(one), line + 1)}\n`,
  );
  writeFileSync(join(folder, 'journal.ndjson'), lines.join('') + more);
  return folder;
}

/** The records of the run that is merged of these folders. */
export async function merged(...given: readonly string[]): Promise<readonly JournalRecord[]> {
  const { run, records } = mergeable(await Promise.all(given.map((folder) => readShard(folder))));
  const all: JournalRecord[] = [run];
  for await (const record of records()) all.push(record);
  return all;
}
