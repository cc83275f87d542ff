import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { OpenInputs } from '../../../harness/records/night-records.ts';
import type { InputCoverage } from '../../../reports/journal/inputs.ts';
import {
  nextOpen,
  openAfter,
  openInputsName,
  readOpenInputs,
  triedOverNights,
  writeOpenInputs,
} from '../../../reports/nightly/open-inputs.ts';
import { metBefore, triedBefore } from '../../../suites/explore/coverage-goals.ts';

const dir = mkdtempSync(join(tmpdir(), 'payproof-open-'));
afterAll(() => rmSync(dir, { recursive: true }));

const fresh: OpenInputs = { tables: 'a', round: 1, nights: 0, operations: [] };
const tried = (operation: string, missing: readonly string[], of = 4): InputCoverage => ({
  machine: 'store',
  operation,
  classes: { covered: of - missing.length, of, missing },
});
const whole = { why: 'requests', planned: true, rounds: 1 } as const;

describe('what nights leave over of the inputs', () => {
  const first = openAfter(fresh, [tried('put', ['b', 'c']), tried('get', ['x'])]);
  const second = openAfter(first, [tried('put', ['a', 'c']), tried('get', ['x', 'y'])]);

  test('is what none of them has tried', () => {
    expect(first.operations.map(({ missing }) => missing)).toEqual([['b', 'c'], ['x']]);
    expect(second.operations.map(({ missing }) => missing)).toEqual([['c'], ['x']]);
    expect(triedOverNights(second)).toEqual({ covered: 6, of: 8 });
    expect(second.nights).toBe(2);
  });

  test('stays as it was where a night has not looked at an operation', () => {
    expect(openAfter(first, [tried('put', [])]).operations).toContainEqual(
      expect.objectContaining({ operation: 'get', missing: ['x'] }),
    );
  });

  test('is never more than before, though a night may know fewer classes', () => {
    const fewer = openAfter(second, [tried('put', ['c'], 3), tried('get', ['x'])]);
    expect(triedOverNights(fewer)).toEqual(triedOverNights(second));
  });

  test('is all again once all was tried', () => {
    const all = openAfter(second, [tried('put', []), tried('get', [])]);
    expect(nextOpen(second, all, whole)).toEqual({ ...fresh, round: 2 });
    expect(nextOpen(first, second, whole)).toEqual(second);
  });

  test('is all again where a whole night has come to nothing new, and not where it was broken off', () => {
    const barren = openAfter(second, [tried('put', ['c']), tried('get', ['x'])]);
    expect(nextOpen(second, barren, whole).round).toBe(2);
    expect(nextOpen(second, barren, { ...whole, why: 'away' })).toEqual(barren);
    expect(nextOpen(second, barren, { ...whole, planned: false })).toEqual(barren);
    expect(nextOpen(second, barren, undefined)).toEqual(barren);
  });
});

describe('what nights leave over of the windows of changes', () => {
  const made = (missing: readonly string[], of = 3): InputCoverage => ({
    ...tried('put', []),
    windows: { two: { covered: of - missing.length, of, missing }, three: { covered: 0, missing: [] } },
  });
  const first = openAfter(fresh, [made(['b', 'c'])]);
  const second = openAfter(first, [made(['a', 'c'])]);

  test('is what none of them has made, of lengths of which it is known what is feasible', () => {
    expect(second.windows).toEqual({
      two: [{ machine: 'store', operation: 'put', of: 3, missing: ['c'] }],
      three: [],
    });
    expect(openAfter(second, [tried('put', [])]).windows).toEqual(second.windows);
    expect(openAfter(fresh, [tried('put', [])])).not.toHaveProperty('windows');
  });

  test('stays where all classes were tried and a new round begins', () => {
    expect(nextOpen(first, second, whole)).toEqual({ ...fresh, round: 2, windows: second.windows });
  });

  test('is all again once all were made, or where a whole night has made no new one', () => {
    const all = openAfter(second, [made([])]);
    const barren = openAfter(second, [made(['c'])]);
    expect(nextOpen(second, all, whole)).not.toHaveProperty('windows');
    expect(nextOpen(second, barren, whole)).not.toHaveProperty('windows');
    expect(nextOpen(second, barren, { ...whole, planned: false }).windows).toEqual(second.windows);
  });

  test('leaves to random sequences what was not made, and what nights say nothing of', () => {
    const feasible = { two: { put: ['a', 'b', 'c'], get: ['x'] }, three: { put: ['y'] } };
    const { windows = { two: [], three: [] } } = second;
    expect([...metBefore(windows, 'store', feasible).two]).toEqual([
      ['a', 'put'],
      ['b', 'put'],
    ]);
    expect(metBefore(windows, 'store', feasible).three.size).toBe(0);
    expect(metBefore(windows, 'other', feasible).two.size).toBe(0);
  });
});

