import { loadTarget, type Target } from '../../../harness/settings/settings.ts';

/** A target that claims both interfaces, with the usual limits. Nothing runs at its addresses. */
export function bothInterfaces(changes: Partial<Target> = {}): Target {
  const target = loadTarget({ file: undefined, name: 'embedded' });
  const baseUrl = 'http://127.0.0.1:9';
  return {
    ...target,
    legacy: {
      baseUrl,
      authorizePath: '/pay/authorize',
      apiKey: 'key',
      secret: 'secret',
      validityMs: 1,
      personas: {},
    },
    resource: { baseUrl, secretKey: 'sk_test_1', version: '2018-04-10', tokens: [] },
    ...changes,
  };
}
