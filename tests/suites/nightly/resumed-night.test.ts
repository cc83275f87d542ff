import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { resumeOptions } from '../../../cli/run/resume-options.ts';
import { sealedLine } from '../../../harness/journal/journal-file.ts';
import type { JournalRecord } from '../../../harness/journal/journal-records.ts';
import type { SequenceRecord } from '../../../harness/records/sequence-record.ts';
import type { NightTask } from '../../../harness/records/night-records.ts';
import { readJournalSync } from '../../../harness/journal/read-journal.ts';
import { claims } from '../../../suites/claims/all-claims.ts';
import { startOwnTarget } from '../../support/targets/own-target.ts';
import { runNight } from '../../../suites/nightly/nightly.ts';
import { prepareRun } from '../../../suites/run/prepare.ts';
import { type RunOptions } from '../../../suites/run/run-config.ts';
import { journalOf } from '../../../suites/run/run-folder.ts';

const { dir, targets, close } = await startOwnTarget();
afterAll(close);

const task: NightTask = { run: 'night', forMs: 60_000, kept: {}, trend: [] };

/** A night that ends by its requests. */
async function night(options: RunOptions): Promise<readonly JournalRecord[]> {
  const { config, finish } = await prepareRun({ ...options, complete: (of) => ({ ...of, nightly: task }) });
  const { signal } = new AbortController();
  const over = await runNight(config, { forMs: task.forMs, signal, claims: [claims['resource/tokens']] });
  await finish(false, over);
  return readJournalSync(journalOf(config));
}

const explored = (records: readonly JournalRecord[]) =>
  records.filter((record): record is SequenceRecord => record.k === 'sequence' && record.phase === 'explore');
const digestsOf = (records: readonly JournalRecord[], which: number) =>
  explored(records).flatMap(({ digest, round = 0 }) => (round === which ? (digest ?? []) : []));

test('a night that was killed in a round goes on with it, and sends nothing again that was judged', async () => {
  const asked = { targets, only: [], bail: false, runs: 6, seed: 1, maxRequests: 600 };
  const unbroken = await night({ ...asked, out: join(dir, 'unbroken') });
  const second = unbroken.findIndex((record) => record.k === 'sequence' && record.round === 2);
  const killed = unbroken.slice(0, second + 1);
  const folder = join(dir, 'killed');
  mkdirSync(folder);
  const lines = killed.map((record, index) => `${sealedLine(JSON.stringify(record), index + 1)}\n`);
  writeFileSync(join(folder, 'journal.ndjson'), lines.join(''));

  const resumed = await night(await resumeOptions(folder, { targets, only: [] }, 'nightly'));
  const added = resumed.slice(killed.length);
  expect(digestsOf(killed, 1).length).toBeGreaterThan(0);
  for (const round of [0, 1]) expect(digestsOf(added, round)).toEqual([]);
  expect(digestsOf(resumed, 2).toSorted()).toEqual(digestsOf(unbroken, 2).toSorted());
  expect(resumed.at(-1)).toMatchObject({ k: 'end', night: { why: 'requests', planned: true } });
  expect(added.at(0)).toMatchObject({ k: 'resume', repeats: ['resource/tokens'] });
});
