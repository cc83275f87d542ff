import { startReference, type ReferenceOptions, type RunningReference } from '../../../reference/server.ts';
import type { Hostile } from '../case.ts';
import { startProxy, type Tampering } from './proxy.ts';

/** The reference behind a proxy that tampers, as a target with control and webhooks. */
export async function behindProxy(tampering: Tampering, options: ReferenceOptions = {}): Promise<Hostile> {
  const reference = await startReference({ seed: 1, ...options });
  const proxy = await startProxy(() => reference.url, tampering);
  return {
    entry: entryOf(reference, proxy.url),
    async close() {
      await proxy.close();
      await reference.close();
    },
  };
}

/** The entry of a reference that is reached at another address. Its control and its webhooks pass there too. */
export function entryOf(reference: RunningReference, url: string): Hostile['entry'] {
  const { keys, personas } = reference;
  return {
    kind: 'remote',
    legacy: { base_url: url, api_key: keys.apiKey, secret: keys.secret, personas },
    resource: { base_url: url, secret_key: keys.secretKey, public_key: keys.publicKey },
    webhooks: { listen: '127.0.0.1:0', deadline: '2s' },
    control: { url: `${url}/control` },
  };
}

/** An entry of something that is no payment service at all. */
export function entryAt(url: string): Hostile['entry'] {
  return {
    kind: 'remote',
    legacy: { base_url: url, api_key: 'api_test_4f1c7a90e2b85d36', secret: 'sec_test_b07d52c94ae8136f' },
    resource: { base_url: url, secret_key: 'sk_test_9c3e6b1f70d482a5' },
  };
}
