import { expect, test } from 'vitest';
import { execute } from '../../../engine/judge/execute.ts';
import type { Machine } from '../../../engine/machine.ts';
import type { ExpectedNotification } from '../../../engine/model.ts';
import type { AnyMachine } from '../../../suites/explore/machines.ts';
import { expectedNotifications } from '../../../suites/explore/sequence-record.ts';

const event = (key: string, least: number): ExpectedNotification<string> => ({
  key,
  least,
  most: 1,
  cites: [],
  matches: () => true,
  checks: [],
});

/** Each step requires the notification that its kind names; whether `open` requires one is an open point. */
const machine: Machine<object, string, string, string> = {
  name: 'post',
  initial: {},
  abstract: () => '',
  operations: [
    {
      name: 'pay',
      attempts: () => [],
      resolve: (_state, { kind }) => kind,
      predict: (state, call) =>
        ['sent', 'not sent'].map((choice) => ({
          name: 'paid',
          checks: [],
          next: () => state,
          assumes: { 'post.open': choice },
          expects: () => [
            ...(call === 'open' && choice === 'not sent' ? [] : [event(`${call}_success pay_1`, 1)]),
            event('merely allowed', 0),
          ],
        })),
    },
  ],
};

test('an expected notification names the step that requires it, unless an open point leaves it to the target', async () => {
  const steps = ['capture', 'open', 'capture'].map((kind, index) => ({
    id: `s${index + 1}`,
    operation: 'pay',
    kind,
    uses: {},
  }));
  const execution = await execute(machine, steps, { send: () => Promise.resolve({ reply: 'ok' }) });
  const expected = expectedNotifications(
    machine as unknown as AnyMachine,
    execution as unknown as Parameters<typeof expectedNotifications>[1],
  );
  expect(expected).toEqual([
    { step: 's1', event: 'capture_success pay_1', times: 1 },
    { step: 's3', event: 'capture_success pay_1', times: 1 },
  ]);
});
