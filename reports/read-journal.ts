import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { JournalRecord } from '../harness/journal-records.ts';

/** Where a run's journal lies in its folder. */
export const journalName = 'journal.ndjson';

/**
 * The records of a journal in order, one at a time, so that memory stays flat.
 * A torn last line, as a crash leaves it, is skipped; a broken line before it throws an Error that names the line.
 */
export async function* readJournal(file: string): AsyncGenerator<JournalRecord> {
  const lines = createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity });
  let number = 0;
  let broken: number | undefined;
  for await (const line of lines) {
    number += 1;
    if (line === '') continue;
    if (broken !== undefined) throw new Error(`${file}: line ${broken} is not a journal record`);
    const record = parseRecord(line);
    if (record === undefined) broken = number;
    else yield record;
  }
}

function parseRecord(line: string): JournalRecord | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && 'k' in value ? (value as JournalRecord) : undefined;
  } catch {
    return undefined;
  }
}
