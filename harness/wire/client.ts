import type { Dispatcher } from 'undici';
import type { Target } from '../settings/settings.ts';
import { dispatcherTo } from '../way/dispatcher.ts';
import { Exchange, type Delivery } from './exchange.ts';
import type { HttpRequest } from './request.ts';

export interface ClientOptions {
  /** Connections per origin. */
  readonly connections: number;
  /** Of one request. Default: that of the target's limits. */
  readonly timeoutMs?: number;
}

/** Sends requests over kept-alive connections. Follows no redirect and never resends what a server may have read. */
export interface Client {
  /** Never rejects: a request without a reply is lost, with its cause. */
  send(request: HttpRequest): Promise<Delivery>;
  /** Ends open requests as lost; later ones are lost at once. */
  interrupt(): void;
  close(): Promise<void>;
}

/** A client with one pool of connections per origin, on the way that leads to a target. */
export function openClient(
  { limits, way = {} }: Pick<Target, 'limits' | 'way'>,
  { connections, timeoutMs = limits.timeoutMs }: ClientOptions,
): Client {
  const pools = new Map<string, Dispatcher>();
  const underWay = new Set<Exchange>();
  const ended = (exchange: Exchange): unknown => underWay.delete(exchange);
  let interrupted = false;

  const poolOf = (origin: string): Dispatcher => {
    const known = pools.get(origin);
    if (known !== undefined) return known;
    const pool = dispatcherTo(origin, way, { connections, timeoutMs });
    pools.set(origin, pool);
    return pool;
  };

  return {
    send(request) {
      if (interrupted) return Promise.resolve({ lost: 'interrupted' });
      return new Promise((resolve) => {
        const exchange = new Exchange(poolOf(request.origin), request, timeoutMs, resolve, ended);
        underWay.add(exchange);
        exchange.start();
      });
    },
    interrupt() {
      interrupted = true;
      for (const exchange of underWay) exchange.lose('interrupted');
    },
    async close() {
      interrupted = true;
      for (const exchange of underWay) exchange.lose('closed');
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
      pools.clear();
    },
  };
}
