import { expect, test } from 'vitest';
import type { Violation } from '../../../engine/judge/execution.ts';
import { KnownFailures } from '../../../engine/judge/known-failures.ts';

/** A violation of these rules, each by the field that it names. */
const violation = (...broken: readonly (readonly [rule: string, about?: string])[]): Violation => ({
  at: 'reply',
  operation: 'create',
  abstract: '',
  breaches: broken.map(([rule, about]) => ({
    rule,
    expected: '',
    received: '',
    ...(about !== undefined && { about }),
  })),
});

const rules = (known: KnownFailures, found: Violation) =>
  known.rest(found)?.breaches.map(({ rule }) => rule) ?? [];

test('a wrong field that was reported is no new violation, whatever else may explain it', () => {
  const known = new KnownFailures();
  known.add(violation(['metadata', 'metadata']), true);
  expect(rules(known, violation(['metadata', 'metadata'], ['twenty', 'metadata']))).toEqual([]);
});

test('a wrong field that breaks fewer rules than was reported is new, since it says which of them it is', () => {
  const known = new KnownFailures();
  known.add(violation(['metadata', 'metadata'], ['twenty', 'metadata']), true);
  expect(rules(known, violation(['metadata', 'metadata']))).toEqual(['metadata']);
});

test('what is new of a violation remains where another part of it was reported', () => {
  const known = new KnownFailures();
  known.add(violation(['label', 'label']), true);
  expect(rules(known, violation(['label', 'label'], ['missing']))).toEqual(['missing']);
});

const missing = (...broken: readonly string[]): Violation => ({
  ...violation(...broken.map((rule) => [rule] as const)),
  at: 'notifications',
  onlyMissing: true,
});

test('notifications that are missing now and then are one kind, however they come together', () => {
  const known = new KnownFailures();
  for (const event of ['a', 'b', 'c']) known.add(missing('all-sent', event), false);
  expect(known.has(missing('all-sent', 'a', 'c'))).toBe(true);
  expect(known.has(missing('all-sent', 'd'))).toBe(false);
  expect(known.has({ ...missing('all-sent', 'a', 'c'), onlyMissing: undefined } as never)).toBe(false);
});

test('a notification that was in no flaky failure is new, though others are lost now and then', () => {
  const known = new KnownFailures();
  for (let n = 0; n < 3; n += 1) known.add(missing('all-sent', 'a'), false);
  expect(known.rest(missing('all-sent', 'a'))).toBeUndefined();
  expect(known.rest(missing('all-sent', 'b'))).toBeDefined();
});

test('only notifications that were missing in every run of a failure never come', () => {
  const known = new KnownFailures();
  const neverComes = (...broken: readonly string[]) => known.neverCome(missing(...broken).breaches);
  known.add(missing('all-sent', 'a'), false);
  known.add({ ...violation(['once']), at: 'notifications' }, true);
  expect([neverComes('all-sent', 'a'), neverComes('once')]).toEqual([false, false]);
  known.add(missing('all-sent', 'a'), true);
  expect([neverComes('all-sent', 'a'), neverComes('all-sent', 'b')]).toEqual([true, false]);
});

test('a failure is like a flaky one in the circumstances in which that was flaky', () => {
  const known = new KnownFailures();
  known.add(violation(['a']), false, 'beside others');
  expect(known.wasFlaky(violation(['a'], ['b']), 'beside others')).toBe(true);
  expect(known.wasFlaky(violation(['b']), 'beside others')).toBe(false);
  expect(known.wasFlaky(violation(['a']), 'alone')).toBe(false);
});

test('a form is refused where an operation was accused of it, each time or, if another is accused each time, now and then', () => {
  const known = new KnownFailures();
  const of = (operation: string): Violation => ({ ...violation(['base64'], ['id']), operation });
  const refused = () => ['create', 'close', 'read'].filter((one) => known.refusesForm(one, 'base64'));
  known.add(of('close'), false);
  expect(refused()).toEqual([]);
  known.add(of('create'), true);
  expect(refused()).toEqual(['create', 'close']);
  expect(known.refusesForm('create', 'hex')).toBe(false);
});

test('a rule is accused by steady failures alone', () => {
  const known = new KnownFailures();
  known.add(missing('all-sent', 'a'), false);
  expect(known.accuses('all-sent')).toBe(false);
  known.add(missing('all-sent', 'b'), true);
  expect(['all-sent', 'a', 'b'].map((rule) => known.accuses(rule))).toEqual([true, false, true]);
});

test('a field that is wrong in replies of several sequences is rarely wrong, and counted over all replies of its operation', () => {
  const known = new KnownFailures();
  const { breaches } = violation(['label', 'label']);
  for (let nth = 0; nth < 40; nth += 1)
    known.answered(`sequence-${nth}`, 'create', nth % 10 === 0 ? breaches : []);
  expect(known.rarely(violation(['label', 'label']))).toEqual({ failed: 4, outOf: 40 });
  expect(known.rarely(violation(['label', 'label'], ['other', 'other']))).toBeUndefined();
  expect(known.rarely(violation(['label']))).toBeUndefined();
  known.add(violation(['label', 'label']), true);
  expect(known.rarely(violation(['label', 'label']))).toBeUndefined();
});

test('what is wrong in one sequence alone may be an accident on the way', () => {
  const known = new KnownFailures();
  for (let nth = 0; nth < 9; nth += 1)
    known.answered('one', 'create', violation(['label', 'label']).breaches);
  expect(known.rarely(violation(['label', 'label']))).toBeUndefined();
});

test('an answer that contradicts an earlier one is rarely wrong once it was seen in two sequences, and is counted by its rule', () => {
  const known = new KnownFailures();
  const twice: Violation = {
    ...violation(['unique-id']),
    breaches: [{ rule: 'unique-id', expected: '', received: '', constant: true }],
  };
  known.answered('one', 'create', twice.breaches);
  expect(known.rarely(twice)).toBeUndefined();
  known.answered('two', 'create', []);
  known.answered('three', 'create', twice.breaches);
  expect(known.rarely(twice)).toEqual({ failed: 2, outOf: 3 });
});
