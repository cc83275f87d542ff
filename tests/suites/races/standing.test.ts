import { expect, test } from 'vitest';
import { standingOf } from '../../../suites/races/race-record.ts';

const accusing = { flaky: false };
const sometimes = { flaky: false, sometimes: true };
const flaky = { flaky: true };

test.each([
  [
    '8 of 9 times, with a refusal',
    { failed: 8, outOf: 9, proven: false, alsoInTurn: false },
    false,
    sometimes,
  ],
  ['5 of 9 times, with a refusal', { failed: 5, outOf: 9, proven: false, alsoInTurn: false }, false, flaky],
  [
    '3 of 9 times, where nothing was refused and its steps fail one after another too',
    { failed: 3, outOf: 9, proven: false, alsoInTurn: true },
    true,
    flaky,
  ],
  [
    '6 of 9 times, with a refusal',
    { failed: 6, outOf: 9, proven: false, alsoInTurn: false },
    false,
    sometimes,
  ],
  [
    '8 of 9 times, where its steps fail one after another too',
    { failed: 8, outOf: 9, proven: false, alsoInTurn: true },
    false,
    flaky,
  ],
  [
    'each of 9 times, where its steps fail one after another at times',
    { failed: 9, outOf: 9, proven: false, alsoInTurn: true },
    false,
    accusing,
  ],
  ['once of 9 times', { failed: 1, outOf: 9, proven: false, alsoInTurn: false }, false, flaky],
  [
    'once of 9 times, with an answer that proves it',
    { failed: 1, outOf: 9, proven: true, alsoInTurn: false },
    false,
    accusing,
  ],
  ['each of 9 times', { failed: 9, outOf: 9, proven: false, alsoInTurn: false }, false, accusing],
  [
    '3 of 9 times, where nothing was refused',
    { failed: 3, outOf: 9, proven: false, alsoInTurn: false },
    true,
    accusing,
  ],
  ['each of two times', { failed: 2, outOf: 2, proven: false, alsoInTurn: false }, true, sometimes],
])('a race that was lost %s', (_how, seen, isUnrefused, standing) => {
  expect(standingOf(seen, isUnrefused)).toEqual(standing);
});
