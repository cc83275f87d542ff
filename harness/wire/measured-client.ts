import { instantIn } from '../../spec/instant.ts';
import type { Client } from './client.ts';
import { saidText } from '../records/run-identity.ts';

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
