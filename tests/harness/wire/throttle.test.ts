import { expect, it } from 'vitest';
import { retryAfterMs, Throttle } from '../../../harness/pace/throttle.ts';
import { virtualTime } from '../../suites/virtual-time.ts';

interface Served {
  readonly taken: number;
  readonly refused: number;
  readonly ms: number;
}

/** Clients that ask a server which takes so many requests in any second, until so many were taken. */
async function served(perSecond: number, wanted: number, retryAfter?: number): Promise<Served> {
  const time = virtualTime();
  const throttle = new Throttle(undefined, time);
  const answered: number[] = [];
  let refused = 0;
  let left = wanted;
  const client = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      for (;;) {
        await throttle.turn();
        await time.sleep(5);
        const now = time.now();
        if (answered.filter((at) => at > now - 1000).length < perSecond) {
          answered.push(now);
          throttle.taken();
          break;
        }
        refused += 1;
        await throttle.demanded((retryAfter ?? 0) * 1000);
      }
    }
  };
  await Promise.all(Array.from({ length: 8 }, client));
  return { taken: answered.length, refused, ms: time.now() };
}

it.each<[number, number | undefined]>([
  [1, undefined],
  [3, undefined],
  [3, 1],
  [20, undefined],
  [20, 1],
])(
  'a server that takes %i requests a second, Retry-After %s, is asked hardly more often and hardly more slowly',
  async (perSecond, retryAfter) => {
    const { taken, refused, ms } = await served(perSecond, perSecond * 60, retryAfter);
    expect(taken).toBe(perSecond * 60);
    expect(refused / taken).toBeLessThanOrEqual(0.25);
    expect(ms).toBeLessThan(120_000);
  },
);

it('a server that turns nothing away is waited for at no request', async () => {
  expect(await served(Infinity, 400)).toEqual({ taken: 400, refused: 0, ms: 250 });
});

it('a server that turns one kind of request away, however slow they come, hardly slows the others down', async () => {
  const time = virtualTime();
  const throttle = new Throttle(undefined, time);
  for (let n = 1; n <= 3000; n += 1) {
    await throttle.turn();
    await time.sleep(2);
    if (n % 30 < 5) await throttle.demanded(0, n % 30 === 4);
    else throttle.taken();
  }
  expect(time.now()).toBeLessThan(120_000);
});

it.each([0, 1000])(
  'a server that turns every fifth request away, however slow they come, with a wait of %i ms, costs no minutes',
  async (waitMs) => {
    const time = virtualTime();
    const throttle = new Throttle(undefined, time);
    let n = 0;
    let left = 400;
    const client = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        await throttle.turn();
        await time.sleep(5);
        n += 1;
        if (n > 60 && n % 5 === 0) await throttle.demanded(waitMs);
        else throttle.taken();
      }
    };
    await Promise.all(Array.from({ length: 4 }, client));
    expect(time.now()).toBeLessThan(60_000);
  },
);

it('tells for how long every request was turned away', async () => {
  const time = virtualTime();
  const throttle = new Throttle(undefined, time);
  await throttle.demanded(0);
  await time.sleep(700);
  await throttle.demanded(0);
  expect(throttle.refusedForMs).toBe(700);
  throttle.taken();
  expect(throttle.refusedForMs).toBe(0);
});

it.each<[string | undefined, number]>([
  ['3', 3000],
  [' 0 ', 0],
  ['Thu, 01 Jan 2026 00:00:05 GMT', 5000],
  ['Wed, 31 Dec 2025 23:00:00 GMT', 0],
  ['soon \u00ff', 0],
  ['-5', 0],
  ['1e9', 0],
  [undefined, 0],
])('Retry-After %j wants nothing for %i ms', (value, ms) => {
  expect(retryAfterMs(value, Date.parse('2026-01-01T00:00:00Z'))).toBe(ms);
});
