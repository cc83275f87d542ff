import { check } from 'prettier';
import { expect, test } from 'vitest';
import type { Hunt } from '../../tools/peers/hunt.ts';
import {
  aboveLeast,
  caughtBy,
  figuresOf,
  plainFaster,
  sizesBy,
  type Compared,
} from '../../tools/peers/figures.ts';
import { peersPage } from '../../tools/peers/page.ts';

const budget = { ours: 3000, plain: 3000 };

function hunt(find: number, executions: number, steps: number, confirmations = 0): Hunt {
  return { find, executions, steps, confirmations, shrink: 10 * executions, confirm: 10 * confirmations };
}

const least = { steps: 2, exact: true };
const compared: readonly Compared[] = [
  { id: 'b-both', depth: 'shallow', seed: 1, least, ours: hunt(20, 2, 2, 3), plain: hunt(10, 8, 3) },
  { id: 'a-ours', depth: 'deep', seed: 1, least, ours: hunt(500, 9, 4, 3), plain: undefined },
  { id: 'c-none', depth: 'deep', seed: 1, least: undefined, ours: undefined, plain: undefined },
  { id: 'd-plain', depth: 'middle', seed: 1, least, ours: undefined, plain: hunt(2000, 30, 1) },
];

test('an uncaught fault counts as more than any other in the median, and as the budget in mean and sum', () => {
  const [find] = figuresOf(compared, budget);
  expect(find).toEqual({
    name: 'requests to find',
    over: 4,
    ours: { median: Infinity, mean: 1630, sum: 6520 },
    plain: { median: Infinity, mean: 2002.5, sum: 8010 },
  });
});

test('shrinking is compared over the faults that both have caught, with confirmations and without', () => {
  const sums = figuresOf(compared, budget)
    .slice(1)
    .map(({ over, ours, plain }) => [over, ours.sum, plain.sum]);
  expect(sums).toEqual([
    [1, 5, 8],
    [1, 2, 8],
    [1, 50, 80],
    [1, 20, 80],
    [1, 2, 3],
  ]);
});

test('plain commands are faster where they took fewer requests or caught a fault that we missed', () => {
  expect(plainFaster(compared, budget).map(({ id }) => id)).toEqual(['d-plain', 'b-both']);
});

test('a fault that plain commands find past the budget is not caught', () => {
  const late = { ...compared[0], plain: hunt(3001, 1, 1) } as Compared;
  expect(caughtBy([late], 'plain', { ours: 3000, plain: 9000 })).toEqual([]);
});

test('steps are compared with the least where that is known', () => {
  expect(compared.map((one) => aboveLeast(one, 'ours'))).toEqual([0, 2, undefined, undefined]);
  expect(sizesBy(compared, 'ours', budget)).toEqual({ known: 2, atIt: 1, one: 0, more: 1 });
  expect(sizesBy(compared, 'plain', budget)).toEqual({ known: 2, atIt: 1, one: 1, more: 0 });
});

test('the page has a row for each fault in the order of their names, and is already formatted', async () => {
  const page = peersPage(compared, budget, 89);
  const rows = page.split('\n').filter((line) => /^\| [a-d]-/.test(line));
  const cells = rows.map((row) => row.split('|').map((cell) => cell.trim()));
  expect(cells.map(([, id]) => id)).toEqual(['a-ours', 'b-both', 'c-none', 'd-plain']);
  expect(cells[1]?.slice(2, -1).join(' ')).toBe('shallow 2 yes 20 5 50 2 0 yes 10 8 80 3 1');
  expect(cells[2]?.slice(4, 6)).toEqual(['**no**', '-']);
  const style = { parser: 'markdown', printWidth: 110, singleQuote: true } as const;
  expect(await check(page, style)).toBe(true);
});
