import { expect, test } from 'vitest';
import { certifyEmbedded } from '../../../suites/faults/certify-embedded.ts';
import { claims } from '../../../suites/claims/all-claims.ts';

test.each([
  ['legacy-payment-id-of-order-ref', 'legacy.authorize.unique-id'],
  ['legacy-capture-id-shared', 'legacy.capture.unique-id'],
])(
  'a server that gives an id twice is accused of that alone, since it is open which of the two later requests are about: %s',
  { timeout: 120_000 },
  async (fault, rule) => {
    const legacy = [claims['legacy/lifecycle']];
    const { failures } = await certifyEmbedded({ seed: 1, runs: 48, faults: [fault], claims: legacy });
    const steady = failures.filter(({ flaky }) => !flaky);
    expect(steady.map(({ requirement }) => requirement)).toEqual([[rule]]);
  },
);
