import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { lockFolder } from '../../../harness/files/folder-lock.ts';
import { sealedLine } from '../../../harness/journal/journal-file.ts';
import type { JournalRecord } from '../../../harness/journal/journal-records.ts';
import type { RunRecord } from '../../../harness/records/run-record.ts';
import { JournalReader, readJournalSync } from '../../../harness/journal/read-journal.ts';
import { loadTarget } from '../../../harness/settings/settings.ts';
import { resumeOptions } from '../../../cli/run/resume-options.ts';
import { differences } from '../../../harness/records/run-settings.ts';
import { prepareRun, runRecord } from '../../../suites/run/prepare.ts';
import { unwrittenConfig } from '../../../suites/run/unwritten-run.ts';
import { certificate } from '../../../reports/certificate/certificate.ts';
import type { Certificate } from '../../../reports/certificate/certificate-schema.ts';
import { fold } from '../../../reports/journal/fold.ts';
import { register } from '../../../reports/register.ts';
import { runText } from '../../../reports/words/run-text.ts';
import { claims } from '../../../suites/claims/all-claims.ts';
import { resumable } from '../../../suites/resume/restore.ts';
import { readRecorded } from '../../../suites/resume/recorded.ts';
import { openRun } from '../../../suites/run/open-run.ts';
import { runClaim } from '../../../suites/run/run-claim.ts';
import { openRunJournal } from '../../../suites/run/run-folder.ts';
import { certificateDifferences } from '../../gauntlet/resume/compare.ts';
import { sizeOf } from '../../gauntlet/resume/killed.ts';
import { journalOfRun } from '../../support/runs/broken-run.ts';

const dir = mkdtempSync(join(tmpdir(), 'payproof-resume-'));
afterAll(() => rmSync(dir, { recursive: true }));

const target = loadTarget({ file: undefined, name: 'embedded' });
const began: RunRecord = runRecord(
  unwrittenConfig(target, { capabilities: [], skewMs: 0 }, { seed: 7, only: ['resource'], runs: 5 }),
);

/** A run's folder with these records. */
function folderWith(name: string, records: readonly JournalRecord[], more = ''): string {
  const folder = join(dir, name);
  mkdirSync(folder);
  const lines = records.map((record, index) => `${sealedLine(JSON.stringify(record), index + 1)}\n`);
  writeFileSync(join(folder, 'journal.ndjson'), lines.join('') + more);
  return folder;
}

const none = { only: [] };

describe('--resume refuses, with one message, a folder', () => {
  const night = { run: 'n', forMs: 1, kept: {}, trend: [] };
  test.each([
    [
      'of a run that has ended',
      [began, { k: 'end', at: 1, interrupted: false }],
      '',
      'it has come to its end',
    ],
    ['with an empty journal', [], '', 'its journal is empty'],
    ['with a damaged journal', [began, began], 'x\n', 'its journal is damaged from line 3 on'],
    [
      'of a night',
      [{ ...began, nightly: night }],
      '',
      'was begun by nightly: use `payproof nightly --resume',
    ],
  ] as const)('%s', async (name, records, more, words) => {
    const folder = folderWith(name.replaceAll(' ', '-'), records, more);
    const bytes = sizeOf(folder);
    await expect(resumeOptions(folder, none, 'certify')).rejects.toThrow(words);
    expect(sizeOf(folder)).toBe(bytes);
  });

  test('that another process has', async () => {
    const folder = folderWith('in-use', [began]);
    const lock = lockFolder(folder);
    await expect(resumeOptions(folder, none, 'certify')).rejects.toThrow('is in use by another run');
    lock.release();
    await expect(resumeOptions(folder, none, 'certify')).resolves.toMatchObject({ seed: 7 });
  });

  test('that is none of a run, and --out beside it', async () => {
    await expect(resumeOptions(join(dir, 'none'), none, 'certify')).rejects.toThrow(
      'holds no journal.ndjson.gz',
    );
    await expect(resumeOptions(dir, { ...none, out: 'x' }, 'certify')).rejects.toThrow('leave --out out');
  });
});

