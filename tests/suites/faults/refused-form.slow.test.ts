import { expect, test } from 'vitest';
import { common } from '../../../spec/legacy/common.ts';
import { certifyEmbedded } from '../../../suites/faults/certify-embedded.ts';
import { claims } from '../../../suites/claims/all-claims.ts';

/** What the server is accused of, by the rules of each accusation. */
async function accusations(fault: string) {
  const { failures, records } = await certifyEmbedded({
    seed: 1,
    runs: 48,
    faults: [fault],
    claims: [claims['legacy/lifecycle'], claims['webhooks/notifications']],
  });
  const steady = failures.filter(({ flaky }) => !flaky);
  const proven = new Set(records.flatMap((one) => (one.k === 'sequence' ? Object.keys(one.evidence) : [])));
  return { accused: steady.map(({ requirement }) => requirement), proven };
}

test.each(['legacy-checksum-hex-only', 'legacy-checksum-base64-of-urls'])(
  'a server that refuses the base64 encoding is accused of that alone, and what its refusals would hide is proven: %s',
  { timeout: 120_000 },
  async (fault) => {
    const { accused, proven } = await accusations(fault);
    expect(accused.length).toBeGreaterThan(0);
    expect(accused.filter((rules) => !rules.includes(common.checksumBase64.id))).toEqual([]);
    expect([...proven]).toEqual(
      expect.arrayContaining(['legacy.refund.above-refundable', 'legacy.events.capture-fail']),
    );
  },
);
