import { expect, test } from 'vitest';
import { seededRandom } from '../../../engine/seeded-random.ts';
import { leastLimit, meanLimit, simulate, workers, type SimulatedServer } from './simulated-server.ts';

/** Far away, and bears whatever comes. */
const constant =
  (ms: number): SimulatedServer =>
  ({ now }) => ({ at: now + ms });

function randomNumbers(seed: number): () => number {
  const random = seededRandom(seed);
  return () => random.nextInt(0, 2 ** 30) / 2 ** 30;
}

const seeds = [1, 2, 3, 4, 5];

test.each([
  { ms: 0.5, most: 8 },
  { ms: 20, most: 64 },
  { ms: 50, most: 64 },
  { ms: 150, most: 64 },
  { ms: 50, most: 1000 },
])('behind a constant delay of $ms ms, all $most are under way within 25 round trips', ({ ms, most }) => {
  const run = simulate({ most, server: constant(ms), forMs: 200 * ms });
  expect(meanLimit(run, 30 * ms)).toBe(most);
  expect(run.limits.find(({ limit }) => limit === most)?.at).toBeLessThan(25 * ms);
});

test.each(seeds)('where each latency varies by half, nearly all are under way (seed %i)', (seed) => {
  const next = randomNumbers(seed);
  const run = simulate({
    most: 64,
    server: ({ now }) => ({ at: now + 50 * (0.5 + next()) }),
    forMs: 60_000,
  });
  expect(meanLimit(run, 2000)).toBeGreaterThan(58);
});

test.each([1, 2, 4, 8, 16, 32].flatMap((count) => [0, 50].map((wayMs) => ({ count, wayMs }))))(
  'a server that does $count at once, $wayMs ms away, gets those and a few that wait',
  ({ count, wayMs }) => {
    const next = randomNumbers(count);
    const workMs = 20;
    const run = simulate({
      most: 200,
      server: workers(count, () => workMs * (0.8 + 0.4 * next()), wayMs),
      forMs: 60_000,
    });
    // So many are on the way while it works at all times.
    const busy = (count * (workMs + wayMs)) / workMs;
    expect(meanLimit(run, 10_000)).toBeGreaterThan(busy);
    expect(meanLimit(run, 10_000)).toBeLessThan(1.35 * busy + 6);
    expect(run.answered).toBeGreaterThan(0.95 * ((60_000 * count) / workMs));
  },
);

test.each([10, 100, 1000].map((times) => ({ times })))(
  'a single answer that takes $times times as long changes nothing',
  ({ times }) => {
    let sent = 0;
    const server: SimulatedServer = ({ now }) => ({ at: now + 50 * ((sent += 1) === 2000 ? times : 1) });
    const run = simulate({ most: 64, server, forMs: 100_000 });
    expect(leastLimit(run, 1000)).toBe(64);
  },
);

test('an answer that is lost lowers the limit once, however many are lost with it, and it comes back', () => {
  const server: SimulatedServer = ({ now }) =>
    now >= 5000 && now < 5050 ? { at: now + 10_000, isLost: true } : { at: now + 50 };
  const run = simulate({ most: 64, server, forMs: 30_000 });
  const least = leastLimit(run, 5000);
  expect(least).toBe(44);
  expect(meanLimit(run, 17_000)).toBe(64);
});

test('where all answers are lost the limit falls to 1 and no lower', () => {
  const run = simulate({ most: 64, server: ({ now }) => ({ at: now + 100, isLost: true }), forMs: 10_000 });
  expect(run.limits.at(-1)?.limit).toBe(1);
});

test.each([0.5, 2, 5, 20].map((ourMs) => ({ ourMs })))(
  'where our process takes $ourMs ms for each answer, the target is not taken to be slow',
  ({ ourMs }) => {
    const run = simulate({ most: 64, server: constant(1), forMs: 64 * 60 * ourMs, ourMs: () => ourMs });
    expect(meanLimit(run, 64 * 30 * ourMs)).toBe(64);
  },
);

test('a load of ours that grows lowers nothing', () => {
  const run = simulate({ most: 64, server: constant(20), forMs: 60_000, ourMs: (now) => now / 10_000 });
  expect(leastLimit(run, 1000)).toBe(64);
});

test('requests that take long by their kind are compared with their like', () => {
  const kinds = { reads: 40, changes: 400 } as const;
  const server: SimulatedServer = ({ now, kind }) => ({
    at: now + (kind === 'reads' ? kinds.reads : kinds.changes),
  });
  // First reads alone, then mixed, then changes alone.
  const kindOf = (nth: number): string =>
    nth < 5000 || (nth < 10_000 && nth % 2 === 0) ? 'reads' : 'changes';
  const run = simulate({ most: 64, server, kindOf, forMs: 60_000 });
  expect(leastLimit(run, 2000)).toBe(64);
});

test('a latency that stays although fewer are under way is not due to them, and the limit comes back', () => {
  const run = simulate({
    most: 64,
    server: ({ now }) => ({ at: now + (now < 5000 ? 50 : 150) }),
    forMs: 30_000,
  });
  expect(meanLimit(run, 15_000)).toBe(64);
});

test('a server that has fewer workers from some time on gets fewer', () => {
  const before = workers(32, () => 20);
  const after = workers(4, () => 20);
  const run = simulate({
    most: 64,
    server: (request) => (request.now < 10_000 ? before(request) : after(request)),
    forMs: 40_000,
  });
  expect(meanLimit(run, 5000, 10_000)).toBeGreaterThan(32);
  expect(meanLimit(run, 20_000)).toBeLessThan(14);
});

test('where fewer are under way than may be, the limit does not grow', () => {
  const run = simulate({ most: 64, server: constant(50), forMs: 30_000, wanted: () => 3 });
  expect(run.limits.at(-1)?.limit).toBeLessThanOrEqual(8);
});
