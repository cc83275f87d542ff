import type { Target } from '../../../harness/settings/settings.ts';

/** A remote target with all interfaces at one address. */
export function sampleTarget(url: string, changes: Partial<Target> = {}) {
  return {
    name: 'sample',
    kind: 'remote',
    legacy: {
      baseUrl: url,
      authorizePath: '/pay/authorize',
      apiKey: 'api_key_sample',
      secret: 'legacy_secret_sample',
      validityMs: 1000,
      personas: {},
    },
    resource: {
      baseUrl: url,
      secretKey: 'sk_test_sample',
      publicKey: 'pk_test_public',
      version: '2018-04-10',
      tokens: [],
    },
    webhooks: { listen: '127.0.0.1:0' },
    notificationDeadlineMs: 500,
    limits: { concurrency: 4, timeoutMs: 300, awayMs: 60_000, amount: { min: 100, max: 50_000 } },
    profile: {},
    knownDeviations: [],
    ...changes,
  } as const satisfies Target;
}
