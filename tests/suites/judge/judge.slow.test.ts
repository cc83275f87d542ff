import { beforeAll, describe, expect, test } from 'vitest';
import type { JournalRecord } from '../../../harness/journal/journal-records.ts';
import { trafficOfHar, trafficOfRecords } from '../../../harness/traffic/read-traffic.ts';
import type { Traffic } from '../../../harness/traffic/traffic.ts';
import { randomProfile } from '../../../reference/erratic.ts';
import { faults } from '../../../reference/faults.ts';
import { allClaims, claims } from '../../../suites/claims/all-claims.ts';
import { certifyFault } from '../../../suites/faults/certify-fault.ts';
import { harOf } from './har-of.ts';
import { leavingOut, leftOutHereAndThere } from './leave-out.ts';
import { judged, recordsOf } from './recorded-run.ts';

/** Requests to the interfaces themselves. */
const sentTo = ({ exchanges }: Pick<Traffic, 'exchanges'>): number =>
  exchanges.filter(({ url }) => !new URL(url).pathname.startsWith('/control/')).length;

// It refuses numbers that are not written plainly, and much else that may be refused.
test('the traffic of planned sequences, which try each class of input, accuses no strict server', async () => {
  const planned = [claims['legacy/lifecycle'], claims['resource/payments']];
  const records = await recordsOf({ seed: 1, runs: 1, profile: randomProfile(2), claims: planned });
  const { failures } = await judged(trafficOfRecords(records));
  expect(failures.map(({ summary }) => summary)).toEqual([]);
});

describe('the traffic of a run against a right server', () => {
  let records: readonly JournalRecord[] = [];
  let traffic: Traffic;
  beforeAll(async () => {
    // Procedures take long, and send little beside control requests.
    const others = allClaims.filter(({ kind }) => kind !== 'procedure');
    records = await recordsOf({
      seed: 1,
      runs: 8,
      randomOnly: true,
      profile: randomProfile(3),
      claims: others,
    });
    traffic = trafficOfRecords(records);
  }, 120_000);

  test('leads to no accusation, and proves most of the rows that the run has proven', async () => {
    const { failures, proven, judged: count } = await judged(traffic);
    expect(failures.map(({ summary }) => summary)).toEqual([]);
    const own = new Set(
      records.flatMap((record) => (record.k === 'sequence' ? Object.keys(record.evidence) : [])),
    );
    expect([...own].filter((rule) => proven.has(rule)).length).toBeGreaterThan(0.9 * own.size);
    expect(count).toBeGreaterThan(0.9 * sentTo(traffic));
  });

  test.each([0.2, 0.4, 0.6, 0.8])(
    'leads to no accusation where the recording began after %f of it, and others may have used the server before',
    async (share) => {
      const from = Math.floor(share * traffic.exchanges.length);
      const { isWhole: _whole, ...rest } = traffic;
      const exchanges = traffic.exchanges.slice(from);
      const startsAt = exchanges[0]?.sentAt ?? 0;
      const notifications = traffic.notifications.filter(({ receivedAt }) => receivedAt >= startsAt);
      const { failures, judged: count } = await judged({ ...rest, exchanges, notifications, startsAt });
      expect(failures.map(({ summary }) => summary)).toEqual([]);
      expect(count).toBeGreaterThan(0.6 * sentTo({ exchanges }));
    },
  );

  test('as a HAR file, which has no notifications, leads to no accusation either', async () => {
    const har = trafficOfHar(harOf(traffic), 'traffic.har');
    expect(har.exchanges).toHaveLength(traffic.exchanges.length);
    const { failures, judged: count } = await judged({ ...har, isWhole: true });
    expect(failures.map(({ summary }) => summary)).toEqual([]);
    expect(count).toBeGreaterThan(0.7 * sentTo(traffic));
  });

  test.each(Object.keys(leftOutHereAndThere) as (keyof typeof leftOutHereAndThere)[])(
    'leads to no accusation with %s, whether or not it is whole',
    async (what) => {
      const { isWhole: _whole, ...rest } = traffic;
      for (const [seed, from] of [rest, traffic, rest, traffic].entries()) {
        const partly = leavingOut(from, leftOutHereAndThere[what], seed + 1);
        const { failures, judged: count } = await judged(partly);
        expect(failures.map(({ summary }) => summary)).toEqual([]);
        expect(count).toBeGreaterThan(0.2 * sentTo(traffic));
      }
    },
    120_000,
  );

  test('has no key and no checksum in what is written of it', async () => {
    const text = JSON.stringify((await judged(traffic)).records);
    expect(text).not.toMatch(/_test_[0-9a-f]{8}/);
    expect(text).not.toMatch(/"checksum\\?":\\?"(?!<|not a checksum|\\?")/);
  });
});

describe('traffic of payments that were made before the recording, where no clock was read', () => {
  let traffic: Traffic;
  beforeAll(async () => {
    const payments = allClaims.filter(({ suite }) => suite === 'resource/payments');
    traffic = trafficOfRecords(await recordsOf({ seed: 1, runs: 8, claims: payments }));
  }, 120_000);

  test.each([0.1, 0.2, 0.3, 0.4, 0.5, 0.6])('leads to no accusation, from %f of a run on', async (share) => {
    const { isWhole: _whole, ...rest } = traffic;
    const exchanges = traffic.exchanges
      .slice(Math.floor(share * traffic.exchanges.length))
      .filter(({ url }) => !new URL(url).pathname.startsWith('/control/clock'));
    const { failures, judged: count } = await judged({ ...rest, exchanges });
    expect(failures.map(({ summary }) => summary)).toEqual([]);
    expect(count).toBeGreaterThan(0);
  });
});

describe('the traffic of a hunt accuses what the hunt has accused', () => {
  test.each([
    'legacy-close-keeps-open',
    'legacy-key-optional',
    'legacy-refund-signed-by-payment',
    'legacy-race-of-captures',
    'webhook-no-refund-success',
    'webhook-nothing-sent',
    'resource-payment-ids-repeat',
    'resource-refund-above-captured',
    'resource-unknown-payment-code',
    'token-list-without-suspensions',
  ])('%s', async (id) => {
    const fault = faults.find((one) => one.id === id);
    if (fault === undefined) throw new Error(`no fault ${id}`);
    const records: JournalRecord[] = [];
    const hunt = await certifyFault(fault, { runs: 20, seed: 1, onRecord: (one) => records.push(one) });
    expect(hunt.blamed).toBe(true);
    const { accused, failures } = await judged(trafficOfRecords(records));
    expect([...accused]).toContain(fault.requirement);
    expect(failures.every(({ recorded }) => recorded === true)).toBe(true);
  });
});
