import { describe, expect, test } from 'vitest';
import type { Observation } from '../../../engine/model.ts';
import { settingConsumer } from '../../../generators/resource/tokens/control.ts';
import type { Call, ControlCall, Reply } from '../../../models/wire.ts';
import { SuspendedConsumers } from '../../../suites/sending/suspended-consumers.ts';

const issue: Call = { to: 'control', operation: 'issue-token', method: 'POST', path: '/tokens' };
const suspend: Call = { ...issue, operation: 'consumer-suspends', path: '/tokens/tok_1/suspend' };
const answered = (http = 200): Observation<Reply> => ({
  reply: {
    http,
    body: { consumer_id: 'con_1', status: 'SUSPENDED' },
    contentType: '',
    text: '',
    sentAt: 0,
    receivedAt: 0,
  },
});

function control(http: number) {
  const sent: ControlCall[] = [];
  const send = (call: ControlCall) => {
    sent.push(call);
    return Promise.resolve(answered(http));
  };
  return { sent, send };
}

describe('consumers that sequences have suspended', () => {
  test('are ACTIVE again for the next sequence, whose tokens may be of the same one', async () => {
    const consumers = new SuspendedConsumers();
    const { sent, send } = control(200);
    expect(consumers.answered('first', settingConsumer('con_1', 'SUSPENDED'), answered())).toBeUndefined();
    // Another token of the same sequence is judged all the same.
    expect(consumers.answered('first', issue, answered())).toBeUndefined();
    await consumers.restore('first', send);
    expect(sent).toEqual([settingConsumer('con_1', 'ACTIVE')]);
    expect(consumers.answered('second', issue, answered())).toBeUndefined();
  });

  test('take the verdict from others where control does not make them ACTIVE', async () => {
    const consumers = new SuspendedConsumers();
    consumers.answered('first', settingConsumer('con_1', 'SUSPENDED'), answered());
    await consumers.restore('first', control(404).send);
    expect(consumers.answered('second', issue, answered())).toMatch(/left SUSPENDED/);
  });

  test.each<[what: string, calls: readonly Call[]]>([
    [
      'were made ACTIVE by the sequence itself',
      [settingConsumer('con_1', 'SUSPENDED'), settingConsumer('con_1', 'ACTIVE')],
    ],
    ['have a token that is SUSPENDED', [suspend]],
    ['were never suspended', [issue]],
  ])('are left alone where they %s', async (_, calls) => {
    const consumers = new SuspendedConsumers();
    const { sent, send } = control(200);
    for (const call of calls) consumers.answered('first', call, answered());
    await consumers.restore('first', send);
    expect(sent).toEqual([]);
  });
});
