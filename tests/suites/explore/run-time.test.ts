import { expect, test } from 'vitest';
import { claims } from '../../../suites/claims/all-claims.ts';
import { runTime, type ClaimRequests } from '../../../suites/explore/run-time.ts';
import { sampleTarget } from '../../harness/settings/sample-target.ts';

function configWith(limits: object) {
  const { limits: usual, ...target } = sampleTarget('http://127.0.0.1:1');
  return { target: { ...target, limits: { ...usual, ...limits } }, maxRequests: Infinity, only: [] };
}

const lifecycle: ClaimRequests = { claim: claims['legacy/lifecycle'], planned: 4000, others: 3000 };
const payments: ClaimRequests = { claim: claims['resource/payments'], planned: 3000, others: 3000 };
const time: ClaimRequests = { claim: claims['legacy/time'], planned: 200, others: 1200 };
const all = [lifecycle, payments, time];

function msOf(limits: object, latencyMs: number, of: readonly ClaimRequests[] = all): number {
  return runTime(configWith(limits), of, latencyMs).ms;
}

test('a run takes longer the farther its target is, and never longer with more requests at once', () => {
  for (const concurrency of [1, 8, 64])
    for (const [near, far] of [
      [20, 50],
      [50, 150],
    ] as const)
      expect(msOf({ concurrency }, far)).toBeGreaterThan(msOf({ concurrency }, near));
  for (const ms of [0, 1, 20, 50, 150])
    for (const [few, many] of [
      [1, 8],
      [8, 64],
      [64, 1000],
    ] as const)
      expect(msOf({ concurrency: many }, ms)).toBeLessThanOrEqual(msOf({ concurrency: few }, ms));
});

test('one request at a time takes as long as all answers together', () => {
  const requests = 14_400;
  expect(msOf({ concurrency: 1 }, 100)).toBeGreaterThan(0.99 * requests * 100);
  expect(msOf({ concurrency: 1 }, 100)).toBeLessThan(1.05 * requests * 100);
});

test('many at once take a part of that', () => {
  const one = msOf({ concurrency: 1 }, 100);
  expect(msOf({ concurrency: 8 }, 100)).toBeLessThan(0.4 * one);
  expect(msOf({ concurrency: 64 }, 100)).toBeLessThan(0.2 * one);
});

test('the interfaces go side by side, and what moves the clock comes after them', () => {
  const around = msOf({ concurrency: 8 }, 100, []);
  const [one, other, both, three] = [[lifecycle], [payments], [lifecycle, payments], all].map(
    (of) => msOf({ concurrency: 8 }, 100, of) - around,
  );
  // Each has half of the requests at once beside the other.
  expect(both).toBeGreaterThanOrEqual(Math.max(one ?? 0, other ?? 0));
  expect(both).toBeLessThan(1.2 * ((one ?? 0) + (other ?? 0)));
  expect(three).toBeGreaterThan((both ?? 0) + 1400 * 100 * 0.2);
});

test('a rate that is allowed bounds it, and on loopback our own processor does', () => {
  const slow = runTime(configWith({ requestsPerSecond: 5 }), all, 20);
  expect(slow).toMatchObject({ by: 'rate' });
  expect(slow.ms).toBeGreaterThanOrEqual((1000 * 14_400) / 5);
  const near = runTime(configWith({ concurrency: 1000 }), all, 0.1);
  expect(near).toMatchObject({ by: 'processor' });
  expect(near.ms).toBeGreaterThan(14_400);
  expect(runTime(configWith({ concurrency: 8 }), all, 50)).toMatchObject({ by: 'latency' });
});

test('what is under way on average explains the time', () => {
  const { ms, underWay } = runTime(configWith({ concurrency: 64 }), all, 50);
  expect((14_400 * 50) / underWay).toBeCloseTo(ms, 3);
  expect(underWay).toBeLessThan(64);
});
