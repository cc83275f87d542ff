import { expect, it } from 'vitest';
import { chaosOf } from '../../../reference/webhooks/chaos.ts';
import { certifyEmbedded } from '../../../suites/faults/certify-embedded.ts';
import { claims } from '../../../suites/claims/all-claims.ts';

// Some fifty steps of a passage, each of which may wait for the whole deadline: how long they wait is drawn.
const mostMs = 360_000;

it.each(['delay=1s,duplicate=0.5,reorder', 'delay=4s,duplicate=1,reorder'])(
  'a target that sends notifications with %s is accused of nothing, and its retries and registration are proven',
  { timeout: mostMs },
  async (text) => {
    const { failures, records } = await certifyEmbedded({
      seed: 5,
      runs: 12,
      randomOnly: true,
      chaos: chaosOf(text),
      claims: [
        claims['legacy/time'],
        claims['webhooks/notifications'],
        claims['webhooks/registration'],
        claims['webhooks/retries'],
      ],
      settings: (target) => ({ ...target, notificationDeadlineMs: 6000 }),
    });
    expect(failures.map(({ summary }) => summary)).toEqual([]);
    const proven = new Set(records.flatMap((one) => (one.k === 'sequence' ? Object.keys(one.evidence) : [])));
    for (const rule of ['at-most-nine-retries', 'last-interval', 'to-the-url', 'silent-before-url'])
      expect(proven).toContain(`legacy.deliveries.${rule}`);
  },
);
