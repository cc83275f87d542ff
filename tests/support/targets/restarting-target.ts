import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Target } from '../../../harness/settings/settings.ts';
import { startReference, type ReferenceOptions, type RunningReference } from '../../../reference/server.ts';
import { startProxy, type Proxy, type Tampering } from '../../gauntlet/support/proxy.ts';
import { reachedAt } from './unsteady-proxy.ts';

/**
 * What becomes of a server once it has had so many requests. `unnoticed`: its successor answers at once, without what it knew. `gateway`:
 * the same, after three pages of a gateway. `killed`: the connections break, and its successor is reached at the same port. `another`: what
 * is reached at the same port then is no payment service. `dead`: nothing is reached any more. `hangs`: nothing is answered any more.
 */
export type Fate = 'unnoticed' | 'gateway' | 'killed' | 'another' | 'dead' | 'hangs';

export interface RestartingTarget {
  /** The target's settings, reached over what meets its fate. */
  settings(target: Target): Target;
  /** Its fate comes with the next request. */
  meetNow(): void;
  /** Whether it has met its fate. */
  met(): boolean;
  close(): Promise<void>;
}

const page = {
  http: 502,
  headers: { 'content-type': 'text/html' },
  body: Buffer.from('<h1>Bad Gateway</h1>'),
};

/** Starts the reference behind a proxy that meets a fate at its `at`-th request. */
export async function startRestarting(
  fate: Fate,
  at: number,
  options: ReferenceOptions = {},
): Promise<RestartingTarget> {
  let fatal = at;
  let server = await startReference({ seed: 1, ...options });
  const ended: Promise<unknown>[] = [];
  let successor: Promise<RunningReference> | undefined;
  let pages = 3;
  let proxy: Pick<Proxy, 'url' | 'requests' | 'close'>;
  let isClosed = false;
  const restart = (): Promise<RunningReference> => {
    const old = server;
    // What is under way is answered before the old one ends.
    successor ??= startReference({ seed: 2, ...options }).then((fresh) => {
      server = fresh;
      ended.push(old.close());
      return fresh;
    });
    return successor;
  };
  const kill = async (): Promise<void> => {
    const port = Number(new URL(proxy.url).port);
    await proxy.close();
    if (fate === 'killed') {
      await restart();
      if (!isClosed) proxy = await startProxy(() => server.url, {}, port);
    } else if (fate === 'another') {
      const other = createServer((_request, response) => void response.writeHead(501).end('<h1>501</h1>'));
      other.listen(port, '127.0.0.1');
      await once(other, 'listening');
      proxy = { url: proxy.url, requests: 0, close: () => Promise.resolve(void other.close()) };
    }
  };
  const tampering: Tampering = {
    control: () => undefined,
    before: (request, socket) => {
      if (request.n < fatal) return request;
      if (fate === 'hangs') return 'taken';
      if (fate === 'gateway' && (pages -= 1) >= 0) return { ...request, instead: page };
      if (fate === 'unnoticed' || fate === 'gateway') return request;
      socket.resetAndDestroy();
      if (ended.length === 0) ended.push(kill());
      return 'taken';
    },
  };
  const to = async (n: number): Promise<string> => {
    if (n >= fatal && (fate === 'unnoticed' || fate === 'gateway')) await restart();
    return server.url;
  };
  proxy = await startProxy(to, tampering);
  const { url } = proxy;
  return {
    settings: (target) => ({ ...reachedAt(target, url), control: { url: `${url}/control` } }),
    meetNow: () => {
      fatal = Math.min(fatal, proxy.requests + 1);
    },
    met: () => proxy.requests >= fatal || ended.length > 0,
    async close() {
      isClosed = true;
      await Promise.all(ended);
      await proxy.close();
      await server.close();
    },
  };
}
