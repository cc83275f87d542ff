import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { growing } from '../../../cli/progress/show-progress.ts';
import { unpacked } from '../../../harness/journal/journal-bytes.ts';
import { openJournal } from '../../../harness/journal/journal.ts';
import { JournalReader, recordsIn } from '../../../harness/journal/read-journal.ts';
import { failingRun } from '../../reports/certificate/synthetic.ts';

const dir = mkdtempSync(join(tmpdir(), 'payproof-growing-'));

test('a file that grows is read to its end, once it is over', async () => {
  const file = join(dir, 'any');
  writeFileSync(file, 'one');
  const over = new AbortController();
  let read = '';
  for await (const chunk of growing(file, over.signal)) {
    read += chunk.toString();
    if (read !== 'one') continue;
    appendFileSync(file, ', two');
    over.abort();
  }
  expect(read).toBe('one, two');
});

test('each record of a journal is read while its run goes on, and those of other kinds are left out', async () => {
  const file = join(dir, 'journal.ndjson.gz');
  const journal = openJournal(file, (text) => text);
  const over = new AbortController();
  const records = failingRun().filter(({ k }) => k === 'exchange' || k === 'sequence');
  const sequences = records.filter(({ k }) => k === 'sequence');
  expect(sequences.length).toBeGreaterThan(0);
  for (const record of records) journal.write(record);
  journal.flush();
  const found: string[] = [];
  for await (const { k } of recordsIn(
    unpacked(growing(file, over.signal)),
    new JournalReader(['sequence', 'end']),
  )) {
    found.push(k);
    if (found.length < sequences.length) continue;
    journal.write({ k: 'end', at: 1, interrupted: false });
    journal.close();
    over.abort();
  }
  expect(found).toEqual([...sequences.map(({ k }) => k), 'end']);
  rmSync(dir, { recursive: true });
});
