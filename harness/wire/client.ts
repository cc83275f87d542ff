import { Pool } from 'undici';
import { Exchange, type Delivery } from './exchange.ts';
import type { HttpRequest } from './request.ts';

export interface ClientOptions {
  /** Connections per origin. */
  readonly connections: number;
  readonly timeoutMs: number;
}

/** Sends requests over kept-alive connections. Follows no redirect and never resends what a server may have read. */
export interface Client {
  /** Never rejects: a request without a reply is lost, with its cause. */
  send(request: HttpRequest): Promise<Delivery>;
  /** Ends open requests as lost; later ones are lost at once. */
  interrupt(): void;
  close(): Promise<void>;
}

/** A client with one pool of connections per origin. */
export function openClient({ connections, timeoutMs }: ClientOptions): Client {
  const pools = new Map<string, Pool>();
  const underWay = new Set<Exchange>();
  const ended = (exchange: Exchange): unknown => underWay.delete(exchange);
  let interrupted = false;

  const poolOf = (origin: string): Pool => {
    const known = pools.get(origin);
    if (known !== undefined) return known;
    // undici's timers are precise to a second only, so each exchange has its own.
    const pool = new Pool(origin, {
      connections,
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: { timeout: timeoutMs },
    });
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
