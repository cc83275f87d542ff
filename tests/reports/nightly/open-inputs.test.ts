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
import { triedBefore } from '../../../suites/explore/coverage-goals.ts';

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
    expect(nextOpen(first, second, whole)).toBe(second);
  });

  test('is all again where a whole night has come to nothing new, and not where it was broken off', () => {
    const barren = openAfter(second, [tried('put', ['c']), tried('get', ['x'])]);
    expect(nextOpen(second, barren, whole).round).toBe(2);
    expect(nextOpen(second, barren, { ...whole, why: 'away' })).toBe(barren);
    expect(nextOpen(second, barren, { ...whole, planned: false })).toBe(barren);
    expect(nextOpen(second, barren, undefined)).toBe(barren);
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

  test('is not missed where there is none', () => {
    rmSync(file);
    expect(readOpenInputs(dir, 'sandbox', 'a')).toEqual({ open: fresh });
  });
});
