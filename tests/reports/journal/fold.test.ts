import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SettingsError } from '../../../harness/settings/settings-error.ts';
import { type JournalRecord, reduce } from '../../../harness/journal/journal-records.ts';
import { fold, readSummary } from '../../../reports/journal/fold.ts';
import { Progress } from '../../../reports/journal/progress.ts';
import { reproductionSchema } from '../../../reports/reproduction/reproduction.ts';
import { writeReports } from '../../../reports/write.ts';
import { failingRun, register } from '../certificate/synthetic.ts';

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'payproof-reports-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

function journal(more = ''): void {
  const lines = failingRun().map((record) => JSON.stringify(record));
  writeFileSync(join(dir, 'journal.ndjson'), `${lines.join('\n')}\n${more}`);
}

function everyFile(): ReadonlyMap<string, string> {
  const names = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(names.map(({ parentPath, name }) => [name, digest(join(parentPath, name))]));
}

function digest(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

describe('the summary of a journal', () => {
  const summary = fold(failingRun());

  test('counts requests to the target, not control calls', () => {
    expect(summary.totals).toEqual({
      requests: 3,
      sequences: 1,
      webhooks: 1,
      webhooksOfOthers: 0,
      shrinkRequests: 2,
    });
  });

  test('holds the requests of the violated run that shows the failure', () => {
    expect(summary.failures[0]?.exchanges.map(({ n }) => n)).toEqual([2, 3]);
  });

  test('adds equal troubles up', () => {
    expect(summary.troubles).toEqual([{ kind: 'network', cause: 'reset', times: 2 }]);
  });

  test('counts coverage by machine, operation and outcome', () => {
    expect(summary.coverage).toEqual([
      { machine: 'legacy', operation: 'capture', outcome: 'captured', times: 1, states: 1 },
    ]);
  });
});

describe('writing the reports of a folder', () => {
  test('twice writes the same files', async () => {
    journal();
    await writeReports(dir);
    const first = everyFile();
    await writeReports(dir);
    expect(everyFile()).toEqual(first);
    expect([...first.keys()].some((name) => name.endsWith('.tmp'))).toBe(false);
  });

  test('writes a reproduction that can be read again', async () => {
    journal();
    const { failures } = await writeReports(dir);
    const text = readFileSync(join(dir, failures[0]?.reproduction ?? ''), 'utf8');
    expect(reproductionSchema.parse(JSON.parse(text)).sequence).toHaveLength(2);
  });

  test('ignores a line that a crash cut', async () => {
    journal('{"k":"sequence","id":"x');
    await expect(readSummary(dir)).resolves.toMatchObject({ totals: { sequences: 1 } });
  });

  test('refuses a folder without a journal', async () => {
    await expect(readSummary(dir)).rejects.toThrow(SettingsError);
  });

  test('names a broken line of a journal, and leaves it out', async () => {
    const lines = failingRun().map((record) => JSON.stringify(record));
    journal('garbage\n{"k":"end","at":1,"interrupted":false}\n');
    const from = lines.length + 1;
    await expect(readSummary(dir)).resolves.toMatchObject({
      damage: [{ what: 'unreadable', from, to: from }],
    });
  });
});

function progressOf(records: readonly JournalRecord[]): Progress {
  const progress = new Progress(register);
  for (const record of records) reduce(progress.reducers, record);
  return progress;
}

test('live progress counts sequences, requests and violations', () => {
  const progress = progressOf(failingRun());
  expect(progress).toMatchObject({ sequences: 1, requests: 3, violations: [{ flaky: false }] });
  expect(progress.testable.size).toBe(3);
  expect([...progress.proven]).toEqual(['legacy.capture.issues-id']);
  expect(progress.suites.size).toBe(0);
});

test('live progress counts replies as they come, before their sequence ends, and those of this process apart', () => {
  const replies = failingRun().filter(({ k }) => k === 'exchange');
  const resumed = { k: 'resume', at: 9 } as JournalRecord;
  expect(progressOf(replies)).toMatchObject({ sequences: 0, requests: 3, requestsSinceStart: 3 });
  expect(progressOf([...replies, resumed])).toMatchObject({ requests: 3, requestsSinceStart: 0 });
});

test('live progress does not count evidence of rows that were not selected', () => {
  const records = failingRun().map((record) =>
    record.k === 'run' ? { ...record, only: ['resource' as const] } : record,
  );
  const progress = progressOf(records);
  expect([progress.testable.size, progress.proven.size]).toEqual([0, 0]);
});