describe('of a machine, what was tried before', () => {
  const inputs = [
    { operation: 'put', kinds: ['a', 'b'] },
    { operation: 'get', kinds: ['x'] },
  ];
  const operations = [{ machine: 'store', operation: 'put', of: 2, missing: ['b'] }];

  test('is all that is not missing, and nothing of an operation that is not known', () => {
    expect([...triedBefore(operations, 'store', inputs)]).toEqual(['put a']);
    expect([...triedBefore(operations, 'other', inputs)]).toEqual([]);
  });
});

describe('the file of what is left over', () => {
  const open = openAfter(fresh, [tried('put', ['b'])]);
  const file = join(dir, openInputsName);

  test('gives back what was written, each target apart', async () => {
    await writeOpenInputs(dir, 'sandbox', open);
    await writeOpenInputs(dir, '__proto__x', fresh);
    expect(readOpenInputs(dir, 'sandbox', 'a')).toEqual({ open });
    expect(readOpenInputs(dir, '__proto__x', 'a')).toEqual({ open: fresh });
    expect(readOpenInputs(dir, 'constructor', 'a')).toEqual({ open: fresh });
  });

  test('counts for nothing where the classes or the settings have changed, and says so', () => {
    const { open: begun, afresh } = readOpenInputs(dir, 'sandbox', 'b');
    expect(begun).toEqual({ ...fresh, tables: 'b' });
    expect(afresh).toContain('others than those of the nights before');
  });

  test.each([
    ['no JSON', '{"schema":1,'],
    ['another version', JSON.stringify({ schema: 2, targets: {} })],
    ['damaged', JSON.stringify({ schema: 1, targets: { sandbox: { tables: 'a', round: 'x' } } })],
  ])('counts for nothing where it is %s, says so once, and is replaced', async (_what, text) => {
    writeFileSync(file, text);
    const { open: begun, afresh } = readOpenInputs(dir, 'sandbox', 'a');
    expect(begun).toEqual(fresh);
    expect(afresh).toContain(openInputsName);
    await writeOpenInputs(dir, 'sandbox', open);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ targets: { sandbox: { nights: 1 } } });
    expect(readOpenInputs(dir, 'sandbox', 'a')).toEqual({ open });
  });

  test('drops the targets that were noted first where it would be too large to be read', async () => {
    const missing = Array.from(
      { length: 60_000 },
      (_, nth) => `a class with a long name that is not tried, ${nth}`,
    );
    const large = openAfter(fresh, [tried('put', missing, missing.length)]);
    for (const target of ['first', 'second', 'third']) await writeOpenInputs(dir, target, large);
    expect(readOpenInputs(dir, 'first', 'a')).toEqual({ open: fresh });
    expect(readOpenInputs(dir, 'third', 'a')).toEqual({ open: large });
  });

  test('is not missed where there is none', () => {
    rmSync(file);
    expect(readOpenInputs(dir, 'sandbox', 'a')).toEqual({ open: fresh });
  });
});
