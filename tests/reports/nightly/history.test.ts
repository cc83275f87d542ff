import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { appendHistory, readHistory, figuresIn } from '../../../reports/nightly/history-file.ts';
import { historyJsonSchema, type HistoryRow } from '../../../reports/nightly/history-schema.ts';
import { sightingsAfter, flakeRate, type SeenInNight } from '../../../reports/nightly/sightings.ts';
import { root } from '../../house/reading/sources.ts';

const base = mkdtempSync(join(tmpdir(), 'payproof-history-'));
afterAll(() => rmSync(base, { recursive: true }));
const place = () => mkdtempSync(join(base, 'runs-'));
const at = (number: number) => new Date(Date.UTC(2026, 0, number, 2)).toISOString();
const row = (number: number, more: Partial<HistoryRow> = {}): HistoryRow => ({
  schema: 1,
  target: 'sandbox',
  run: `night-${number}`,
  started_at: at(number),
  exit: 0,
  ...more,
});
const fileIn = (dir: string) => join(dir, 'history.ndjson');
const runsIn = (dir: string) => readHistory(dir).map(({ run }) => run);

describe('the history', () => {
  test('has one line a night, the newest last, and a night that is noted again replaces its line', async () => {
    const dir = place();
    expect(readHistory(dir)).toEqual([]);
    for (const number of [1, 2, 1]) await appendHistory(dir, row(number, { exit: number }));
    expect(readFileSync(fileIn(dir), 'utf8').trimEnd().split('\n')).toHaveLength(2);
    expect(runsIn(dir)).toEqual(['night-1', 'night-2']);
    expect(existsSync(join(dir, 'history.lock'))).toBe(false);
  });

  test('survives a torn last line, lines of other programs, and lines of versions before and after', async () => {
    const dir = place();
    const { exit: _none, ...older } = row(1);
    const newer = { ...row(2), schema: 2, more: 'kept' };
    const lines = [JSON.stringify(older), JSON.stringify(newer), '[]', JSON.stringify({ ...row(3), odd: 1 })];
    writeFileSync(fileIn(dir), `${lines.join('\n')}\n{"schema":1,"target":"sand`);
    expect(runsIn(dir)).toEqual(['night-1', 'night-3']);
    expect(figuresIn(readHistory(dir)[0] as HistoryRow)).toMatchObject({
      exit: null,
      requests: null,
      latency_ms: null,
    });
    await appendHistory(dir, row(4));
    const written = readFileSync(fileIn(dir), 'utf8');
    expect(written).toContain('"more":"kept"');
    expect(written).toContain('"odd":1');
    expect(written).not.toContain('"target":"sand\n');
    expect(
      written
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toHaveLength(4);
    expect(runsIn(dir)).toEqual(['night-1', 'night-3', 'night-4']);
  });

  test('keeps the newest thousand lines, within its size, and no line that is too long', async () => {
    const dir = place();
    const many = Array.from({ length: 1200 }, (_, index) =>
      JSON.stringify({ ...row(1), run: `old-${index}` }),
    );
    writeFileSync(
      fileIn(dir),
      `${many.join('\n')}\n${JSON.stringify({ ...row(1), odd: 'x'.repeat(70_000) })}\n`,
    );
    await appendHistory(dir, row(2));
    expect(runsIn(dir)).toHaveLength(1000);
    expect(runsIn(dir).at(-1)).toBe('night-2');
    expect(runsIn(dir)[0]).toBe('old-201');
    const large = JSON.stringify({ ...row(1), odd: 'x'.repeat(60_000) });
    writeFileSync(fileIn(dir), `${Array.from({ length: 200 }, () => large).join('\n')}\n`);
    await appendHistory(dir, row(3));
    expect(statSync(fileIn(dir)).size).toBeLessThanOrEqual(8 * 1024 * 1024);
    expect(runsIn(dir).at(-1)).toBe('night-3');
  });

  test('that can not be read has no nights, and is not replaced', async () => {
    const dir = place();
    mkdirSync(fileIn(dir));
    expect(readHistory(dir)).toEqual([]);
    await expect(appendHistory(dir, row(1))).rejects.toThrow('history.ndjson is no file');
    expect(existsSync(join(dir, 'history.lock'))).toBe(false);
    expect(statSync(fileIn(dir)).isDirectory()).toBe(true);
  });

  test('has every night of processes that end at the same time', async () => {
    const dir = place();
    const script = `
      import { appendHistory } from '${join(root, 'reports/nightly/history-file.ts')}';
      const [dir, own] = process.argv.slice(1);
      for (let number = 1; number <= 20; number += 1)
        await appendHistory(dir, { schema: 1, target: own, run: String(number), started_at: '${at(1)}' });`;
    const tsx = ['--import', 'tsx', '--input-type=module', '--eval', script, dir];
    await Promise.all(
      ['one', 'two', 'three'].map((own) =>
        promisify(execFile)(process.execPath, [...tsx, own], { cwd: root }),
      ),
    );
    expect(readHistory(dir)).toHaveLength(60);
    expect(readFileSync(fileIn(dir), 'utf8').split('\n')).toHaveLength(61);
  }, 60_000);
});

test('each field of a line is named in docs/nightly.md', () => {
  const told = readFileSync(join(root, 'docs/nightly.md'), 'utf8');
  const fields = Object.keys(historyJsonSchema().properties ?? {});
  expect(fields.length).toBeGreaterThan(20);
  expect(fields.filter((field) => !told.includes(`\`${field}\``))).toEqual([]);
});

describe('the flake rate of a violation', () => {
  const night = (number: number, came: 'seen' | 'flaky' | 'held' | 'not tried'): SeenInNight => ({
    at: at(number),
    seen: came === 'seen' || came === 'flaky' ? [{ requirement: 'a', flaky: came === 'flaky' }] : [],
    held: came === 'held' ? ['a'] : [],
  });
  test.each([
    [['seen', 'seen'], 2, 2, 0],
    [['seen', 'not tried', 'seen'], 2, 2, 0],
    [['seen', 'held', 'held'], 1, 1, 0],
    [['seen', 'held', 'seen', 'held'], 2, 3, 0.333],
    [['flaky', 'seen'], 2, 2, 0.5],
    [['held', 'flaky'], 1, 1, 1],
  ] as const)('of %j: seen in %d of %d nights, rate %d', (came, nights, tried, rate) => {
    const [found] = came.reduce<ReturnType<typeof sightingsAfter>>(
      (sofar, one, index) => sightingsAfter(sofar, night(index + 1, one)),
      [],
    );
    expect(found).toMatchObject({ nights, tried });
    expect(found && flakeRate(found)).toBe(rate);
  });

  test('knows the first and the last night, and lists what was seen last first', () => {
    const both = [
      night(1, 'seen'),
      { at: at(2), seen: [{ requirement: 'b', flaky: false }], held: [] },
      night(3, 'held'),
    ];
    const found = both.reduce<ReturnType<typeof sightingsAfter>>(sightingsAfter, []);
    expect(found).toMatchObject([
      { requirement: 'b', first: at(2), last: at(2), held: 0 },
      { requirement: 'a', first: at(1), last: at(1), held: 1 },
    ]);
  });
});
