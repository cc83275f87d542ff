import { expect, test } from 'vitest';
import type { Violation } from '../../engine/judge/execute.ts';
import { KnownFailures } from '../../engine/judge/known-failures.ts';
import { UnderWay } from '../../suites/explore/under-way.ts';

const violation = (rule: string): Violation => ({
  at: 'reply',
  operation: 'capture',
  abstract: '',
  breaches: [{ rule, expected: '', received: '' }],
});

test('is settled once each sequence that was begun is judged', () => {
  const underWay = new UnderWay(new KnownFailures());
  expect(underWay.settled()).toBe(true);
  underWay.begun('1');
  underWay.begun('2');
  underWay.judged('2', undefined);
  expect(underWay.settled()).toBe(false);
  underWay.judged('1', undefined);
  expect(underWay.settled()).toBe(true);
});

test('a violation keeps it open until it is reported, or another report covers it', () => {
  const known = new KnownFailures();
  const underWay = new UnderWay(known);
  for (const id of ['1', '2', '3']) underWay.begun(id);
  underWay.judged('3', violation('a'));
  underWay.judged('1', violation('a'));
  underWay.judged('2', violation('b'));
  underWay.reported();
  expect(underWay.settled()).toBe(false);
  known.add(violation('a'), true);
  expect(underWay.settled()).toBe(false);
  underWay.reported();
  expect(underWay.settled()).toBe(true);
});

test('one that does not come each time is done with once it was reported, though nothing covers it', () => {
  const known = new KnownFailures();
  const underWay = new UnderWay(known);
  underWay.begun('1');
  underWay.judged('1', violation('a'));
  underWay.reported();
  known.add(violation('a'), false);
  expect(underWay.settled()).toBe(true);
});

test('what was reported before keeps nothing open', () => {
  const known = new KnownFailures();
  known.add(violation('a'), true);
  const underWay = new UnderWay(known);
  underWay.begun('1');
  underWay.judged('1', violation('a'));
  expect(underWay.settled()).toBe(true);
});
