import { describe, expect, test } from 'vitest';
import { patienceUntil, waitForTarget } from '../../../suites/availability/reach-target.ts';
import { virtualTime } from '../virtual-time.ts';

const lookMs = 10_000;

/** How a target that is away answers a look, and after how many ms. */
const ways = {
  'refuses connections': { why: 'connection refused', afterMs: 1 },
  'answers 503 after a while': { why: 'HTTP 503', afterMs: 3000 },
  'shows a page of others': { why: 'a page', afterMs: 200 },
  'does not answer': { why: 'no answer', afterMs: lookMs },
} as const;

/** Whether a target that is away for so long is found to be back, and when that was known, ms. */
async function waited(outageMs: number, awayMs: number, way: keyof typeof ways) {
  const time = virtualTime();
  const { why, afterMs } = ways[way];
  const looks: number[] = [];
  const reach = async (): Promise<void> => {
    looks.push(time.now());
    const isBack = time.now() >= outageMs;
    await time.sleep(isBack ? 300 : afterMs);
    if (!isBack) throw new Error(why);
  };
  const { signal } = new AbortController();
  const { isBack } = await waitForTarget(reach, { until: patienceUntil(0, awayMs, 0), lookMs, signal, time });
  return { isBack, endedAt: time.now(), looks };
}

describe.each(Object.keys(ways) as (keyof typeof ways)[])('a target that is away and %s', (way) => {
  test.each([
    [10, 60],
    [20, 60],
    [32, 60],
    [45, 60],
    [59, 60],
    [299, 300],
  ])('for %i s is waited for, where limits.away is %i s', async (outage, away) => {
    expect(await waited(outage * 1000, away * 1000, way)).toMatchObject({ isBack: true });
  });

  test.each([60, 300])('for longer than limits.away of %i s is given up, and not before', async (away) => {
    const { isBack, endedAt, looks } = await waited(Infinity, away * 1000, way);
    expect(isBack).toBe(false);
    expect(looks.at(-1)).toBeGreaterThanOrEqual(away * 1000 - lookMs);
    expect(endedAt).toBeLessThanOrEqual(away * 1000 + lookMs);
  });

  test('is looked at seldom, since it may be starting', async () => {
    expect((await waited(Infinity, 300_000, way)).looks.length).toBeLessThanOrEqual(30);
  });
});
