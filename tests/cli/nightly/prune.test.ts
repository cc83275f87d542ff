import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { pruneNights } from '../../../cli/nightly/prune.ts';
import { lockFolder } from '../../../harness/files/folder-lock.ts';
import { sealedLine } from '../../../harness/journal/journal-file.ts';
import type { RunRecord } from '../../../harness/records/run-record.ts';
import { loadTarget } from '../../../harness/settings/settings.ts';
import { runRecord } from '../../reports/certificate/synthetic.ts';

const base = mkdtempSync(join(tmpdir(), 'payproof-prune-'));
afterAll(() => rmSync(base, { recursive: true }));
const target = { ...loadTarget({ file: undefined, name: 'embedded' }), name: 'sandbox' };

/** Writes the folder of a night with its number as its day. */
function nightIn(
  runs: string,
  name: string,
  day: number,
  change: (record: RunRecord) => RunRecord = (same) => same,
): string {
  const folder = join(runs, name);
  mkdirSync(join(folder, 'reproductions'), { recursive: true });
  const record = runRecord({
    startedAt: new Date(Date.UTC(2026, 0, day)).toISOString(),
    nightly: { run: name, forMs: 1, kept: {}, trend: [] },
  });
  const line = `${sealedLine(JSON.stringify(change(record)), 1)}\n`;
  if (day % 2 === 0) writeFileSync(join(folder, 'journal.ndjson'), line);
  else writeFileSync(join(folder, 'journal.ndjson.gz'), gzipSync(line));
  for (const file of ['certificate.json', 'report.html.123.tmp']) writeFileSync(join(folder, file), '{}');
  return folder;
}

const place = () => mkdtempSync(join(base, 'runs-'));
const asked = (runs: string, keep: number, spared: readonly string[] = []) =>
  pruneNights({ out: join(runs, 'tonight'), target }, { keep, spared });

test('the oldest nights go until as many are left as are to stay, tonight among them', async () => {
  const runs = place();
  for (const day of [1, 2, 3, 4]) nightIn(runs, `night-${day}`, day);
  nightIn(runs, 'tonight', 5);
  const { removed, left } = await asked(runs, 3);
  expect(removed.toSorted()).toEqual([join(runs, 'night-1'), join(runs, 'night-2')]);
  expect(left).toEqual([]);
  expect(readdirSync(runs)).toEqual(['night-3', 'night-4', 'tonight']);
});

test('nothing goes that is no night of this target, holds something else, is in use, or is compared with', async () => {
  const runs = place();
  const elsewhere = nightIn(place(), 'linked', 1);
  symlinkSync(elsewhere, join(runs, 'linked'));
  nightIn(runs, 'certified', 1, ({ nightly: _none, ...run }) => run);
  nightIn(runs, 'of-another', 1, (run) => ({ ...run, target: { ...run.target, name: 'other' } }));
  nightIn(runs, 'renamed', 1, (run) => ({
    ...run,
    nightly: { run: 'before', forMs: 1, kept: {}, trend: [] },
  }));
  nightIn(runs, 'compared', 1);
  writeFileSync(join(nightIn(runs, 'with-notes', 1), 'notes.txt'), 'mine');
  const lock = lockFolder(nightIn(runs, 'in-use', 1));
  mkdirSync(join(runs, 'regressions'));
  writeFileSync(join(runs, 'regressions/mine.json'), '{}');
  mkdirSync(join(runs, 'damaged'));
  writeFileSync(join(runs, 'damaged/journal.ndjson.gz'), 'no gzip');
  mkdirSync(join(runs, 'bomb'));
  writeFileSync(join(runs, 'bomb/journal.ndjson.gz'), gzipSync(Buffer.alloc(40_000_000)));
  writeFileSync(join(runs, 'history.ndjson'), '');
  nightIn(runs, 'old', 2);
  nightIn(runs, 'tonight', 5);
  const before = readdirSync(runs);
  const { removed, left } = await asked(runs, 1, ['compared']);
  lock.release();
  expect(removed).toEqual([join(runs, 'old')]);
  expect(left.toSorted((a, b) => (a.dir < b.dir ? -1 : 1))).toEqual([
    { dir: join(runs, 'in-use'), why: 'a run is under way in it' },
    { dir: join(runs, 'with-notes'), why: "it holds notes.txt, which is none of a run's files" },
  ]);
  expect(readdirSync(runs)).toEqual(before.filter((name) => name !== 'old'));
  expect(existsSync(join(elsewhere, 'certificate.json'))).toBe(true);
});
