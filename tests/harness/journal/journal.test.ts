import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JournalRecord } from '../../../harness/journal/journal-records.ts';
import { openJournal } from '../../../harness/journal/journal.ts';
import { JournalReader, readJournal, readJournalSync } from '../../../harness/journal/read-journal.ts';
import { redactor } from '../../../harness/secrets/redact.ts';
import { Unwritable } from '../../../harness/preflight/trouble.ts';

const file = () => join(mkdtempSync(join(tmpdir(), 'payproof-journal-')), 'run', 'journal.ndjson');
const trouble = (cause: string): JournalRecord => ({ k: 'trouble', at: 1, kind: 'network', cause });

async function all(path: string, reader = new JournalReader()): Promise<readonly JournalRecord[]> {
  const records: JournalRecord[] = [];
  for await (const record of readJournal(path, reader)) records.push(record);
  return records;
}

describe('the journal', () => {
  it('appends records in order after earlier ones', async () => {
    const path = file();
    for (const cause of ['first', 'sécond\n']) {
      const journal = openJournal(path, redactor([]));
      journal.write(trouble(cause));
      journal.close();
    }
    expect(await all(path)).toEqual([trouble('first'), trouble('sécond\n')]);
    expect(readJournalSync(path)).toEqual(await all(path));
  });

  it('is on disk within 50 ms, and at once when it is flushed', async () => {
    const path = file();
    const journal = openJournal(path, redactor([]));
    journal.write(trouble('soon'));
    expect(readFileSync(path, 'utf8')).toBe('');
    await expect.poll(() => readJournalSync(path).length, { timeout: 1000, interval: 10 }).toBe(1);
    journal.write(trouble('now'));
    journal.flush();
    expect(readJournalSync(path)).toHaveLength(2);
    journal.close();
  });

  it('has a judgement on disk at once, since the process may be killed', () => {
    const path = file();
    const journal = openJournal(path, redactor([]));
    journal.write(trouble('before'));
    journal.write({ k: 'end', at: 1, interrupted: false });
    expect(readJournalSync(path)).toHaveLength(2);
    journal.close();
  });

  // A device on which every write fails.
  it.skipIf(!existsSync('/dev/full'))('that can not be written says so once, and takes nothing more', () => {
    const path = file();
    mkdirSync(dirname(path));
    symlinkSync('/dev/full', path);
    const journal = openJournal(path, redactor([]));
    expect(journal.failed.aborted).toBe(false);
    journal.write({ k: 'end', at: 1, interrupted: false });
    expect(journal.failed.reason).toEqual(
      new Unwritable(
        `${dirname(path)} can't be written: no space is left. What was written so far stays there: payproof report makes its reports once the folder can be written.`,
      ),
    );
    rmSync(path);
    journal.write(trouble('later'));
    journal.close();
    expect(existsSync(path)).toBe(false);
  });

  it('contains no secret', () => {
    const path = file();
    const journal = openJournal(path, redactor(['hush"hush']));
    journal.write(trouble('it said hush"hush'));
    journal.close();
    expect(readJournalSync(path)).toEqual([trouble('it said <redacted>')]);
  });

  it('stays whole when a secret equals words of it', () => {
    const path = file();
    const journal = openJournal(path, redactor(['"trouble"', 'k":"trouble","at']));
    journal.write(trouble('it said "trouble"'));
    journal.close();
    expect(readJournalSync(path)).toEqual([trouble('it said <redacted>')]);
  });

  it('is read up to an incomplete last line, and continues after it', async () => {
    const path = file();
    const journal = openJournal(path, redactor([]));
    journal.write(trouble('whole'));
    journal.close();
    appendFileSync(path, '{"k":"trou');
    expect(await all(path)).toEqual([trouble('whole')]);
    expect(readJournalSync(path)).toEqual([trouble('whole')]);
    const again = openJournal(path, redactor([]));
    again.write(trouble('next'));
    again.close();
    expect(await all(path)).toEqual([trouble('whole'), trouble('next')]);
  });

  it('of an earlier version, without numbers and checksums, is read', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'payproof-journal-')), 'journal.ndjson');
    writeFileSync(path, 'what\n{"k":"end","at":1,"interrupted":false}\n');
    expect(readJournalSync(path)).toEqual([{ k: 'end', at: 1, interrupted: false }]);
    const reader = new JournalReader();
    expect(await all(path, reader)).toEqual(readJournalSync(path));
    expect(reader.damage).toEqual([{ what: 'unreadable', from: 1, to: 1 }]);
  });

  it('with a line separator of Unicode in a reply has it in one record', async () => {
    const path = file();
    const journal = openJournal(path, redactor([]));
    journal.write(trouble('one\u2028two\u0085three'));
    journal.close();
    expect(await all(path)).toEqual([trouble('one\u2028two\u0085three')]);
  });
});
