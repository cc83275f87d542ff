import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkRun, nightsBefore } from '../../../cli/nightly/nights-before.ts';
import type { JournalRecord } from '../../../harness/journal/journal-records.ts';
import type { RunRecord } from '../../../harness/records/run-record.ts';
import { loadTarget } from '../../../harness/settings/settings.ts';
import { certificate } from '../../../reports/certificate/certificate.ts';
import { fold } from '../../../reports/journal/fold.ts';
import { nightly } from '../../../reports/nightly/nightly.ts';
import { writeReproduction } from '../../../reports/write.ts';
import {
  endRecord,
  failureRecord,
  register,
  runRecord,
  sequenceRecord,
} from '../../reports/certificate/synthetic.ts';

const dir = mkdtempSync(join(tmpdir(), 'payproof-nights-'));
afterAll(() => rmSync(dir, { recursive: true }));

const rule = 'legacy.capture.full-closes';
const target = { ...loadTarget({ file: undefined, name: 'embedded' }), name: 'sandbox' };
const at = (hour: string) => `2026-01-31T${hour}:00:00.000Z`;

/** Writes what a night that began at this hour leaves to later ones. */
async function night(
  runs: string,
  name: string,
  hour: string,
  more: readonly JournalRecord[] = [],
  run: Partial<RunRecord> = {},
) {
  const summary = fold([
    runRecord({ startedAt: at(hour), ...run, nightly: { run: name, forMs: 60_000, kept: {}, trend: [] } }),
    sequenceRecord({ [rule]: 1 }),
    ...more,
    ...(more.some(({ k }) => k === 'end') ? [] : [endRecord]),
  ]);
  const folder = join(runs, name);
  mkdirSync(folder);
  const certified = certificate(summary, register);
  writeFileSync(join(folder, 'certificate.json'), JSON.stringify(certified));
  writeFileSync(join(folder, 'nightly.json'), JSON.stringify(nightly(certified, summary, register)));
  const { target: of, tool } = summary.run;
  for (const { record } of summary.failures)
    await writeReproduction(join(folder, 'reproductions'), record, { target: of.name, tool });
}

const place = () => mkdtempSync(join(dir, 'runs-'));
const beforeOf = (runs: string, asked?: string, hour = '23', only: readonly string[] = []) =>
  nightsBefore({ out: join(runs, 'tonight'), target, only, startedAt: Date.parse(at(hour)) }, asked);

test('a night is compared with the newest earlier one of the same target', async () => {
  const runs = place();
  await night(runs, 'b-old', '01');
  await night(runs, 'a-new', '02');
  await night(runs, 'c-later', '05');
  await night(runs, 'd-other', '03', [], { target: { ...runRecord().target, name: 'another' } });
  expect(beforeOf(runs, undefined, '04').before).toMatchObject({ run: 'a-new', rows: { [rule]: 'pass' } });
  expect(beforeOf(runs).trend.map(({ run }) => run)).toEqual(['c-later']);
});

test('a night that broke off is skipped, unless there is no other', async () => {
  const runs = place();
  const interrupted: JournalRecord = { k: 'end', at: 9, interrupted: true };
  await night(runs, 'broken', '02', [interrupted]);
  expect(beforeOf(runs).before?.run).toBe('broken');
  await night(runs, 'whole', '01');
  expect(beforeOf(runs).before?.run).toBe('whole');
});

test('a night with the same --only is preferred', async () => {
  const runs = place();
  await night(runs, 'all', '01');
  await night(runs, 'some', '02', [], { only: ['legacy', 'webhooks'] });
  expect(beforeOf(runs).before?.run).toBe('all');
  expect(beforeOf(runs, undefined, '23', ['webhooks', 'legacy']).before?.run).toBe('some');
  expect(beforeOf(runs, undefined, '23', ['resource']).before?.run).toBe('some');
});

test('failures are run again under the same name, flaky ones last; unreadable ones are skipped', async () => {
  const runs = place();
  await night(runs, 'one', '01', [
    failureRecord({ reproduction: '2-flaky', flaky: true }),
    failureRecord({ reproduction: 'kept-1-full-closes' }),
    failureRecord({ reproduction: '3-damaged' }),
  ]);
  writeFileSync(join(runs, 'one/reproductions/3-damaged.json'), '{');
  const { kept } = beforeOf(runs);
  expect(kept.map(({ name }) => name)).toEqual(['1-full-closes', '2-flaky']);
  expect(kept.map(({ requirement }) => requirement)).toEqual([[rule], [rule]]);
});

test('folders that are no night, and damaged ones, are ignored', async () => {
  const runs = place();
  mkdirSync(join(runs, 'empty'));
  mkdirSync(join(runs, 'damaged'));
  writeFileSync(join(runs, 'damaged/nightly.json'), '{"schema":1,');
  expect(beforeOf(runs)).toEqual({ trend: [], seen: [], kept: [] });
  expect(beforeOf(join(dir, 'no/such'))).toEqual({ trend: [], seen: [], kept: [] });
  await night(runs, 'without-certificate', '01');
  rmSync(join(runs, 'without-certificate/certificate.json'));
  expect(beforeOf(runs).before).toBeUndefined();
});

test('--previous names any run that has a certificate', async () => {
  const runs = place();
  await night(runs, 'newest', '02');
  await night(runs, 'asked', '01');
  expect(beforeOf(runs, join(runs, 'asked')).before?.run).toBe('asked');
  expect(() => checkRun(join(runs, 'asked'))).not.toThrow();
  expect(() => checkRun(runs)).toThrow('holds no certificate.json of a run');
});
