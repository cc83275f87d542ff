import { describe, expect, it } from 'vitest';
import { certifyClaim, type ClaimVerdict } from '../../suites/webhooks/claim.ts';
import { openWebhookSession } from './webhook-session.ts';

const rule = 'legacy.deliveries.first-three-intervals';
const kept: ClaimVerdict = { evidence: [rule], breaches: [], observed: {} };
const broken: ClaimVerdict = {
  evidence: [],
  breaches: [{ rule, expected: 'three intervals of 10 s', received: 'intervals 13 s' }],
  observed: {},
};

/** What comes of looks that see this, one after another. */
async function seeing(...seen: readonly ClaimVerdict[]) {
  const { session, records, close } = await openWebhookSession();
  const left = [...seen];
  try {
    const failures = await certifyClaim(session, {
      claim: 'intervals',
      judge: () => Promise.resolve(left.shift() ?? broken),
    });
    const proofs = records
      .filter((record) => record.k === 'sequence')
      .filter(({ phase, evidence }) => phase === 'explore' && evidence[rule] !== undefined).length;
    return { accused: failures.length, proofs, looks: seen.length - left.length };
  } finally {
    await close();
  }
}

describe('a claim about delivery', () => {
  it.each([
    ['kept at once is proven by that look', [kept], { accused: 0, proofs: 1, looks: 1 }],
    ['broken twice is accused', [broken, broken], { accused: 1, proofs: 0, looks: 2 }],
    ['broken once and then kept twice is proven', [broken, kept, kept], { accused: 0, proofs: 1, looks: 3 }],
    ['broken now and then is not', [broken, kept, broken], { accused: 0, proofs: 0, looks: 3 }],
  ] as const)('%s', async (_, seen, outcome) => {
    expect(await seeing(...seen)).toEqual(outcome);
  });
});
