import { afterAll, expect, test } from 'vitest';
import type { Target } from '../../harness/settings.ts';
import { certifyEmbedded } from '../../suites/certify-embedded.ts';
import { claims } from '../../suites/claims.ts';
import { startSpoilingProxy, type SpoilingProxy } from '../support/spoiling-proxy.ts';

const proxies: SpoilingProxy[] = [];
afterAll(() => Promise.all(proxies.map((proxy) => proxy.close())));

/** The same target, reached over a proxy that spoils answers. */
async function behindProxy(target: Target, share: number, seed: number): Promise<Target> {
  const { legacy, resource } = target;
  const proxy = await startSpoilingProxy(legacy?.baseUrl ?? '', share, seed);
  proxies.push(proxy);
  return {
    ...target,
    ...(legacy && { legacy: { ...legacy, baseUrl: proxy.url } }),
    ...(resource && { resource: { ...resource, baseUrl: proxy.url } }),
  };
}

// One in a hundred is what sandboxes do.
test.each([
  [0.01, 1],
  [0.03, 2],
])(
  'a target of which %f of the answers are lost or spoilt at random is accused of nothing for certain',
  { timeout: 120_000 },
  async (share, seed) => {
    const { failures, requests } = await certifyEmbedded({
      seed,
      runs: 24,
      claims: [claims['legacy/lifecycle'], claims['resource/payments'], claims['resource/tokens']],
      settings: (target) => behindProxy(target, share, seed),
    });
    expect(proxies.at(-1)?.spoilt).toBeGreaterThan((requests * share) / 3);
    expect(failures.length).toBeGreaterThan(0);
    expect(failures.filter(({ flaky }) => !flaky)).toEqual([]);
  },
);
