import { afterAll, expect, test } from 'vitest';
import type { Target } from '../../../harness/settings/settings.ts';
import { startReference } from '../../../reference/server.ts';
import { claims } from '../../../suites/claims/all-claims.ts';
import { certifyEmbedded } from '../../../suites/faults/certify-embedded.ts';
import { checkedBy, type Claim } from '../../../suites/run/claim.ts';
import { startProxy } from '../../gauntlet/support/proxy.ts';
import { startRestarting, type Fate } from '../../support/targets/restarting-target.ts';
import { reachedAt } from '../../support/targets/unsteady-proxy.ts';

const opened: { close(): Promise<void> }[] = [];
afterAll(() => Promise.all(opened.map((one) => one.close())));

interface How {
  readonly seed?: number;
  readonly runs?: number;
  readonly timeoutMs?: number;
  readonly claim?: Claim;
  /** Sequences under way at once. Default: as many as usual. */
  readonly concurrency?: number;
}

/** What a short run about notifications finds of a target at another address. */
async function certified(
  settings: (target: Target) => Target,
  { seed = 1, runs = 16, timeoutMs = 5000, claim = claims['webhooks/notifications'], concurrency }: How = {},
) {
  const outcome = await certifyEmbedded({
    seed,
    runs,
    randomOnly: true,
    claims: [claim],
    settings: (target) => ({
      ...settings(target),
      notificationDeadlineMs: 500,
      // More than the first pause before the target is tried again.
      limits: { ...target.limits, timeoutMs, awayMs: 700, ...(concurrency !== undefined && { concurrency }) },
    }),
  });
  const { failures } = outcome;
  return {
    rules: failures.flatMap(({ requirement }) => requirement),
    sure: failures.filter(({ flaky }) => !flaky).length,
    events: outcome.records.flatMap((record) => (record.k === 'trouble' ? [record.event] : [])),
  };
}

/** The same of a target that meets its fate in the middle of the run. */
async function certifiedUntil(fate: Fate, faults: readonly string[] = []) {
  // Early, while few payments have been read.
  const restarting = await startRestarting(fate, fate === 'unnoticed' ? 94 : 60, { faults });
  opened.push(restarting);
  // More sequences than are begun before 20 answers in a row are missing.
  const how = fate === 'hangs' ? { runs: 200, timeoutMs: 600 } : { seed: fate === 'unnoticed' ? 2 : 1 };
  const found = await certified((target) => restarting.settings(target), how);
  expect(restarting.met()).toBe(true);
  return found;
}

// `tests/gauntlet/right-servers/main.ts` tries the other fates, and more seeds.
test.each<[Fate, string[]]>([
  ['unnoticed', ['restarted']],
  // Whether a connection is refused depends on how fast the other is up.
  ['killed', ['away', 'restarted']],
  ['another', ['gone']],
  ['hangs', ['gone']],
])('a sound target whose fate is "%s" in the middle of a run is not accused', async (fate, either) => {
  const { rules, events } = await certifiedUntil(fate);
  expect(rules).toEqual([]);
  expect(events).toHaveLength(1);
  expect(either).toContain(events[0]);
});

test('a target that sends no notification of a refund is accused, though it was started anew', async () => {
  const { rules, events } = await certifiedUntil('unnoticed', ['webhook-no-refund-success']);
  expect(rules).toContain('legacy.events.refund-success');
  expect(events).toEqual(['restarted']);
});

test('a target that is started anew while its failure is confirmed is accused all the same', async () => {
  const restarting = await startRestarting('unnoticed', Infinity, { faults: ['legacy-close-keeps-open'] });
  opened.push(restarting);
  const lifecycle: Claim = claims['legacy/lifecycle'];
  const claim = checkedBy(lifecycle, (session) =>
    lifecycle.check({
      ...session,
      driver: (sequence, phase) => {
        if (phase === 'confirm') restarting.meetNow();
        return session.driver(sequence, phase);
      },
    }),
  );
  const { sure, events } = await certified((target) => restarting.settings(target), { claim });
  expect(sure).toBe(1);
  expect(events).toEqual(['restarted']);
});

test('a target that loses the payments that were captured, and no others, is accused', async () => {
  const server = await startReference({ seed: 1 });
  const captured = new Set<unknown>();
  const unknown = {
    status: 'request_failed',
    reason: 'unknown_payment',
    message: 'There is no such payment.',
  };
  const proxy = await startProxy(() => server.url, {
    after: (reply, { path, body }) => {
      if (path !== '/pay/capture' && path !== '/pay/status') return reply;
      const { payment_id: id } = JSON.parse(body.toString()) as Record<string, unknown>;
      if (path === '/pay/capture' && reply.http === 200) captured.add(id);
      if (path === '/pay/capture' || !captured.has(id)) return reply;
      return { ...reply, http: 400, body: Buffer.from(JSON.stringify({ payment_id: id, ...unknown })) };
    },
  });
  opened.push(proxy, server);
  // With this seed, a payment that was not captured has been read too: where there is none, it looks like a target that was started anew. One sequence at a
  // time, since otherwise it depends on their speed which reads are known by then.
  const { sure, events } = await certified(
    (target) => ({ ...reachedAt(target, proxy.url), control: { url: `${proxy.url}/control` } }),
    { seed: 3, concurrency: 1 },
  );
  expect(sure).toBeGreaterThan(0);
  expect(events).toEqual([]);
});
