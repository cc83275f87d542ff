import { expect, test } from 'vitest';
import { searchMinimal } from '../../research/minimal/minimal-search.ts';

const found = {
  machine: 'legacy',
  exclusive: false,
  suite: 'legacy/lifecycle',
  signature: { at: 'reply', operations: ['capture'], rules: ['legacy.capture.closed-refuses'] },
} as const;
const captured = { id: 'legacy-closed-can-be-captured', requirement: 'legacy.capture.closed-refuses' };
const inParts = { ...captured, id: 'legacy-closed-part-can-be-captured' };

test.each([
  ['a smaller sequence that shows a fault is found', captured, 4, { least: 3, exact: true }],
  ['where no smaller sequence shows it, the one found is the least', inParts, 4, { least: 4, exact: true }],
  [
    'a sequence one above the bound is searched for a smaller one too',
    captured,
    3,
    { least: 3, exact: true },
  ],
  ['a sequence at the bound is the least', captured, 2, { least: 2, exact: true }],
] as const)('%s', { timeout: 120_000 }, async (_title, fault, steps, least) => {
  expect(await searchMinimal(fault, { ...found, steps }, 2)).toEqual(least);
});

test('a failure of a procedure is not searched', async () => {
  expect(await searchMinimal(captured, { ...found, machine: 'retries', steps: 4 }, 2)).toEqual({
    least: 2,
    exact: false,
  });
});
