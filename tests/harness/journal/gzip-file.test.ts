import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { openJournalFile } from '../../../harness/journal/journal-file.ts';
import type { JournalRecord } from '../../../harness/journal/journal-records.ts';
import { JournalReader, readJournal, readJournalSync } from '../../../harness/journal/read-journal.ts';
import { createRandom } from '../../support/setups/random.ts';

const dir = mkdtempSync(join(tmpdir(), 'payproof-gzip-'));
afterAll(() => rmSync(dir, { recursive: true }));
const file = join(dir, 'journal.ndjson.gz');

/** Long enough that a few of them fill a member, and not all alike. */
const below = createRandom(1);
const trouble = (number: number): JournalRecord => ({
  k: 'trouble',
  at: number,
  kind: 'network',
  cause: Array.from({ length: below(4000) }, () => below(1e6).toString(36)).join(' '),
});
const records = Array.from({ length: 600 }, (_, number) => trouble(number));

/** Writes these, a few at once, as a run does. */
function write(some: readonly JournalRecord[]): void {
  const journal = openJournalFile(file);
  for (let at = 0; at < some.length; at += 7)
    journal.append(some.slice(at, at + 7).map((record) => JSON.stringify(record)));
  journal.close();
}

async function read(): Promise<{ left: readonly JournalRecord[]; damage: JournalReader['damage'] }> {
  const reader = new JournalReader();
  const left: JournalRecord[] = [];
  for await (const record of readJournal(file, reader)) left.push(record);
  return { left, damage: reader.damage };
}

rmSync(file, { force: true });
write(records);
const bytes = readFileSync(file);

describe('a compressed journal', () => {
  test('is what gzip unpacks, in several members', async () => {
    expect(gunzipSync(bytes).toString().trimEnd().split('\n')).toHaveLength(records.length);
    expect(bytes.toString('latin1').split('journal.ndjson').length).toBeGreaterThan(2);
    expect(await read()).toEqual({ left: records, damage: [] });
    writeFileSync(file, bytes);
    expect(execFileSync('gzip', ['-tv', file], { stdio: 'pipe' })).toBeDefined();
  });

  test('is on the disk with each append, before its member ends', () => {
    rmSync(file);
    const journal = openJournalFile(file);
    for (const [index, record] of records.slice(0, 3).entries()) {
      journal.append([JSON.stringify(record)]);
      expect(readJournalSync(file)).toEqual(records.slice(0, index + 1));
    }
    journal.close();
  });

  const places = Array.from({ length: 24 }, () => 40 + below(bytes.length - 40));
  test.each([...places, 30, bytes.length - 1, bytes.length - 8, bytes.length - 9, bytes.length - 12])(
    'that was torn at byte %i is read up to there, and goes on behind what was read',
    async (place) => {
      writeFileSync(file, bytes.subarray(0, place));
      const torn = await read();
      expect(torn.damage).toEqual([]);
      expect(torn.left).toEqual(records.slice(0, torn.left.length));
      write(records.slice(torn.left.length));
      expect(await read()).toEqual({ left: records, damage: [] });
      expect(() => gunzipSync(readFileSync(file))).not.toThrow();
    },
  );

  test('that another program has compressed goes on behind that', async () => {
    writeFileSync(file, gzipSync(gunzipSync(bytes)));
    write([trouble(1)]);
    const { left, damage } = await read();
    expect([left.length, damage]).toEqual([records.length + 1, []]);
  });

  test('that another program has compressed, and that was torn then, is refused in one line', () => {
    writeFileSync(file, gzipSync(gunzipSync(bytes)).subarray(0, -50));
    expect(() => openJournalFile(file)).toThrow(
      `${file} can't go on: unexpected end of file. Unpack it by hand.`,
    );
  });

  test.each<readonly [string, () => Buffer]>([
    ['a wrong checksum', () => Buffer.from(bytes).fill(0x55, bytes.length - 8, bytes.length - 4)],
    ['other bytes behind it', () => Buffer.concat([bytes, Buffer.from('more')])],
    ['zeros behind it', () => Buffer.concat([bytes, Buffer.alloc(512)])],
  ])('with %s is read up to there, and one place is named as damaged', async (_what, change) => {
    writeFileSync(file, change());
    const { left, damage } = await read();
    expect(left).toEqual(records.slice(0, left.length));
    expect(damage).toEqual([{ what: 'unreadable', from: left.length + 1, to: left.length + 1 }]);
  });

  test('with changed bytes in it gives no record that was not written, and names what is left out', async () => {
    const half = bytes.length >> 1;
    writeFileSync(file, Buffer.from(bytes).fill(0x55, half, half + 2));
    const { left, damage } = await read();
    expect(left.length).toBeLessThan(records.length);
    expect(damage.length).toBeGreaterThan(0);
    for (const record of left) expect(records[record.k === 'trouble' ? record.at : -1]).toEqual(record);
  });
});
