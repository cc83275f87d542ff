import { nothingCaught } from '../../cli/faults/try-faults.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check } from 'prettier';
import { expect, test } from 'vitest';
import { packageRoot } from '../../harness/files/version.ts';
import { faults } from '../../reference/faults.ts';
import { lineOf, minimalPage, type Searched } from '../../tools/minimal/table.ts';

const searched = faults.slice(0, 2).map((fault, at): Searched => {
  const result = {
    caught: true,
    blamed: at === 0,
    flaky: 0,
    shown: 0,
    accused: [],
    beside: [],
    experiments: [],
    requestsToShrink: 40,
    steps: 3,
  };
  return { fault, result, answer: { id: fault.id, result, minimal: { least: 2, exact: at === 0 } } };
});

test('the page compares the reported steps with the least, and is already formatted', async () => {
  const page = minimalPage({ seed: 1, runs: 96, searched });
  // A fault that is blamed on another requirement has its least, and nothing above it.
  expect(page).toMatch(/\| +3 \| +2 \| +1 \|/);
  expect(page).toMatch(/\| +3 \| +>=2 \| +- \|/);
  expect(page).toContain(
    'Sizes: of 1 with a least 0 are at it, 1 one above, 0 more; median steps 3; median shrink 40 requests.',
  );
  expect(await check(page, { parser: 'markdown', printWidth: 110 })).toBe(true);
});

test('a fault that could not be tried has a line with the reason', () => {
  const [fault] = faults;
  const line = fault && lineOf({ fault, result: nothingCaught, error: 'no server' }, 30);
  expect(line).toMatch(/ - +-  failed: no server$/);
});

test('no fault of the kept page is shown by fewer requests than its least', () => {
  const lines = readFileSync(join(packageRoot, 'tools/minimal.md'), 'utf8').split('\n');
  const rows = lines.filter((line) => line.startsWith('|')).map((line) => line.split('|').slice(1, -1));
  const [head = [], , ...cells] = rows.map((row) => row.map((cell) => cell.trim()));
  const above = cells.map((row) => row[head.indexOf('above')] ?? '').filter((cell) => cell !== '-');
  expect(above.length).toBeGreaterThan(500);
  expect(above.filter((cell) => !/^\d+$/.test(cell))).toEqual([]);
});
