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

test.each([
  ['legacy-payment-ids-of-fourteen-bits', 'legacy.authorize.unique-id', 'legacy/lifecycle'],
  ['legacy-capture-ids-of-fourteen-bits', 'legacy.capture.unique-id', 'legacy/lifecycle'],
  ['resource-payment-ids-of-fourteen-bits', 'resource.payment.id-unique', 'resource/payments'],
  ['resource-capture-ids-of-twelve-bits', 'resource.captures.id', 'resource/payments'],
  ['resource-refund-ids-of-twelve-bits', 'resource.refunds.id', 'resource/payments'],
] as const)(
  'an id that comes twice within the run is accused, though no sequence has it twice, with how often it was seen: %s',
  { timeout: 300_000 },
  async (fault, rule, claim) => {
    const { failures } = await certifyEmbedded({
      seed: 1,
      runs: 48,
      faults: [fault],
      claims: [claims[claim]],
    });
    const steady = failures.filter(({ flaky }) => !flaky);
    expect(steady.map(({ requirement }) => requirement)).toEqual([[rule]]);
    expect(steady.every(({ failed, outOf }) => failed >= 2 && failed < outOf)).toBe(true);
  },
);
