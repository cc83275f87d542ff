import { afterEach, describe, expect, test, vi } from 'vitest';
import { watchClock } from '../../../harness/time.ts';
import { claims } from '../../../suites/claims/all-claims.ts';
import { certifyEmbedded } from '../../../suites/faults/certify-embedded.ts';

const hourMs = 3_600_000;

afterEach(() => vi.restoreAllMocks());

describe('a watch over the clock of this machine', () => {
  test.each([
    ['set back', -hourMs, -hourMs],
    ['set forward', hourMs, hourMs],
    ['adjusted a little', 900, undefined],
    ['left alone', 0, undefined],
  ])('says by how much it was %s', (_what, byMs, expected) => {
    const now = { wall: 5000, steady: 5000 };
    const setMs = watchClock(
      () => now.wall,
      () => now.steady,
    );
    now.wall += 60_000 + byMs;
    now.steady += 60_000;
    expect(setMs()).toBe(expected);
  });
});

test.each([
  ['back', -hourMs],
  ['forward', hourMs],
])(
  'a run whose clock is set %s accuses nobody, and each of its records comes after the one before',
  async (_where, byMs) => {
    const right = Date.now;
    let exchanges = 0;
    vi.spyOn(Date, 'now').mockImplementation(() => right() + (exchanges < 300 ? 0 : byMs));
    const at: number[] = [];
    const { failures, records } = await certifyEmbedded({
      seed: 11,
      runs: 20,
      randomOnly: true,
      claims: [claims['legacy/lifecycle'], claims['resource/payments'], claims['webhooks/notifications']],
      onRecord: (record) => {
        if (record.k === 'exchange') exchanges += 1;
        if ('at' in record && record.k !== 'exchange' && record.k !== 'notification') at.push(record.at);
      },
    });
    expect(exchanges).toBeGreaterThan(600);
    expect(failures).toEqual([]);
    expect(at).toEqual(at.toSorted((one, other) => one - other));
    const open = records.filter((record) => record.k === 'sequence' && record.verdict === 'inconclusive');
    expect(open.length).toBeGreaterThan(0);
    expect(open.length).toBeLessThan(40);
  },
);
