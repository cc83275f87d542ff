import { afterEach, expect, test } from 'vitest';
import { machineNamed } from '../../../suites/explore/machines.ts';
import { drawRace } from '../../../suites/races/certify-races.ts';
import { judgedRace } from '../../../suites/races/race-record.ts';
import { legacyPatterns } from '../../../suites/races/legacy.ts';
import { replaySequence } from '../../../suites/replay/replay.ts';
import { certifyNotifications } from '../../../suites/webhooks/certify-notifications.ts';
import type { Session } from '../../../suites/run/session.ts';
import { openWebhookSession, type Opened } from '../run/webhook-session.ts';

let opened: Opened | undefined;
afterEach(() => opened?.close());

const rule = 'legacy.deliveries.first-three-intervals';
const breaches = [{ rule, expected: 'three intervals of 10 s', received: 'intervals 13 s' }];

/** A session on a server with a fault, whose target is away for a moment at each request while `isAway` says so. */
async function openedAway(faults: readonly string[], isAway: () => boolean): Promise<Session> {
  opened = await openWebhookSession(faults);
  const { session } = opened;
  return {
    ...session,
    driver: (...given) => {
      const driver = session.driver(...given);
      return {
        ...driver,
        send: (...call) => {
          if (isAway()) session.run.access.availability.epoch += 1;
          return driver.send(...call);
        },
      };
    },
  };
}

test.each([
  [true, 'unjudged'],
  [false, 'same failure'],
])('a stored failure that meets an outage (%s) is %s', async (isAway, came) => {
  const session = await openedAway(['legacy-close-keeps-open'], () => isAway);
  const machine = machineNamed('legacy', session.setup(false));
  if (machine === undefined) throw new Error('there is no legacy machine');
  const [pattern] = legacyPatterns;
  const [authorize] = (pattern && drawRace(machine, pattern, 1)?.before) ?? [];
  if (authorize === undefined) throw new Error('no authorization was drawn');
  const uses = { payment: authorize.id };
  const sequence = [
    authorize,
    { id: 's2', operation: 'close', kind: 'plain', uses, data: { encoding: 'hex' } },
    { id: 's3', operation: 'status', kind: 'read', uses, data: { encoding: 'hex' } },
  ];
  const signature = { at: 'reply', operations: ['status'], rules: ['legacy.close.closes'] } as const;
  const stored = {
    suite: 'kept',
    interface: 'legacy',
    machine: 'legacy',
    exclusive: false,
    sequence,
    signature,
  };
  const ran = await replaySequence(session, machine, stored);
  expect(ran.came).toBe(came);
});

test.each([
  [true, 'inconclusive'],
  [false, 'explained'],
])('a race that meets an outage (%s) is %s', async (isAway, kind) => {
  const session = await openedAway([], () => isAway);
  const machine = machineNamed('legacy', session.setup(false));
  const [pattern] = legacyPatterns;
  const race = machine && pattern && drawRace(machine, pattern, 1);
  if (machine === undefined || race === undefined) throw new Error('no race was drawn');
  const { verdict } = await judgedRace(machine, race, session.driver('race', 'explore'));
  expect(verdict.kind).toBe(kind);
});

test.each([
  ['only at its first attempt is made once more and accuses', 1, 1, ['inconclusive', 'violated', 'violated']],
  ['each time accuses nobody', 2, 0, ['inconclusive', 'inconclusive']],
])('a procedure that meets an outage %s', async (_when, outages, accused, verdicts) => {
  const session = await openedAway([], () => false);
  let left = outages;
  const failures = await certifyNotifications(session, {
    name: 'intervals',
    judge: () => {
      if (left > 0) session.run.access.availability.epoch += 1;
      left -= 1;
      return Promise.resolve({ evidence: [], breaches, observed: {} });
    },
  });
  expect(failures).toHaveLength(accused);
  expect(opened?.records.flatMap((record) => (record.k === 'sequence' ? [record.verdict] : []))).toEqual(
    verdicts,
  );
});
