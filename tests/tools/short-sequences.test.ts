import { expect, test } from 'vitest';
import { slice } from '../../engine/candidates.ts';
import type { Sequence } from '../../engine/model.ts';
import { sequencesTo } from '../../tools/minimal/short-sequences.ts';
import { storeMachine } from '../engine/machines/store.ts';

const named = (steps: Sequence) => steps.map(({ operation, kind }) => `${operation} ${kind}`).join(', ');

test('sequences to a rule exist from the fewest requests on that judge it', () => {
  const anyTo = (rule: string) => (requests: number) =>
    [...sequencesTo(storeMachine, rule, { requests, seed: 1 })].length > 0;
  expect([1, 2, 3].map(anyTo('get-shows-the-last-value'))).toEqual([false, true, true]);
  expect([1, 2, 3].map(anyTo('deleted-is-gone'))).toEqual([false, false, true]);
});

test('the sequences have the requested length, and their last step depends on every other', () => {
  for (const requests of [2, 3]) {
    const found = [...sequencesTo(storeMachine, 'get-shows-the-last-value', { requests, seed: 1 })];
    expect(found.length, `${requests}`).toBeGreaterThan(0);
    for (const steps of found) {
      expect(steps).toHaveLength(requests);
      const last = steps.at(-1);
      expect(last?.operation, named(steps)).toBe('get');
      expect(last && slice(steps, last), named(steps)).toEqual(steps);
    }
  }
});

test('the search returns false when there were too many beginnings', () => {
  const ending = (most: number) => {
    const all = sequencesTo(storeMachine, 'deleted-is-gone', { requests: 3, seed: 1, most });
    for (let next = all.next(); ; next = all.next()) if (next.done === true) return next.value;
  };
  expect([1000, 2].map(ending)).toEqual([true, false]);
});

test('the same seed gives the same sequences', () => {
  const all = () => [...sequencesTo(storeMachine, 'deleted-is-gone', { requests: 3, seed: 4 })];
  expect(all()).toEqual(all());
});
