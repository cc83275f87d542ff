import { describe, expect, it } from 'vitest';
import {
  certifyNotifications,
  type NotificationVerdict,
} from '../../../suites/webhooks/certify-notifications.ts';
import { openWebhookSession } from '../run/webhook-session.ts';

const rule = 'legacy.deliveries.first-three-intervals';
const kept: NotificationVerdict = { evidence: [rule], breaches: [], observed: {} };
const broken: NotificationVerdict = {
  evidence: [],
  breaches: [{ rule, expected: 'three intervals of 10 s', received: 'intervals 13 s' }],
  observed: {},
};

/** The outcome of attempts with these verdicts, one after another. */
async function attempting(...verdicts: readonly NotificationVerdict[]) {
  const { session, records, close } = await openWebhookSession();
  const left = [...verdicts];
  try {
    const failures = await certifyNotifications(session, {
      name: 'intervals',
      judge: () => Promise.resolve(left.shift() ?? broken),
    });
    const proofs = records
      .filter((record) => record.k === 'sequence')
      .filter(({ phase, evidence }) => phase === 'explore' && evidence[rule] !== undefined).length;
    return { accused: failures.length, proofs, attempts: verdicts.length - left.length };
  } finally {
    await close();
  }
}

describe('a procedure', () => {
  it.each([
    [
      'whose rule is kept at the first attempt is proven by it',
      [kept],
      { accused: 0, proofs: 1, attempts: 1 },
    ],
    ['whose rule is broken twice is accused', [broken, broken], { accused: 1, proofs: 0, attempts: 2 }],
    [
      'whose rule is broken once and then kept twice is proven',
      [broken, kept, kept],
      { accused: 0, proofs: 1, attempts: 3 },
    ],
    [
      'whose rule is kept only at the second of three attempts is neither accused nor proven',
      [broken, kept, broken],
      { accused: 0, proofs: 0, attempts: 3 },
    ],
  ] as const)('%s', async (_, verdicts, outcome) => {
    expect(await attempting(...verdicts)).toEqual(outcome);
  });
});
