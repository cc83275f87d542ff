import { expect, test } from 'vitest';
import { callMachine, quickCheck } from '../../../engine/call-machine.ts';

const light = callMachine('off', {
  press: (state) => (state === 'off' ? ['goes on', 'on', 'on'] : ['goes off', 'off', 'off']),
});

/** A light whose presses are counted, and which is on by what the count says. */
const answering = (isOn: (presses: number) => boolean) => () => {
  let presses = 0;
  return async () => (isOn((presses += 1)) ? 'on' : 'off');
};

test('a target that answers as the machine predicts is not accused, and each call in each state is planned once', async () => {
  const { planned, failures } = await quickCheck(
    light,
    answering((presses) => presses % 2 === 1),
  );
  expect([planned.requests, planned.leastRequests, failures]).toEqual([2, 2, []]);
});

test('a target that answers otherwise is accused of the rule that it breaks, in the fewest calls that show it', async () => {
  const { failures } = await quickCheck(
    light,
    answering(() => true),
    { seed: 3, runs: 5, rules: ['goes off'] },
  );
  expect(
    failures.map(({ execution }) => [execution.performed.length, execution.violation?.breaches]),
  ).toEqual([[2, [{ rule: 'goes off', expected: 'off', received: 'on' }]]]);
});
