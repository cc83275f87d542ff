import { describe, expect, onTestFinished, test } from 'vitest';
import { startEmbedded } from '../../../harness/embedded.ts';
import { preflight } from '../../../harness/preflight/preflight.ts';
import { loadTarget, type LimitSettings, type Target } from '../../../harness/settings/settings.ts';
import type { ApiCall } from '../../../models/wire.ts';
import { claims } from '../../../suites/claims/all-claims.ts';
import { certifyEmbedded } from '../../../suites/faults/certify-embedded.ts';
import { mostJudged, mostLooks, mostRequests } from '../../../suites/run/run-config.ts';
import { inUnwrittenRun, unwrittenConfig } from '../../../suites/run/unwritten-run.ts';
import { countingProxy } from '../../support/targets/counting-proxy.ts';

/** A target whose two interfaces are behind a proxy that counts what reaches them. */
async function behindProxy(target: Target, limits: Partial<LimitSettings>) {
  const { url: baseUrl, requests } = await countingProxy(target.legacy?.baseUrl ?? '');
  const { legacy, resource } = target;
  const atProxy: Target = {
    ...target,
    ...(legacy && { legacy: { ...legacy, baseUrl } }),
    ...(resource && { resource: { ...resource, baseUrl } }),
    limits: { ...target.limits, ...limits },
  };
  return { atProxy, requests };
}

const read: ApiCall = {
  to: 'resource',
  operation: 'get',
  method: 'GET',
  path: '/payments/pay_nobody',
  credential: 'valid',
};
const step = { id: 's1', operation: 'get', kind: 'unknown', uses: {} };
const doubt = { aboutNotifications: false, witnesses: [], payments: [], own: [] };

describe('limits.max_requests holds for all requests that reach the interfaces of a target', () => {
  test('those before a run, those of its sequences, and those that look at the target', async () => {
    const { target, close } = await startEmbedded(loadTarget({ file: undefined, name: 'embedded' }), {
      seed: 1,
    });
    onTestFinished(close);
    const { atProxy, requests } = await behindProxy(target, { maxRequests: 100 });
    const config = unwrittenConfig(atProxy, await preflight(atProxy));
    await inUnwrittenRun(config, 'test', async (session) => {
      const { send } = session.driver('one', 'explore');
      const sent = await Promise.all(Array.from({ length: 150 }, () => send(read, step)));
      expect(sent.filter((one) => 'reply' in one)).toHaveLength(90);
      expect(requests).toHaveLength(92);
      const { availability } = session.run.access;
      for (let time = 0; time < 6; time += 1)
        await availability.verifySameServer({ ...doubt, lastSure: Date.now() });
      expect(requests).toHaveLength(100);
      expect(availability.gone).toBeUndefined();
    });
  });

  test('those that shrink and confirm a violation', async () => {
    let reached: readonly unknown[] = [];
    const { requests, failures } = await certifyEmbedded({
      seed: 3,
      runs: 20,
      // Planning takes longer than all these requests.
      randomOnly: true,
      faults: ['legacy-full-capture-stays-open'],
      claims: [claims['legacy/lifecycle']],
      settings: async (target) => {
        const { atProxy, requests: all } = await behindProxy(target, { maxRequests: 150 });
        reached = all;
        return atProxy;
      },
    });
    expect(failures.map(({ requirement }) => requirement)).toContainEqual(['legacy.capture.full-closes']);
    expect(reached.length).toBeLessThanOrEqual(150);
    expect(reached.length).toBeGreaterThan(requests + 2);
  });
});

test('what is kept for looks and what is left for the rest make up what is allowed', () => {
  const target = { limits: { maxRequests: 2000 } } as Target;
  const of = (requests: number, maxRequests = Infinity) => ({
    target,
    maxRequests,
    looked: { requests, wrongKeys: 0 },
  });
  expect([mostLooks(of(0)), mostJudged(of(0))]).toEqual([100, 1900]);
  expect([mostLooks(of(3)), mostJudged(of(3))]).toEqual([97, 1900]);
  // The smaller one of --max-requests and limits.max_requests.
  expect(mostRequests({ target, maxRequests: 60 })).toBe(60);
  expect(mostRequests({ target, maxRequests: 9000 })).toBe(2000);
  expect(mostJudged(of(3, 2))).toBe(0);
  expect(mostJudged({ ...of(3), target: { limits: {} } as Target })).toBe(Infinity);
});
