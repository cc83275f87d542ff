import { expect, test } from 'vitest';
import { searchMinimal } from '../../tools/minimal/minimal-search.ts';

const found = {
  machine: 'legacy',
  exclusive: false,
  suite: 'legacy/lifecycle',
  signature: { at: 'reply', operations: ['capture'], rules: ['legacy.capture.closed-refuses'] },
} as const;
const captured = { id: 'legacy-closed-can-be-captured', requirement: 'legacy.capture.closed-refuses' };

test.each([
  ['a smaller sequence that shows a fault is found', 4, 2, { least: 3, exact: true }],
  ['where no smaller sequence shows it, the one found is the least', 3, 1, { least: 3, exact: true }],
  ['a sequence one above the bound is searched for a smaller one too', 3, 2, { least: 3, exact: true }],
  ['a sequence at the bound is the least', 2, 2, { least: 2, exact: true }],
] as const)('%s', { timeout: 120_000 }, async (_title, steps, bound, least) => {
  expect(await searchMinimal(captured, { ...found, steps }, bound)).toEqual(least);
});

test('a failure of a procedure is not searched', async () => {
  expect(await searchMinimal(captured, { ...found, machine: 'retries', steps: 4 }, 2)).toEqual({
    least: 2,
    exact: false,
  });
});
