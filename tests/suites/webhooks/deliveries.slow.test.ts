import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Patience } from '../../../engine/judge/judge-notifications.ts';
import type { FailureRecord } from '../../../harness/records/failure-record.ts';
import { ruleGoal } from '../../../engine/goals.ts';
import { eventRules } from '../../../spec/legacy/events.ts';
import { allRequirements } from '../../../spec/register.ts';
import { certifyRegistration } from '../../../suites/webhooks/certify-registration.ts';
import { certifyNotifications } from '../../../suites/webhooks/certify-notifications.ts';
import { certifyRetries, judgeRetries } from '../../../suites/webhooks/certify-retries.ts';
import type { Session } from '../../../suites/run/session.ts';
import { openWebhookSession } from '../run/webhook-session.ts';

/** The rules that a procedure accuses, and those that it proves, on a reference with these faults. */
async function certified(
  certify: (session: Session) => Promise<readonly FailureRecord[]>,
  faults: readonly string[] = [],
): Promise<{ accused: string[]; proven: string[]; steps: number[] }> {
  const { session, records, close } = await openWebhookSession(faults);
  try {
    const failures = await certify(session);
    const proven = records.flatMap((record) => (record.k === 'sequence' ? Object.keys(record.evidence) : []));
    const accused = failures.flatMap(({ requirement }) => requirement);
    return { accused, proven, steps: failures.map(({ steps }) => steps) };
  } finally {
    await close();
  }
}

