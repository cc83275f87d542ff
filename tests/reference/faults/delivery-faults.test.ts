import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Fault } from '../../../reference/faults/fault.ts';
import { legacyDeliveriesFaults } from '../../../reference/faults/legacy/deliveries.ts';
import { Dispatcher } from '../../../reference/webhooks/dispatcher.ts';
import type { SendOutcome } from '../../../reference/webhooks/rules.ts';
import { createWorld } from '../../../reference/world.ts';

const HOUR_MS = 3_600_000;
let sound: readonly string[];
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-01T00:00:00.000Z') });
  sound = await transcript([]);
});
afterAll(() => void vi.useRealTimers());

const outcomes: readonly SendOutcome[] = [
  { http: 200 },
  { http: 204 },
  { http: 302 },
  { http: 404 },
  { http: 410 },
  { http: 500 },
  { failure: 'no-answer' },
  { failure: 'lost-connection' },
];

/** Every send, with the time since the start, to receivers that always answer in one way. */
async function transcript(faults: readonly Fault[]): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const outcome of outcomes) {
    const world = createWorld({ faults });
    const start = world.clock.now();
    const dispatcher = new Dispatcher(world, {
      send: ({ url, text, answerTimeoutMs }) => {
        lines.push(`${world.clock.now() - start} ${url} ${text} ${answerTimeoutMs}`);
        return Promise.resolve(outcome);
      },
      close: () => Promise.resolve(),
    });
    world.events.emit({ status: 'close_success', paymentId: 'pay_before' });
    world.webhookUrl = 'http://127.0.0.1/first';
    world.events.emit({ status: 'close_success', paymentId: 'pay_1' });
    await world.clock.advance(1_000);
    world.webhookUrl = 'http://127.0.0.1/second';
    world.events.emit({ status: 'close_success', paymentId: 'pay_2' });
    await world.clock.advance(3 * HOUR_MS);
    world.events.emit({ status: 'close_success', paymentId: 'pay_3' });
    await world.clock.advance(3 * HOUR_MS);
    world.clock.stop();
    await dispatcher.close();
  }
  return lines;
}

test('the sound server sends each notification 10 times at most', () => {
  expect(sound).toHaveLength(3 + 7 * 3 * 10);
});

test.each(legacyDeliveriesFaults.map((fault) => [fault.id, fault] as const))(
  '%s changes what is sent, or when',
  async (_id, fault) => {
    expect(await transcript([fault])).not.toEqual(sound);
  },
);
