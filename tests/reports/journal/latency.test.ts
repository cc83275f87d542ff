import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { LatencyCounts } from '../../../reports/journal/transitions.ts';

function latencyOf(all: readonly number[]) {
  const counts = new LatencyCounts();
  for (const ms of all) counts.add(ms);
  return counts.latency();
}

test('median and 95th percentile are at most a tenth too high', () => {
  const some = fc.array(fc.double({ min: 0.2, max: 100_000, noNaN: true }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(some, (all) => {
      const sorted = all.toSorted((a, b) => a - b);
      const latency = latencyOf(all);
      for (const [share, got] of [[0.5, latency?.median] as const, [0.95, latency?.p95] as const]) {
        const exact = sorted[Math.ceil(share * sorted.length) - 1] ?? NaN;
        // Three digits are told, so half a unit of the third may be missing.
        expect(got).toBeGreaterThanOrEqual(exact * 0.995);
        expect(got).toBeLessThanOrEqual(exact * 1.106);
      }
    }),
  );
});

test('a reply in no time counts, and without replies there is no figure', () => {
  expect(latencyOf([0])).toEqual({ median: 0.1, p95: 0.1 });
  expect(latencyOf([])).toBeUndefined();
});
