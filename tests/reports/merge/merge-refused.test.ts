import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sealedLine } from '../../../harness/journal/journal-file.ts';
import type { RunRecord } from '../../../harness/records/run-record.ts';
import { mergeable } from '../../../reports/merge/merged-records.ts';
import { readShard } from '../../../reports/merge/read-shard.ts';
import { dir, merged, removeFolders, shardWith } from './shard-folders.ts';
import { endRecord, failureRecord, runRecord } from '../certificate/synthetic.ts';

removeFolders();

describe('no run is merged', () => {
  const tool = runRecord().tool;
  test.each<[string, Partial<RunRecord>]>([
    ['--seed was 42 and is 43', { seed: 43 }],
    ['payproof was 0.1.0 and is 0.2.0', { tool: { ...tool, version: '0.2.0' } }],
    ['the commit of payproof was null and is "b"', { tool: { ...tool, commit: 'b' } }],
    ['the target was sandbox and is other', { target: { ...runRecord().target, name: 'other' } }],
    ['limits.concurrency was not set and is 3', { settings: { 'limits.concurrency': 3 } }],
    ['the documents was null', { documents: [{ name: 'legacy', sha256: 'a' }] }],
    [
      'what the target says that it runs was null',
      { endpoints: [{ interface: 'control', url: 'http://t', build: 'b' }] },
    ],
  ])('of shards that differ, and the message says in what: %s', async (words, run) => {
    await expect(merged(shardWith(1, []), shardWith(2, [], { run }))).rejects.toThrow(words);
  });

  test('of the same shard twice, and the message names both folders', async () => {
    const [one, again] = [shardWith(2, []), shardWith(2, [])];
    await expect(merged(one, again)).rejects.toThrow(`Shard 2 of 2 is there twice: ${one} and ${again}`);
  });

  test('of another number of shards, of a whole run, of a merged one, or of nothing', async () => {
    await expect(merged(shardWith(1, []), shardWith(2, [], { shard: { of: 3 } }))).rejects.toThrow(
      'the number of shards was 2 and is 3',
    );
    const whole = shardWith(1, []);
    const file = join(whole, 'journal.ndjson');
    writeFileSync(file, `${sealedLine(JSON.stringify(runRecord()), 1)}\n`);
    await expect(merged(whole)).rejects.toThrow('is a whole run');
    writeFileSync(file, `${sealedLine(JSON.stringify(runRecord({ merged: { of: 2, shared: true } })), 1)}\n`);
    await expect(merged(whole)).rejects.toThrow('was merged already');
    writeFileSync(file, '');
    await expect(merged(whole)).rejects.toThrow('no run record');
    await expect(merged(dir)).rejects.toThrow('holds no journal.ndjson.gz');
  });

  test('where a shard used the target while the first one held it alone', async () => {
    const apart = { apart: true } as const;
    const first = shardWith(1, [], { shard: apart });
    await expect(merged(first, shardWith(2, [], { shard: apart }))).rejects.toThrow(
      'Run shard 1 before the others',
    );
    const later = { run: { startedAt: '2026-01-31T10:00:00.000Z' }, shard: apart };
    expect(await merged(first, shardWith(2, [], later))).toHaveLength(4);
  });

  test('where the clock of the queue says so, whatever those of two machines show', async () => {
    const hourMs = 3_600_000;
    const at = (index: number, startedAt: string, clockMs: number) =>
      shardWith(index, [], {
        run: { startedAt },
        shard: { apart: true, queue: { run: 'r1', clockMs } },
      });
    const first = at(1, '2026-01-31T09:00:00.000Z', 0);
    // An hour later, by a clock that is an hour behind, and at the same time, by one that is an hour ahead.
    const later = await merged(first, at(2, '2026-01-31T09:00:00.000Z', hourMs));
    expect(later.filter(({ k }) => k === 'shard')).toMatchObject([
      { startedAt: '2026-01-31T09:00:00.000Z' },
      { startedAt: '2026-01-31T10:00:00.000Z' },
    ]);
    expect(later.at(-1)).toMatchObject({ k: 'end', at: hourMs + endRecord.at });
    await expect(merged(first, at(2, '2026-01-31T10:00:00.000Z', -hourMs))).rejects.toThrow('while shard 2');
  });

  test('of shards that differ in what they offer, but for what the receiver of the first one hears', async () => {
    const { target } = runRecord();
    const hears = { target: { ...target, means: [...target.means, 'webhooks'] } };
    const deaf = { target: { ...target, receiverTrouble: 'it leads elsewhere' } };
    expect(await merged(shardWith(1, [], { run: deaf }), shardWith(2, [], { run: hears }))).toHaveLength(4);
    await expect(merged(shardWith(1, []), shardWith(2, [], { run: hears }))).rejects.toThrow(
      'what it offers was',
    );
  });

  test('of two runs by queue', async () => {
    const [one, other] = ['r1', 'r2'].map((run, index) =>
      shardWith(index + 1, [], { shard: { queue: { run, clockMs: 0 } } }),
    );
    await expect(merged(one ?? '', other ?? '')).rejects.toThrow('the run by queue was "r1" and is "r2"');
  });

  test('of a shard with more failures than any run reports', async () => {
    const many = Array.from({ length: 5001 }, () => failureRecord());
    await expect(merged(shardWith(1, many))).rejects.toThrow('more failures than any run reports');
  });

  test('of servers of their own, whose addresses may differ, where other settings do', async () => {
    const own = { shared: false };
    const at = (port: number, more = {}) => ({
      shard: own,
      run: { settings: { 'legacy.base_url': `http://127.0.0.1:${port}`, ...more } },
    });
    expect(await merged(shardWith(1, [], at(1)), shardWith(2, [], at(2)))).toHaveLength(4);
    await expect(merged(shardWith(1, [], at(1)), shardWith(2, [], at(2, { cleanup: true })))).rejects.toThrow(
      'cleanup was not set and is true',
    );
  });

  test('of a journal that changes meanwhile', async () => {
    const shard = shardWith(1, []);
    const { records } = mergeable([await readShard(shard)]);
    writeFileSync(join(shard, 'journal.ndjson'), `${readFileSync(join(shard, 'journal.ndjson'), 'utf8')}x\n`);
    const readAll = async (): Promise<void> => {
      for await (const record of records()) expect(record.k).not.toBe('run');
    };
    await expect(readAll()).rejects.toThrow('has changed');
  });
});
