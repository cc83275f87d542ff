import type { Dispatcher } from 'undici';
import type { Target } from '../settings/settings.ts';
import { dispatcherTo } from '../way/way-settings.ts';
import { Exchange, type Delivery } from './exchange.ts';
import type { HttpRequest } from './request.ts';
import { instantIn } from '../../spec/forms.ts';
import { saidText } from '../records/run-identity.ts';

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

/** A client that measures the clock of the server by its replies, and notes what the server says of itself. */
export interface MeasuredClient {
  readonly client: Client;
  /** Its clock minus ours by the Date of its last reply, ms; undefined while it sends none. */
  skewMs(): number | undefined;
  /** The first `Server` header that came from an address; undefined where none has come. */
  serverAt(baseUrl: string): string | undefined;
}

/** Wraps a client. */
export function measured(client: Client): MeasuredClient {
  let skewMs: number | undefined;
  const servers = new Map<string, string>();
  return {
    client: {
      ...client,
      send: async (request) => {
        const delivery = await client.send(request);
        if (!('reply' in delivery)) return delivery;
        const date = instantIn(delivery.headers['date'] ?? '');
        if (!Number.isNaN(date))
          // The header drops fractions of a second: half a second on average.
          skewMs = date + 500 - (delivery.reply.sentAt + delivery.reply.receivedAt) / 2;
        const server = saidText(delivery.headers['server']);
        if (server !== undefined && !servers.has(request.origin)) servers.set(request.origin, server);
        return delivery;
      },
    },
    skewMs: () => skewMs,
    serverAt: (baseUrl) => servers.get(new URL(baseUrl).origin),
  };
}
