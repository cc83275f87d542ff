import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Chaos, chaosOf, chaosRules } from '../../reference/webhooks/chaos.ts';
import { Dispatcher } from '../../reference/webhooks/dispatcher.ts';
import type { SendOutcome } from '../../reference/webhooks/rules.ts';
import { createWorld } from '../../reference/world.ts';

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-01T00:00:00.000Z') }));
afterAll(() => void vi.useRealTimers());

/** The sends of ten events at the same time, to a receiver with one answer: the payment, and ms after its event. */
async function sends(chaos: Chaos, seed = 1, outcome: SendOutcome = { http: 200 }) {
  const world = createWorld({ faults: [{ delivery: chaosRules(chaos, seed) }] });
  const start = world.clock.now();
  const sent: { readonly id: string; readonly at: number }[] = [];
  const dispatcher = new Dispatcher(world, {
    send: ({ text }) => {
      const { payment_id: id } = JSON.parse(text) as { readonly payment_id: string };
      sent.push({ id, at: world.clock.now() - start });
      return Promise.resolve(outcome);
    },
    close: () => Promise.resolve(),
  });
  world.webhookUrl = 'http://127.0.0.1/hook';
  for (let n = 0; n < 10; n += 1) world.events.emit({ status: 'close_success', paymentId: `pay_${n}` });
  await world.clock.advance(3_600_000);
  world.clock.stop();
  await dispatcher.close();
  return sent;
}

describe('chaos', () => {
  it('is parsed from a list of kinds, each with its own intensity', () => {
    expect(chaosOf('delay=3s,duplicate=0.25,reorder=1')).toEqual({
      delayMs: 3000,
      duplicate: 0.25,
      reorder: 1,
    });
    expect(chaosOf('delay, reorder')).toEqual({ delayMs: 1000, duplicate: 0, reorder: 1 });
    expect(chaosOf('duplicate,delay=250ms')).toEqual({ delayMs: 250, duplicate: 0.5, reorder: 0 });
  });

  it.each([
    ['dely=3s', '"dely" is no kind of chaos. Write delay=3s, duplicate=0.5 and reorder=1'],
    ['', '"" is no kind of chaos.'],
    ['delay=3', 'delay=3 is no duration: write 250ms, 3s, 2m or 1h.'],
    ['duplicate=2', 'duplicate=2 is no share: write a number from 0 to 1.'],
    ['reorder=', 'reorder= is no share'],
    ['delay,delay=2s', '"delay,delay=2s" names delay twice.'],
  ])('refuses %s with a message that shows the right form', (text, words) => {
    expect(() => chaosOf(text)).toThrow(words);
  });

  it('delays each first send differently, and never above its limit', async () => {
    const sent = await sends({ delayMs: 5000, duplicate: 0, reorder: 0 });
    expect(sent).toHaveLength(10);
    expect(new Set(sent.map(({ at }) => at)).size).toBe(10);
    expect(Math.max(...sent.map(({ at }) => at))).toBeLessThan(5000);
  });

  it('with duplicates sends a notification a second and a third time', async () => {
    const sent = await sends({ delayMs: 5000, duplicate: 1, reorder: 0 });
    expect(sent).toHaveLength(30);
  });

  it('with reordering sends notifications in another order than their events', async () => {
    const ids = (await sends({ delayMs: 0, duplicate: 0, reorder: 1 })).map(({ id }) => id);
    expect(ids).toHaveLength(10);
    expect(ids).not.toEqual(ids.toSorted());
  });

  it('keeps the intervals of retries, and sends copies soon after their originals', async () => {
    const sent = await sends({ delayMs: 5000, duplicate: 1, reorder: 1 }, 1, { http: 500 });
    const times = sent.filter(({ id }) => id === 'pay_0').map(({ at }) => at);
    expect(times).toHaveLength(20);
    const pairs = times
      .filter((_, nth) => nth % 2 === 0)
      .map((at, nth) => [at, times[2 * nth + 1] ?? 0] as const);
    for (const [at, copy] of pairs) expect(copy - at).toBeLessThan(1001);
    expect((pairs[1]?.[0] ?? 0) - (pairs[0]?.[0] ?? 0)).toBe(10_000);
  });

  it('sends the same at the same times under the same seed', async () => {
    const chaos = chaosOf('delay,duplicate,reorder');
    expect(await sends(chaos, 7)).toEqual(await sends(chaos, 7));
    expect(await sends(chaos, 7)).not.toEqual(await sends(chaos, 8));
  });
});
