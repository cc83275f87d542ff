import { expect, test } from 'vitest';
import { standingOf } from '../../../suites/races/race-record.ts';

const accusing = { flaky: false };
const sometimes = { flaky: false, sometimes: true };
const flaky = { flaky: true };

test.each([
  ['8 of 9 times, with a refusal', { failed: 8, outOf: 9, proven: false }, false, sometimes],
  ['twice of 9 times, with a refusal', { failed: 2, outOf: 9, proven: false }, false, sometimes],
  ['once of 9 times', { failed: 1, outOf: 9, proven: false }, false, flaky],
  ['once of 9 times, with an answer that proves it', { failed: 1, outOf: 9, proven: true }, false, accusing],
  ['each of 9 times', { failed: 9, outOf: 9, proven: false }, false, accusing],
  ['3 of 9 times, where nothing was refused', { failed: 3, outOf: 9, proven: false }, true, accusing],
  ['each of two times', { failed: 2, outOf: 2, proven: false }, true, sometimes],
])('a race that was lost %s', (_how, seen, isUnrefused, standing) => {
  expect(standingOf(seen, isUnrefused)).toEqual(standing);
});
