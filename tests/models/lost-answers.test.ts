import { expect, test } from 'vitest';
import { execute, observedChoices } from '../../engine/judge/execute.ts';
import { type Driver } from '../../engine/judge/execution.ts';
import { judgeNotifications } from '../../engine/judge/judge-notifications.ts';
import { legacyMachine } from '../../generators/legacy/machine.ts';
import type { Call, Reply } from '../../models/wire.ts';
import { replies, sequence } from '../support/setups/legacy-replies.ts';
import { wholeSetup } from '../support/setups/legacy-setup.ts';

const machine = legacyMachine({
  ...wholeSetup,
  means: new Set(['legacy', 'webhooks', 'persona.approve']),
  exclusive: false,
});
const { authorized, captured, captureFailed, closed, refunded, shown } = replies;
const lost = undefined;

async function judged(steps: readonly string[], answers: readonly (object | undefined)[]) {
  let next = 0;
  const driver: Driver<Call, Reply> = {
    send: () => {
      const body = answers[next++];
      if (body === undefined) return Promise.resolve({ lost: 'connection reset' });
      const at = Date.UTC(2026, 0, 1);
      const http = JSON.stringify(body).includes('_fail"') ? 400 : 200;
      const reply = { http, contentType: 'application/json', body, text: '', sentAt: at, receivedAt: at };
      return Promise.resolve({ reply });
    },
  };
  return execute(machine, sequence(...steps), driver);
}

async function executed(...given: Parameters<typeof judged>) {
  const execution = await judged(...given);
  expect(execution.violation?.breaches).toBeUndefined();
  expect(execution.inconclusive).toBeUndefined();
  return execution;
}

/** A notification: `capture_success c1 p1`. */
function notified(text: string) {
  const [status, capture_id, payment_id = 'p1'] = text.split(' ');
  const body = {
    payment_id,
    status,
    ...(capture_id !== '-' && { capture_id }),
    ...(status === 'authorize_success' && { order_ref: 'order-1' }),
    event_type: 'payment',
    event_datetime: '2026-01-01 00:00:00',
    timestamp: '2026-01-01T00:00:00.000Z',
  };
  return { receivedAt: 0, body, text: JSON.stringify(body), contentType: 'application/json' };
}

const bought = 'authorize_success - p1';
const afterLost = ['authorize one line', 'capture full'];
const twice = ['authorize one line', 'capture one piece', 'capture last line'];

test.each<[string, string[], (object | undefined)[], string[], string[]]>([
  ['it may have been applied', afterLost, [authorized, lost], ['capture_success c1', 'close_success -'], []],
  ['it may not have been', afterLost, [authorized, lost], [], []],
  [
    'it is one capture, not two',
    afterLost,
    [authorized, lost],
    ['capture_success c1', 'capture_success c2'],
    ['legacy.events.told-once'],
  ],
  [
    'it needs a capture_id',
    afterLost,
    [authorized, lost],
    ['capture_success -'],
    ['legacy.events.capture-id'],
  ],
  [
    'its capture_id is not the payment_id',
    afterLost,
    [authorized, lost],
    ['capture_success p1'],
    ['legacy.events.capture-id'],
  ],
  [
    'nothing else is explained by it',
    afterLost,
    [authorized, lost],
    ['update_success -'],
    ['legacy.events.status'],
  ],
  [
    'the close that was seen stays due',
    [...afterLost, 'close plain'],
    [authorized, lost, closed],
    [],
    ['legacy.events.close-success', 'legacy.events.all-sent'],
  ],
  [
    'two lost ones are two',
    twice,
    [authorized, lost, lost],
    ['capture_success c1', 'capture_success c2'],
    [],
  ],
  [
    'the one before it stays due',
    twice,
    [authorized, captured('c1'), lost],
    ['capture_success c2'],
    ['legacy.events.capture-success', 'legacy.events.all-sent'],
  ],
  [
    'it may take what a later one is refused',
    [...afterLost, 'capture full'],
    [authorized, lost, captureFailed],
    ['capture_success c1', 'close_success -', 'capture_fail -'],
    [],
  ],
  [
    'Status may show that it was applied',
    [...afterLost, 'status read'],
    [authorized, lost, shown('close')],
    ['capture_success c1', 'close_success -'],
    [],
  ],
  [
    'Status may show that it was not applied yet',
    [...afterLost, 'status read'],
    [authorized, lost, shown('open')],
    ['capture_success c1', 'close_success -'],
    [],
  ],
  [
    'it may be applied between two that read',
    [...afterLost, 'status read', 'status read'],
    [authorized, lost, shown('open'), shown('close')],
    ['capture_success c1', 'close_success -'],
    [],
  ],
  [
    'it is applied once, whenever that is',
    [...afterLost, 'status read'],
    [authorized, lost, shown('open')],
    ['capture_success c1', 'capture_success c2'],
    ['legacy.events.told-once'],
  ],
  [
    'two may be applied in the other order',
    ['authorize one line', 'update same order', 'capture full', 'status read', 'status read'],
    [authorized, lost, lost, shown('open'), shown('close')],
    ['capture_success c1', 'close_success -'],
    [],
  ],
  [
    'a lost update may have been sent or not',
    ['authorize one line', 'update same order'],
    [authorized, lost],
    ['update_success -'],
    [],
  ],
  [
    'a lost close may have closed',
    ['authorize one line', 'close plain'],
    [authorized, lost],
    ['close_success -'],
    [],
  ],
  [
    'a lost refund may have refunded its capture',
    [...afterLost, 'refund full'],
    [authorized, captured('c1'), lost],
    ['capture_success c1', 'close_success -', 'refund_success c1'],
    [],
  ],
])('after a lost answer %s', async (_claim, steps, answers, notifications, rules) => {
  const { belief } = await executed(steps, answers);
  const received = [bought, ...notifications].map(notified);
  const { breaches } = judgeNotifications(machine, belief, received, ({ text }) => text);
  expect(breaches.map(({ rule }) => rule)).toEqual(rules);
});

test('a payment that was seen to be closed is not opened by what is applied late', async () => {
  const steps = ['authorize one line', 'capture full', 'status read', 'status read'];
  const { violation } = await judged(steps, [authorized, lost, shown('close'), shown('open')]);
  expect(violation?.breaches).not.toEqual([]);
  expect(violation).toBeDefined();
});

test("a choice that is only seen after a lost answer is not the target's", async () => {
  const steps = ['authorize one line', 'capture full', 'refund full', 'status read'];
  const answers = [authorized, captured('c1'), refunded('c1'), shown('close')];
  expect(Object.keys(observedChoices(await executed(steps, answers)))).toContain(
    'legacy.refund.payment-state',
  );
  const after = await executed(
    ['authorize one line', 'update same order', ...steps.slice(1)],
    [authorized, lost, ...answers.slice(1)],
  );
  expect(observedChoices(after)).toEqual({});
});
