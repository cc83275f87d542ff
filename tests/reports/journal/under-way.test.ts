import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { certificate } from '../../../reports/certificate/certificate.ts';
import { fold } from '../../../reports/journal/fold.ts';
import { UnderWay } from '../../../reports/journal/under-way.ts';
import { underWayText } from '../../../reports/words/plain.ts';
import { exchangeRecord, register, runRecord } from '../certificate/synthetic.ts';

interface Request {
  readonly from: number;
  readonly ms: number;
}

const requests = fc.array(
  fc.record({
    from: fc.double({ min: 0, max: 500, noNaN: true }),
    ms: fc.double({ min: 0.01, max: 200, noNaN: true }),
  }),
  { minLength: 1, maxLength: 60 },
);
const endOf = ({ from, ms }: Request): number => from + ms;

/** As a journal has them: in the order of their ends, each sent at a whole ms. */
function reckoned(all: readonly Request[]) {
  const underWay = new UnderWay();
  for (const { from, ms } of all.toSorted((a, b) => endOf(a) - endOf(b)))
    underWay.add({ at: Math.floor(from), ms });
  return underWay;
}

/** How many are under way right before the end of each, of requests that are sent so much later. */
function mostOf(all: readonly Request[], laterMs = 0): number {
  return Math.max(
    ...all.map(
      (one) =>
        all.filter(
          (other) => other === one || (other.from + laterMs < endOf(one) && endOf(other) >= endOf(one)),
        ).length,
    ),
  );
}

test('so many as it says were under way at once, and no fewer than can be known by whole ms', () => {
  fc.assert(
    fc.property(requests, (all) => {
      const { most = 0 } = reckoned(all).underWay() ?? {};
      expect(most).toBeLessThanOrEqual(mostOf(all));
      expect(most).toBeGreaterThanOrEqual(mostOf(all, 2));
    }),
  );
});

test('the average is the time that the requests took together, by the time between the first and the last', () => {
  const four = [0, 0, 50, 50].map((from) => ({ from, ms: 50 }));
  expect(reckoned(four).underWay()).toEqual({ average: 2, most: 2 });
  const rare = [0, 900].map((from) => ({ from, ms: 100 }));
  expect(reckoned(rare).underWay()).toEqual({ average: 0.2, most: 1 });
});

test('requests that follow one another within a millisecond are not taken to overlap', () => {
  const quick = Array.from({ length: 40 }, (_, nth) => ({ from: nth * 0.45, ms: 0.4 }));
  expect(reckoned(quick).underWay()?.most).toBe(1);
});

test('a record that comes a little late counts as if it were in its place', () => {
  const underWay = new UnderWay();
  for (const at of [0, 20, 40, 0]) underWay.add({ at, ms: at === 0 ? 30 : 10 });
  expect(underWay.underWay()?.most).toBe(3);
  const apart = new UnderWay();
  for (const at of [40, 0]) apart.add({ at, ms: 30 });
  expect(apart.underWay()?.most).toBe(1);
});

test('the certificate says it beside the limit, and nothing where nobody knows', () => {
  const some = [0, 10].map((at, n) => exchangeRecord({ n, at, ms: 20 }));
  const limited = runRecord({ settings: { kind: 'remote', 'limits.concurrency': 8 } });
  const certified = certificate(fold([limited, ...some]), register);
  expect(certified.under_way).toEqual({ average: 1.3, most: 2, limit: 8 });
  expect(underWayText(certified)).toBe('1.3 on average, 2 at most; limits.concurrency is 8');
  const own = certificate(
    fold([runRecord({ settings: { kind: 'embedded', 'limits.concurrency': 8 } }), ...some]),
    register,
  );
  expect(underWayText(own)).toContain('limits.concurrency is 8 for each of its servers');
  const earlier = certificate(fold([runRecord(), ...some]), register);
  expect(earlier.under_way).toEqual({ average: 1.3, most: 2 });
  for (const none of [
    fold([limited]),
    fold([runRecord({ settings: { 'judge file': 'traffic.har' } }), ...some]),
    fold([
      limited,
      { k: 'shard', index: 1, startedAt: limited.startedAt, ended: 'whole', sha256: '' },
      ...some,
    ]),
  ])
    expect(certificate(none, register)).not.toHaveProperty('under_way');
});
