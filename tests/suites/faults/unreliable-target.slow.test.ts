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

/** One in a hundred is what sandboxes do. `npm run test:gauntlet -- right-servers` tries more. */
const share = 0.01;
const seed = 1;

// A run of its own for each: in one run of all three, the failures of one take the time of the others.
test.each(['legacy/lifecycle', 'resource/payments', 'resource/tokens'] as const)(
  '%s: a target of which one in a hundred answers is lost or damaged at random has no deterministic failure',
  async (suite) => {
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
      claims: [claims[suite]],
      settings: (target) => behindProxy(target, mishap),
    });
    expect(damaged).toBeGreaterThan((requests * share) / 3);
    expect(failures.length).toBeGreaterThan(0);
    expect(failures.filter(({ flaky }) => !flaky)).toEqual([]);
  },
);
