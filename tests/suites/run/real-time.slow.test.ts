import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { startEmbedded } from '../../../harness/embedded.ts';
import type { JournalRecord } from '../../../harness/journal/journal-records.ts';
import { meansOf } from '../../../harness/means/means.ts';
import { preflight } from '../../../harness/preflight/preflight.ts';
import { loadTarget } from '../../../harness/settings/settings.ts';
import { register } from '../../../reports/register.ts';
import { lacksOf } from '../../../reports/certificate/applicable.ts';
import { allRequirements } from '../../../spec/register.ts';
import { allClaims, claims } from '../../../suites/claims/all-claims.ts';
import { runRecord } from '../../../suites/run/prepare.ts';
import { runClaim } from '../../../suites/run/run-claim.ts';
import { noJournal } from '../../../suites/run/session.ts';
import { openRun } from '../../../suites/run/open-run.ts';
import type { Time } from '../../../harness/time.ts';
import { unwrittenConfig } from '../../../suites/run/unwritten-run.ts';
import { RealClock } from '../../../suites/webhooks/clock/real-clock.ts';

/** Runs some suites in real time on a reference whose clock the suites may not move; here each reading takes a second. */
async function inRealTime(faults: readonly string[] = []) {
  const embedded = await startEmbedded(loadTarget({ file: undefined, name: 'embedded' }), {
    seed: 1,
    faults,
  });
  const { capabilities } = await preflight(embedded.target);
  const config = unwrittenConfig(
    embedded.target,
    { capabilities: capabilities.filter((one) => one !== 'clock.advance') },
    { realTime: true, seed: 1, runs: 8, randomOnly: true, only: ['webhooks'] },
  );
  let ahead = 0;
  const time: Time = {
    now: () => Date.now() + ahead,
    sleep: async (ms) => {
      const step = Math.max(ms, 1000);
      await fetch(`${embedded.target.control?.url}/clock/advance`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ms: step }),
      });
      ahead += step;
      await sleep(1);
    },
  };
  const records: JournalRecord[] = [];
  const journal = noJournal((record) => void records.push(record));
  const run = openRun(config, journal, { time });
  const outcomes = [];
  for (const suite of ['webhooks/notifications', 'webhooks/registration', 'webhooks/retries'] as const)
    outcomes.push(await runClaim(run, claims[suite], { claims: allClaims }));
  await run.close();
  await embedded.close();
  const suites = records.filter((record) => record.k === 'suite');
  const accused = outcomes
    .flatMap((one) => ('failures' in one ? one.failures : []))
    .flatMap((one) => one.requirement);
  const proven = new Set(records.flatMap((one) => (one.k === 'sequence' ? Object.keys(one.evidence) : [])));
  return { suites, accused, proven };
}

describe('retries in real time', () => {
  it(
    'are watched in the background of the other suites, and prove every row about them',
    { timeout: 120_000 },
    async () => {
      const { suites, accused, proven } = await inRealTime();
      expect(accused).toEqual([]);
      const rows = allRequirements.filter(({ needs }) => needs?.includes('passage'));
      expect(rows.map(({ id }) => id).filter((id) => !proven.has(id))).toEqual([]);
      expect(proven).toContain('legacy.deliveries.to-the-url');
      const order = suites.map(({ name, event }) => `${event} ${name}`);
      expect(order[0]).toBe('start webhooks/retries');
      expect(order.indexOf('start webhooks/notifications')).toBeLessThan(
        order.indexOf('end webhooks/retries'),
      );
      expect(order.indexOf('end webhooks/retries')).toBeLessThan(order.indexOf('end webhooks/registration'));
      expect(suites.map(({ note }) => note)).toContain('7 of 9 retries');
    },
  );

  it('are accused of the rules that they break', { timeout: 120_000 }, async () => {
    const { accused } = await inRealTime(['webhook-10-retries']);
    expect(accused).toEqual(['legacy.deliveries.at-most-nine-retries']);
  });
});

it('rows that need a movable clock say how to test them without one', async () => {
  const target = loadTarget({ file: undefined, name: 'embedded' });
  const legacy = {
    baseUrl: 'http://127.0.0.1:9',
    authorizePath: '',
    apiKey: '',
    secret: '',
    validityMs: 1,
    personas: {},
  };
  const row = register.requirements.find(({ id }) => id === 'legacy.deliveries.last-interval');
  if (row === undefined) throw new Error('there is no such row');
  const config = unwrittenConfig({ ...target, legacy }, { capabilities: [] });
  const ways = lacksOf(row, runRecord(config)).map(({ give }) => give);
  expect(ways.join()).toContain('or run certify --real-time, which takes about half an hour');
  expect(meansOf(config.target, []).has('passage')).toBe(false);
  expect(meansOf(config.target, [], { realTime: true }).has('passage')).toBe(true);
});

it('a notification that came while the process was busy may have been sent before', async () => {
  let now = 1_000_000;
  let busyMs = 0;
  const time = {
    now: () => now,
    sleep: (ms: number) => {
      now += ms + busyMs;
      return Promise.resolve();
    },
  };
  const clock = new RealClock(time, () => false);
  for (let readings = 0; readings < 8; readings += 1) await clock.step(250);
  busyMs = 3000;
  const { since: before } = clock.sent(clock.arrived());
  await clock.step(250);
  busyMs = 0;
  // The timer of a reading fires before the socket is read.
  const { since, at } = clock.sent(clock.arrived());
  expect(at - since).toBeGreaterThan(3000);
  expect(since).toBeGreaterThan(before - 1);
  for (let readings = 0; readings < 5; readings += 1) await clock.step(250);
  const quiet = clock.sent(clock.arrived());
  expect(quiet.at - quiet.since).toBe(1000);
});
