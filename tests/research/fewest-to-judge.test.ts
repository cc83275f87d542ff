import { expect, test } from 'vitest';
import { leastToJudge } from '../../research/minimal/fewest-to-judge.ts';
import { queueMachine } from '../engine/queue.ts';
import { storeMachine } from '../engine/store.ts';

test('the least is that of the shortest sequence that has the rule judged, and none is told where nothing judges it', () => {
  const rules = ['put-answers-ok', 'empty-refuses', 'full-refuses', 'first-in-first-out', 'out-of-reach'];
  // Three items fill the queue.
  expect(Object.fromEntries(leastToJudge(queueMachine, { rules, seed: 1 }))).toEqual({
    'put-answers-ok': 1,
    'empty-refuses': 1,
    'full-refuses': 4,
    'first-in-first-out': 2,
  });
});

test('a rule is judged although what it is about was not seen, so that nothing is read before', () => {
  const rules = ['deleted-is-gone', 'deleted-stays-deleted'];
  expect(Object.fromEntries(leastToJudge(storeMachine, { rules, seed: 1 }))).toEqual({
    'deleted-is-gone': 3,
    'deleted-stays-deleted': 3,
  });
});
