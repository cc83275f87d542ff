import { expect, test } from 'vitest';
import { execute } from '../../../engine/judge/execute.ts';
import { type Driver } from '../../../engine/judge/execution.ts';
import type { Step } from '../../../engine/model.ts';
import { rightLater } from '../../../engine/shrink/confirm.ts';
import { registerMachine, type RegisterCall, type RegisterReply } from '../machines/register.ts';

const step = (id: string, operation: string): Step => ({ id, operation, kind: 'one', uses: {} });
const sequence = [step('s1', 'add'), step('s2', 'take'), step('s3', 'read')];

/** A register whose reads show the value as it was so long ago, ms. */
function lagging(lagMs: number, repeats = true) {
  let now = 0;
  let value = 0;
  let before = 0;
  let changedAt = 0;
  const answer = (call: RegisterCall): RegisterReply => {
    if (call === 'read') return now - changedAt < lagMs ? before : value;
    before = value;
    changedAt = now;
    value = call === 'add' ? value + 1 : 0;
    return call === 'add' ? value : before;
  };
  const pauses: number[] = [];
  const driver: Driver<RegisterCall, RegisterReply> = {
    send: (call) => Promise.resolve({ reply: answer(call) }),
    ...(repeats && {
      sendLater: (call: RegisterCall, _step: Step, afterMs: number) => {
        pauses.push(afterMs);
        now += afterMs;
        return Promise.resolve({ reply: answer(call) });
      },
    }),
  };
  return { driver, pauses };
}

test.each([
  ['at the first look', 80, 100, [100]],
  ['at the second', 250, 300, [100, 200]],
  ['at the last', 900, 1000, [100, 200, 700]],
  ['at none', 5000, undefined, [100, 200, 700]],
])('a read that lags behind is right %s', async (_, lagMs, expected, looks) => {
  const { driver, pauses } = lagging(lagMs);
  const execution = await execute(registerMachine, sequence, driver);
  expect(execution.violation?.operation).toBe('read');
  expect(await rightLater(registerMachine, execution, driver, true)).toBe(expected);
  expect(pauses).toEqual(looks);
});

test('where nothing is wrong, or nothing can be sent again, no read is repeated', async () => {
  const right = lagging(0);
  const sound = await execute(registerMachine, sequence, right.driver);
  expect(await rightLater(registerMachine, sound, right.driver, true)).toBeUndefined();
  expect(right.pauses).toEqual([]);
  const { driver } = lagging(80, false);
  const wrong = await execute(registerMachine, sequence, driver);
  expect(await rightLater(registerMachine, wrong, driver, true)).toBeUndefined();
});
