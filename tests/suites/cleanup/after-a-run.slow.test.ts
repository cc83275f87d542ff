import { afterAll, describe, expect, test } from 'vitest';
import type { Target } from '../../../harness/settings/settings.ts';
import { startReference, type RunningReference } from '../../../reference/server.ts';
import { claims } from '../../../suites/claims/all-claims.ts';
import { Ledger } from '../../../suites/cleanup/ledger.ts';
import { certifyEmbedded } from '../../../suites/faults/certify-embedded.ts';
import { reachedAt } from '../../support/targets/unsteady-proxy.ts';
import { cleanedUp } from './cleaned-up.ts';

const opened: { close(): Promise<void> }[] = [];
afterAll(() => Promise.all(opened.map((one) => one.close())));

/** What a reference has in store that somebody would have to undo. */
function openIn({ store }: RunningReference) {
  return {
    legacy: [...store.legacyPayments.values()].filter(({ status }) => status === 'open').length,
    legacyCaptures: [...store.legacyCaptures.values()].filter(({ amount, refunded }) => refunded.lt(amount))
      .length,
    resource: [...store.resourcePayments.values()].filter(({ status }) => status === 'AUTHORIZED').length,
    resourceCaptures: [...store.resourcePayments.values()].flatMap(({ captures, refunds }) =>
      captures.filter(
        ({ id, amount }) =>
          refunds.filter(({ captureId }) => captureId === id).reduce((sum, one) => sum + one.amount, 0) <
          amount,
      ),
    ).length,
  };
}

const nothing = { legacy: 0, legacyCaptures: 0, resource: 0, resourceCaptures: 0 };

/** A short run over both interfaces, with what it has left: in the reference, and by its journal. */
async function leftBy({
  faults = [],
  runs = 3,
  maxRequests,
}: {
  readonly faults?: readonly string[];
  readonly runs?: number;
  readonly maxRequests?: number;
} = {}) {
  const reference = await startReference({ seed: 1, faults });
  opened.push(reference);
  let target: Target | undefined;
  const run = await certifyEmbedded({
    seed: 1,
    runs,
    randomOnly: true,
    ...(maxRequests !== undefined && { maxRequests }),
    claims: [claims['legacy/lifecycle'], claims['resource/payments'], claims['legacy/races']],
    settings: (embedded) => {
      target = {
        ...reachedAt(embedded, reference.url),
        control: { url: `${reference.url}/control` },
        cleanup: true,
      };
      return target;
    },
  });
  if (target === undefined) throw new Error('the run asked for no settings');
  const ledger = new Ledger();
  for (const record of run.records) if (record.k === 'payment') ledger.restore(record);
  return { reference, target, run, ledger };
}

describe('cleaning up after a run', () => {
  test('leaves no payment open and no capture unrefunded, those of shrinking, confirming and races included', async () => {
    const left = await leftBy({ faults: ['legacy-status-close-lacks-test'], runs: 5 });
    const before = openIn(left.reference);
    for (const count of Object.values(before)) expect(count).toBeGreaterThan(0);
    expect(left.run.failures.length).toBeGreaterThan(0);
    const { cleaned, records } = await cleanedUp(left);
    expect(openIn(left.reference)).toEqual(nothing);
    expect(cleaned.left).toEqual([]);
    expect(cleaned.closed).toBeGreaterThan(0);
    expect(cleaned.refunded).toBe(before.legacyCaptures + before.resourceCaptures);
    expect(new Set(records.map(({ k }) => k))).toEqual(new Set(['cleanup']));
    expect(records).toHaveLength(cleaned.requests);
  });

  test('is done within the requests that the run may send', async () => {
    const maxRequests = 150;
    const left = await leftBy({ maxRequests });
    const { cleaned } = await cleanedUp(left, {}, maxRequests);
    expect(cleaned.requests).toBeGreaterThan(0);
    expect(left.run.requests + cleaned.requests).toBeLessThanOrEqual(maxRequests);
    expect(openIn(left.reference)).toEqual(nothing);
  });
});
