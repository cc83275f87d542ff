import { expect, test } from 'vitest';
import { blocksOf } from './reading/blocks.ts';
import { masked, patternOf, stepsOf } from './reading/transcript.ts';

const shown = 'one\n…\n7 requests in 2.5 s\nlast\n';

test.each([
  ['other times and counts', 'one\n9 requests in 12 s\nlast\n'],
  ['any lines in place of the mark', 'one\ntwo\nthree\n9 requests in 12 s\nlast\n'],
])('what was printed is as shown with %s', (_what, printed) => {
  expect(masked(printed)).toMatch(patternOf(shown));
});

test.each([
  ['without a line', 'one\nlast\n'],
  ['in another order', 'one\nlast\n9 requests in 12 s\n'],
  ['with a further line at the end', 'one\n9 requests in 12 s\nlast\nmore\n'],
  ['with a further line at the beginning', 'zero\none\n9 requests in 12 s\nlast\n'],
  ['with a number that is no time and no count', 'one\n9 requests in 12 s\nlast 1\n'],
])('what was printed %s is not as shown', (_what, printed) => {
  expect(masked(printed)).not.toMatch(patternOf(shown));
});

test('nothing is shown where nothing was printed', () => {
  expect('').toMatch(patternOf(''));
  expect('text\n').not.toMatch(patternOf(''));
});

test('a block that no test would try is refused', () => {
  expect(() => stepsOf(blocksOf('```sh\nls\n```'))).toThrow('language: "sh"');
  expect(() => stepsOf(blocksOf('```console\nls\n```'))).toThrow('begins with');
});
