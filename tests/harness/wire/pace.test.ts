import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { openPace } from '../../../harness/pace/pace.ts';
import { mostInASecond } from '../../support/targets/start-counting-proxy.ts';
import { virtualTime } from '../../suites/virtual-time.ts';

/** When requests reach a server that several clients ask at once: each takes this long on its way there, and as long on its way back. */
async function arrivals(
  rate: number,
  clients: number,
  waysMs: readonly number[],
): Promise<readonly number[]> {
  const time = virtualTime();
  const next = openPace(rate, time);
  const arrived: number[] = [];
  const left = [...waysMs];
  const client = async () => {
    for (let way = left.shift(); way !== undefined; way = left.shift()) {
      const over = await next();
      await time.sleep(way);
      arrived.push(time.now());
      await time.sleep(way);
      over();
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return arrived.toSorted((a, b) => a - b);
}

test('a server never sees more requests in a second than it is to get, however long each is on its way', async () => {
  const waysMs = fc.array(fc.oneof(fc.constant(0), fc.nat(50), fc.nat(3000)), {
    minLength: 12,
    maxLength: 40,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 7 }),
      fc.integer({ min: 1, max: 4 }),
      waysMs,
      async (rate, clients, ways) => {
        const instants = await arrivals(rate, clients, ways);
        expect(instants).toHaveLength(ways.length);
        expect(mostInASecond(instants)).toBeLessThanOrEqual(rate);
      },
    ),
    { numRuns: 60 },
  );
});

test('requests that take no time come as often as they may, and a fraction of one a second is one in several seconds', async () => {
  const quick = await arrivals(
    5,
    2,
    Array.from({ length: 51 }, () => 0),
  );
  expect(mostInASecond(quick)).toBe(5);
  expect(quick.at(-1)).toBeLessThan(11_500);
  const slow = await arrivals(0.5, 2, [0, 0, 0]);
  expect(slow.at(-1)).toBeGreaterThanOrEqual(4000);
});

test('a pace that follows another begins as if that had used its second up', async () => {
  expect((await arrivals(5, 1, [0]))[0]).toBeGreaterThanOrEqual(1000);
  expect((await arrivals(0.001, 1, [0]))[0]).toBeLessThanOrEqual(5100);
});

test('a turn that is not taken delays nobody', async () => {
  const time = virtualTime();
  const next = openPace(1, time);
  (await next())(false);
  const from = time.now();
  (await next())(true);
  expect(time.now()).toBe(from);
});
