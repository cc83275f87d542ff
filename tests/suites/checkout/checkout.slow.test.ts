import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { legacyCheckoutFaults } from '../../../reference/faults/legacy/checkout.ts';
import { resourceCheckoutFaults } from '../../../reference/faults/resource/checkout.ts';
import { claims } from '../../../suites/claims/all-claims.ts';
import { certifyEmbedded, type EmbeddedOutcome } from '../../../suites/faults/certify-embedded.ts';
import { certifyFault } from '../../../suites/faults/certify-fault.ts';
import { allowChromium, chromiumPath, withoutChromium } from '../../support/targets/chromium.ts';

/** One of each row that is soon seen: others wait in vain for long. `payproof faults --all` tries all. */
const sample = new Set([
  'legacy-checkout-defines-nothing',
  'legacy-checkout-authorizes-nothing',
  'legacy-checkout-needs-secret',
  'legacy-checkout-needs-callback',
  'legacy-checkout-callback-other-id',
  'legacy-checkout-wrong-pin-told-as-success',
  'legacy-checkout-logo-ignored',
  ...resourceCheckoutFaults.map(({ id }) => id),
]);
const sampled = [...legacyCheckoutFaults, ...resourceCheckoutFaults].filter(({ id }) => sample.has(id));

/** Each claim, its rows, and its requests. */
const certified = [
  [
    'legacy/checkout',
    ['script', 'key', 'callback', 'callback-optional', 'user-action', 'logo', 'pin'].map(
      (one) => `legacy.checkout.${one}`,
    ),
    // Authorize once, once, three times for the PIN, and once without a callback; Status of the two payments that it tells of.
    8,
  ],
  [
    'resource/checkout',
    [
      'resource.payment.single-through-checkout',
      'resource.token.made-by-checkout',
      'resource.token.fresh-active',
      'resource.token.metadata-limit',
    ],
    // A payment, one of a refused consumer, a token with its PIN, one that is refused for its pairs, and one with fewer; the reading of all but that.
    11,
  ],
] as const;

describe.skipIf(chromiumPath === undefined)(`the checkout of the reference${withoutChromium}`, () => {
  let forbid = () => {};
  beforeAll(() => {
    forbid = allowChromium();
  });
  afterAll(() => forbid());

  describe.each(certified)('that is sound, by %s', (suite, rows, requests) => {
    let outcome: EmbeddedOutcome;
    beforeAll(async () => {
      outcome = await certifyEmbedded({ seed: 1, runs: 1, inBrowser: true, claims: [claims[suite]] });
    });

    test('proves every row of the checkout, and is accused of nothing', () => {
      expect(outcome.failures).toEqual([]);
      const [sequence] = outcome.records.flatMap((one) => (one.k === 'sequence' ? [one] : []));
      expect(sequence).toMatchObject({ verdict: 'explained' });
      expect(sequence?.why).toBeUndefined();
      expect(Object.keys(sequence?.evidence ?? {}).toSorted()).toEqual(Array.from<string>(rows).toSorted());
    });

    test('is sent few requests, and each is counted', () => {
      const [sequence] = outcome.records.flatMap((one) => (one.k === 'sequence' ? [one] : []));
      expect(sequence?.requests).toBe(requests);
      expect(outcome.requests).toBe(requests);
    });
  });

  // Side by side, since a browser waits for the page most of the time.
  test.concurrent.each(sampled.map((fault) => [fault.id, fault] as const))(
    '%s is caught and blamed, with pictures',
    async (_id, fault) => {
      const { accused, failure } = await certifyFault(fault, { runs: 1, seed: 1 });
      expect(accused).toContain(fault.requirement);
      const captions = failure?.checkout?.walks[0]?.shots.map(({ caption }) => caption) ?? [];
      expect(captions.at(-1)).toBe('at the end');
    },
  );
});

test('a fault of the checkout is not tried where there is no browser, which says how to offer one', async () => {
  const [fault] = legacyCheckoutFaults;
  if (fault === undefined) throw new Error('there is no fault of the checkout');
  const before = process.env['PAYPROOF_CHROMIUM'];
  process.env['PAYPROOF_CHROMIUM'] = 'none';
  try {
    await expect(certifyFault(fault, { runs: 1, seed: 1 })).rejects.toThrow(
      'only in a browser: PAYPROOF_CHROMIUM',
    );
  } finally {
    process.env['PAYPROOF_CHROMIUM'] = before;
  }
});
