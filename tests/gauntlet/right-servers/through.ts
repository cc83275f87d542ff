import type { Target } from '../../../harness/settings/settings.ts';
import type { RunningReference } from '../../../reference/server.ts';
import { reachedAt } from '../../support/targets/unsteady-proxy.ts';
import type { Proxy } from '../support/proxy.ts';

/** How a run reaches the reference through a proxy, its control included, and what ends both. */
export function through(proxy: Proxy, server: Pick<RunningReference, 'close'>) {
  return {
    settings: (target: Target): Target => ({
      ...reachedAt(target, proxy.url),
      control: { url: `${proxy.url}/control` },
    }),
    async close(): Promise<void> {
      await proxy.close();
      await server.close();
    },
  };
}