// They wait for notifications most of the time, each for those of a server of its own.
describe('the procedures about delivery', { concurrent: true }, () => {
  it('prove every testable row on a sound target, and accuse nothing', async () => {
    const [registration, retries] = await Promise.all([
      certified(certifyRegistration),
      certified(certifyRetries),
    ]);
    expect([...registration.accused, ...retries.accused]).toEqual([]);
    const rows = allRequirements.filter(
      ({ operation, untestable }) => operation === 'deliveries' && !untestable,
    );
    const proven = new Set([...registration.proven, ...retries.proven]);
    // Only registration judges an authorization without a payment, one that is declined or waits for its PIN.
    const ofNoPayment = ['legacy.events.status', 'legacy.events.none-before-pin'];
    expect(proven).toEqual(new Set([...rows.map(({ id }) => id), ...ofNoPayment]));
  });

  it.each([
    ['webhook-keeps-unsent', 'legacy.deliveries.silent-before-url', 2],
    ['webhook-first-url-for-ever', 'legacy.deliveries.to-the-url', 1],
    ['webhook-declined-told-as-authorize-fail', 'legacy.events.status', 2],
    ['webhook-success-before-pin', 'legacy.events.none-before-pin', 3],
    ['webhook-declined-told-as-success', 'legacy.events.status', 2],
  ])('accuse a target with %s of %s alone, in %d requests', async (fault, rule, steps) => {
    const { accused, steps: shown } = await certified(certifyRegistration, [fault]);
    expect({ accused, shown }).toEqual({ accused: [rule], shown: [steps] });
  });

  it('wait until the deadline only in the second attempt, which accuses', async () => {
    const { session, close } = await openWebhookSession(['webhook-first-url-for-ever']);
    const patiences: Patience[] = [];
    const notifications: Session['notifications'] = (options) => {
      const source = session.notifications(options);
      return (
        source && {
          ...source,
          wait: async (ids, met, patience, since) => {
            const came = await source.wait(ids, met, patience, since);
            if (!came) patiences.push(patience);
            return came;
          },
        }
      );
    };
    try {
      const [failure] = await certifyRegistration({ ...session, notifications });
      expect(failure?.requirement).toEqual(['legacy.deliveries.to-the-url']);
      expect(patiences).toEqual(['short', 'whole']);
    } finally {
      await close();
    }
  });

  it('prove that a late answer is taken where the first one came too late on a busy machine', async () => {
    const { session, records, close } = await openWebhookSession([]);
    const driver: Session['driver'] = (...of) => {
      const own = session.driver(...of);
      let moves = 0;
      return {
        ...own,
        send: async (call, step) => {
          const isMove = call.path.endsWith('/clock/advance');
          if (isMove) moves += 1;
          // Longer than the 10 seconds in all, while the answer is held back.
          if (isMove && moves >= 3 && moves < 7) await sleep(2500);
          return own.send(call, step);
        },
      };
    };
    try {
      expect(await certifyRetries({ ...session, driver })).toEqual([]);
      const proven = records.flatMap((one) => (one.k === 'sequence' ? Object.keys(one.evidence) : []));
      expect(proven).toContain('legacy.deliveries.late-answer-taken');
    } finally {
      await close();
    }
  });

  it('accuse a target that makes only two retries of the intervals that are missing', async () => {
    expect((await certified(certifyRetries, ['webhook-two-retries'])).accused).toEqual([
      'legacy.deliveries.first-three-intervals',
      'legacy.deliveries.last-interval',
    ]);
  });

  it('accuse a target that delivers one notification after another, and take coarse steps when they watch it for that alone', async () => {
    const { session, records, close } = await openWebhookSession(['webhook-one-at-a-time']);
    const rule = 'legacy.deliveries.later-events-meanwhile';
    // On a busy machine the first passage may suspect more, and then the second looks at all of it.
    const judge = judgeRetries(session);
    const coarse: typeof judge = (bench) => judge(bench, 'second', new Set([rule]));
    try {
      const [failure] = await certifyRetries(session);
      expect(failure?.requirement).toEqual([rule]);
      const before = records.length;
      const [again] = await certifyNotifications(session, { name: 'retries', judge: coarse });
      expect(again?.requirement).toEqual([rule]);
      const moves = records
        .slice(before)
        .filter((record) => record.k === 'exchange' && record.phase === 'confirm');
      expect(moves.length).toBeGreaterThan(50);
      expect(moves.length).toBeLessThan(250);
    } finally {
      await close();
    }
  });

  it.each([
    ['certifyRegistration', certifyRegistration, ['to-the-url', 'silent-before-url']],
    ['certifyRetries', certifyRetries, ['later-events-meanwhile', 'growing-intervals']],
  ] as const)(
    'accuse no target of closings that it never sends, once it was accused of that: %s proves the rest',
    async (_, certify, proven) => {
      const { session, records, close } = await openWebhookSession(['webhook-no-close-success']);
      try {
        const breaches = [eventRules.closeSuccess, eventRules.allSent].map(({ id }) => {
          return { rule: id, expected: 'a notification close_success', received: 'none' };
        });
        const violation = { operation: 'notifications', abstract: '', breaches, onlyMissing: true } as const;
        session.run.memory.known.add({ at: 'notifications', ...violation }, true);
        expect(await certify(session)).toEqual([]);
        const evidence = records.flatMap((one) => (one.k === 'sequence' ? Object.keys(one.evidence) : []));
        expect(evidence).toEqual(expect.arrayContaining(proven.map((rule) => `legacy.deliveries.${rule}`)));
        expect(evidence).not.toContain('legacy.deliveries.starts-with-next-event');
        expect(evidence).not.toContain('legacy.deliveries.later-events-after-last');
      } finally {
        await close();
      }
    },
  );

  it('accuse a target of closings that do not come, where it was seen to send others', async () => {
    const { session, close } = await openWebhookSession(['webhook-no-close-success']);
    try {
      const breaches = [
        { rule: eventRules.allSent.id, expected: 'a notification update_fail', received: 'none' },
      ];
      const violation = { operation: 'notifications', abstract: '', breaches, onlyMissing: true } as const;
      session.run.memory.known.add({ at: 'notifications', ...violation }, true);
      session.run.memory.reached.set(
        'legacy, notifications',
        new Set([ruleGoal(eventRules.closeSuccess.id)]),
      );
      const failures = await certifyRegistration(session);
      expect(failures.flatMap(({ requirement }) => requirement)).toEqual([
        'legacy.deliveries.starts-with-next-event',
      ]);
    } finally {
      await close();
    }
  });

  it('accuse a target that waits 5 seconds for the answer of that alone', async () => {
    expect((await certified(certifyRetries, ['webhook-answer-time-5s'])).accused).toEqual([
      'legacy.deliveries.late-answer-taken',
    ]);
  });

  it('accuse a target that gives up after 410 of that alone', async () => {
    expect((await certified(certifyRetries, ['webhook-410-taken'])).accused).toEqual([
      'legacy.deliveries.retried-after-error',
    ]);
  });

  it('name the payment whose notification broke a rule, for its timeline', async () => {
    const { session, close } = await openWebhookSession(['webhook-redirect-taken']);
    try {
      const [failure] = await certifyRetries(session);
      const accused = failure?.transcript.filter(({ reply }) =>
        failure.about?.some((id) => JSON.stringify(reply).includes(id)),
      );
      expect(accused?.map(({ kind }) => kind)).toEqual(['notification meets 302']);
    } finally {
      await close();
    }
  });
});