describe('--resume accepts', () => {
  test.each([
    ['a run without an end', [began]],
    ['a run that was interrupted', [began, { k: 'end', at: 9, interrupted: true }]],
  ] as const)('%s, with the options that it began with', async (name, records) => {
    // Half a line is what a kill leaves.
    const folder = folderWith(name.replaceAll(' ', '-'), records, '{"k":"exch');
    const options = await resumeOptions(folder, none, 'certify');
    expect(options).toMatchObject({ target: 'embedded', seed: 7, only: ['resource'], runs: 5, bail: false });
  });
});

test('a run whose journal was compressed by hand goes on behind that', async () => {
  const folder = folderWith('compressed', [began]);
  const file = join(folder, 'journal.ndjson');
  writeFileSync(`${file}.gz`, gzipSync(readFileSync(file)));
  rmSync(file);
  const { resume } = await resumable(folder);
  const lock = await resume.begin(
    { ...unwrittenConfig(target, { capabilities: [], skewMs: 0 }, {}), out: folder },
    began,
  );
  lock.release();
  expect(readJournalSync(`${file}.gz`).map(({ k }) => k)).toEqual(['run', 'resume']);
  expect(existsSync(file)).toBe(false);
});

describe('a run that is resumed must be the same', () => {
  const settings = began.settings ?? {};
  test.each([
    [{ tool: { ...began.tool, version: '0.0.1' } }, `payproof was ${began.tool.version} and is 0.0.1`],
    [{ seed: 8 }, '--seed was 7 and is 8'],
    [{ runs: 6 }, '--runs was 5 and is 6'],
    [{ only: [] }, '--only was resource and is nothing'],
    [{ target: { ...began.target, name: 'other' } }, 'the target was embedded and is other'],
    [{ target: { ...began.target, means: ['legacy'] } }, 'what it offers was nothing and is legacy'],
    [{ profile: { a: 'b' } }, 'its profile was {} and is {"a":"b"}'],
    [{ settings: { ...settings, 'limits.concurrency': 3 } }, 'limits.concurrency was 8 and is 3'],
    [{ settings: { ...settings, '--max-requests': 3 } }, '--max-requests was not set and is 3'],
  ])('%o is named', (changes: Partial<RunRecord>, words) => {
    expect(differences(began, { ...began, ...changes })).toEqual([words]);
  });

  test('and is, when nothing was changed but the computer', () => {
    const now = { ...began, startedAt: '2030-01-01T00:00:00.000Z', tool: { ...began.tool, node: '99' } };
    expect(differences(began, now)).toEqual([]);
  });

  test('which a journal of before settings were noted does not show', () => {
    const { settings: _, ...old } = began;
    expect(differences(old, began)).toEqual([expect.stringContaining('earlier version')]);
  });
});

test('a run that was killed goes on in its journal, after its last whole line', async () => {
  const { 'resource/tokens': claim } = claims;
  const whole = await journalOfRun({ claims: [claim], changes: { only: ['resource'], runs: 2 } });
  const folder = folderWith('killed', whole.slice(0, whole.length / 2), '{"k":"exch');
  const { config, finish } = await prepareRun(await resumeOptions(folder, none, 'certify'));
  const run = openRun(config, openRunJournal(config), { recorded: await readRecorded(config) });
  await runClaim(run, claim, { claims: [claim] });
  await run.close();
  await finish(false);
  const reader = new JournalReader();
  const records = readJournalSync(join(folder, 'journal.ndjson'), reader);
  expect(reader.damage).toEqual([]);
  expect(records.filter(({ k }) => k === 'run' || k === 'resume' || k === 'end').map(({ k }) => k)).toEqual([
    'run',
    'resume',
    'end',
  ]);
  const [unbroken, resumed] = [whole, records].map((all) => certificate(fold(all), register));
  expect(unbroken && resumed && certificateDifferences(unbroken, resumed)).toEqual([]);
  const text = runText(resumed as Certificate, fold(records), register, folder);
  expect(text).toContain(`(${resumed?.resumed?.[0]?.requests_before} of them before the interruption)`);
});
