import { expect, test } from 'vitest';
import type { Violation } from '../../../engine/judge/execution.ts';
import { KnownFailures } from '../../../engine/judge/known-failures.ts';
import { UnfinishedSequences } from '../../../suites/explore/unfinished-sequences.ts';

const violation = (rule: string): Violation => ({
  at: 'reply',
  operation: 'capture',
  abstract: '',
  breaches: [{ rule, expected: '', received: '' }],
});

test('a sequence is finished once it is judged without a violation', () => {
  const unfinished = new UnfinishedSequences(new KnownFailures());
  expect(unfinished.allFinished()).toBe(true);
  unfinished.begun('1');
  unfinished.begun('2');
  unfinished.judged('2', []);
  expect(unfinished.allFinished()).toBe(false);
  unfinished.judged('1', []);
  expect(unfinished.allFinished()).toBe(true);
});

test('a sequence with a violation is unfinished until that is reported, or another report covers it', () => {
  const known = new KnownFailures();
  const unfinished = new UnfinishedSequences(known);
  for (const id of ['1', '2', '3']) unfinished.begun(id);
  unfinished.judged('3', [violation('a')]);
  unfinished.judged('1', [violation('a')]);
  unfinished.judged('2', [violation('b')]);
  unfinished.reported();
  expect(unfinished.allFinished()).toBe(false);
  known.add(violation('a'), true);
  expect(unfinished.allFinished()).toBe(false);
  unfinished.reported();
  expect(unfinished.allFinished()).toBe(true);
});

test('a sequence with a flaky violation is finished once that was reported, though no report covers it', () => {
  const known = new KnownFailures();
  const unfinished = new UnfinishedSequences(known);
  unfinished.begun('1');
  unfinished.judged('1', [violation('a')]);
  unfinished.reported();
  known.add(violation('a'), false);
  expect(unfinished.allFinished()).toBe(true);
});

test('a sequence whose violation was reported before is finished', () => {
  const known = new KnownFailures();
  known.add(violation('a'), true);
  const unfinished = new UnfinishedSequences(known);
  unfinished.begun('1');
  unfinished.judged('1', [violation('a')]);
  expect(unfinished.allFinished()).toBe(true);
});
