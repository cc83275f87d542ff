import { afterAll, expect, test } from 'vitest';
import type { Target } from '../../../harness/settings/settings.ts';
import { drawing } from '../../../reference/chance.ts';
import { certifyEmbedded } from '../../../suites/faults/certify-embedded.ts';
import { claims } from '../../../suites/claims/all-claims.ts';
import {
  reachedAt,
  type Mishap,
  startUnsteadyProxy,
  type UnsteadyProxy,
} from '../../support/targets/unsteady-proxy.ts';

const proxies: UnsteadyProxy[] = [];
afterAll(() => Promise.all(proxies.map((proxy) => proxy.close())));

const mishaps: readonly Mishap[] = [
  'cut',
  'page',
  '500',
  'done, then cut',
  'done, then page',
  'done, then 500',
];

/** The same target, reached over a proxy with mishaps. */
async function behindProxy(target: Target, mishap: () => Mishap): Promise<Target> {
  const proxy = await startUnsteadyProxy(target.legacy?.baseUrl ?? '', mishap);
  proxies.push(proxy);
  return reachedAt(target, proxy.url);
}

// One in a hundred is what sandboxes do. `npm run test:gauntlet -- right-servers` tries more.
test.each([[0.01, 1]])(
  'a target of which %f of the answers are lost or damaged at random has no deterministic failure',
  { timeout: 240_000 },
  async (share, seed) => {
    const draw = drawing(seed);
    let damaged = 0;
    const mishap = (): Mishap => {
      if (draw() >= share) return 'passed on';
      damaged += 1;
      return mishaps[Math.floor(draw() * mishaps.length)] ?? 'cut';
    };
    const { failures, requests } = await certifyEmbedded({
      seed,
      runs: 24,
      claims: [claims['legacy/lifecycle'], claims['resource/payments'], claims['resource/tokens']],
      settings: (target) => behindProxy(target, mishap),
    });
    expect(damaged).toBeGreaterThan((requests * share) / 3);
    expect(failures.length).toBeGreaterThan(0);
    expect(failures.filter(({ flaky }) => !flaky)).toEqual([]);
  },
);
