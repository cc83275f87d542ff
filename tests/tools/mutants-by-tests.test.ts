import { expect, test } from 'vitest';
import { textWith, trackedFiles } from '../../tools/mutants-by-tests/copy.ts';
import { outcomeOf, summaryOf } from '../../tools/mutants-by-tests/try-tests.ts';
import { mutated } from '../../tools/mutants/instrument.ts';
import { sampleOf } from '../../tools/mutants/mutant.ts';
import { root } from '../house/reading/sources.ts';

const texts = new Map([
  ['engine/a.ts', 'export const a = (n: number) =>\n  n > 1;\n'],
  ['models/b.ts', 'export const b = (yes: boolean) => {\n  if (yes)\n    return 1;\n  return 2;\n};\n'],
]);

test('a sample draws from the mutants of all files, and each mutant changes its own file only there', async () => {
  const { mutants } = await mutated(texts);
  const sample = sampleOf(mutants, mutants.length - 1, 1);
  expect(new Set(sample.map(({ file }) => file))).toEqual(new Set(texts.keys()));
  const changed = mutants.map((one) => textWith(one, texts.get(one.file) ?? ''));
  expect(changed).toContain('export const a = (n: number) =>\n  n >= 1;\n');
  expect(changed).toContain('export const b = (yes: boolean) => {};\n');
  expect(new Set([...changed, ...texts.values()]).size).toBe(mutants.length + texts.size);
});

test('tracked files are taken from the folders asked for', () => {
  const files = trackedFiles(root, ['engine', 'models']);
  expect(new Set(files.map((file) => file.split('/')[0]))).toEqual(new Set(['engine', 'models']));
});

test('red tests kill, green ones do not, and where there are none that is said', () => {
  expect(([0, 1, 'timeout'] as const).map((by) => outcomeOf({ by, tests: 3 }))).toEqual([
    'survived',
    'killed',
    'timeout',
  ]);
  expect(outcomeOf({ by: 0, tests: 0 })).toBe('no test');
  // Such as a program that can't be built: no test was begun.
  expect(outcomeOf({ by: 1, tests: 0 })).toBe('killed');
});

test('a timeout counts as killed, what has no test as not killed, and what is left out not at all', () => {
  const outcomes = ['killed', 'timeout', 'survived', 'no test', 'left out'] as const;
  expect(summaryOf(outcomes.map((outcome) => ({ outcome })))).toBe(
    'killed 1, survived 1, timeouts 1, no test 1, left out 1; score 50.0 % (2 of 4)',
  );
  expect(summaryOf([])).toMatch(/score - \(0 of 0\)$/);
});
