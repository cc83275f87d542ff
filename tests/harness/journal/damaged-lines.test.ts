import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JournalDamage } from '../../../harness/journal/journal-damage.ts';
import { openJournal } from '../../../harness/journal/journal.ts';
import { JournalReader, readJournal, readJournalSync } from '../../../harness/journal/read-journal.ts';

const causes = ['1', '2', '3', '4', '5'];

/** What is left of five records after a change of their lines, and what is named as damage. */
async function read(
  change: (lines: string[]) => string,
): Promise<{ left: string; damage: readonly JournalDamage[] }> {
  const path = join(mkdtempSync(join(tmpdir(), 'payproof-damage-')), 'journal.ndjson');
  const journal = openJournal(path, (text) => text);
  for (const cause of causes) journal.write({ k: 'trouble', at: 1, kind: 'network', cause });
  journal.close();
  writeFileSync(path, change(readFileSync(path, 'utf8').trimEnd().split('\n')));
  const reader = new JournalReader();
  let left = '';
  for await (const record of readJournal(path, reader)) left += record.k === 'trouble' ? record.cause : '?';
  const sync = new JournalReader();
  expect(readJournalSync(path, sync)).toHaveLength(left.length);
  expect(sync.damage).toEqual(reader.damage);
  return { left, damage: reader.damage };
}

const whole = (lines: readonly string[]) => `${lines.join('\n')}\n`;

describe('of a damaged journal', () => {
  it.each<readonly [string, (lines: string[]) => string, string, readonly JournalDamage[]]>([
    ['a torn last line is dropped in silence', (lines) => whole(lines).slice(0, -9), '1234', []],
    [
      'a flipped character leaves its line out, though it is JSON still',
      (lines) => whole(lines).replace('"cause":"3"', '"cause":"7"'),
      '1245',
      [{ what: 'unreadable', from: 3, to: 3 }],
    ],
    [
      'neighbouring bad lines are one range',
      (lines) => whole(lines.with(1, '\0').with(2, '{"k":"trouble"}')),
      '145',
      [{ what: 'unreadable', from: 2, to: 3 }],
    ],
    [
      'a doubled line counts once',
      (lines) => whole(lines.toSpliced(2, 0, ...lines.slice(1, 2))),
      '12345',
      [{ what: 'repeated', from: 3, to: 3 }],
    ],
    [
      'a part that was cut out is named',
      (lines) => whole(lines.toSpliced(1, 2)),
      '145',
      [{ what: 'missing', from: 2, to: 2 }],
    ],
  ])('%s', async (_claim, change, left, damage) => {
    expect(await read(change)).toEqual({ left, damage });
  });

  it('the records that are written after it are read', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'payproof-damage-')), 'journal.ndjson');
    for (const cause of causes) {
      const journal = openJournal(path, (text) => text);
      journal.write({ k: 'trouble', at: 1, kind: 'network', cause });
      journal.close();
      writeFileSync(path, 'odd\n', { flag: 'a' });
    }
    expect(readJournalSync(path)).toHaveLength(causes.length);
  });
});
