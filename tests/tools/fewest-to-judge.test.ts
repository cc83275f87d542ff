import { expect, test } from 'vitest';
import { leastToJudge } from '../../tools/minimal/fewest-to-judge.ts';
import { queueMachine } from '../engine/machines/queue.ts';
import { storeMachine } from '../engine/machines/store.ts';

test('the least is the length of the shortest sequence that judges the rule; a rule that nothing judges has none', () => {
  const rules = ['put-answers-ok', 'empty-refuses', 'full-refuses', 'first-in-first-out', 'out-of-reach'];
  // Three items fill the queue.
  expect(Object.fromEntries(leastToJudge(queueMachine, { rules, seed: 1 }))).toEqual({
    'put-answers-ok': 1,
    'empty-refuses': 1,
    'full-refuses': 4,
    'first-in-first-out': 2,
  });
});

test('a rule counts as judged before its subject was seen, so no read is needed first', () => {
  const rules = ['deleted-is-gone', 'deleted-stays-deleted'];
  expect(Object.fromEntries(leastToJudge(storeMachine, { rules, seed: 1 }))).toEqual({
    'deleted-is-gone': 3,
    'deleted-stays-deleted': 3,
  });
});
