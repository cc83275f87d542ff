import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Known {
  readonly id: number;
  /** Whole requests that it brought. */
  requests: number;
  /** Requests that are not answered yet. */
  open: number;
  lastUsed: number;
}

export interface Connections {
  /** A number that no other connection of this server has; 0 for one that is closed already. */
  idOf(socket: Socket): number;
  /** Ends all connections. */
  destroyAll(): void;
  /** To be called once a request is complete. */
  complete(request: IncomingMessage, response: ServerResponse): void;
}

/**
 * Numbers a server's connections and keeps them to `most`. For each one above that another is closed: first one that brought no whole
 * request, then the least recently used, and last one that waits for an answer.
 */
export function boundConnections(server: Server, most: number): Connections {
  const all = new Map<Socket, Known>();
  let opened = 0;
  let uses = 0;

  server.on('connection', (socket: Socket) => {
    if (all.size >= most) dispensable(all)?.destroy();
    all.set(socket, { id: (opened += 1), requests: 0, open: 0, lastUsed: (uses += 1) });
    socket.on('close', () => all.delete(socket));
  });

  return {
    idOf: (socket) => all.get(socket)?.id ?? 0,
    destroyAll() {
      for (const socket of all.keys()) socket.destroy();
    },
    complete({ socket }, response) {
      const known = all.get(socket);
      if (known === undefined) return;
      known.requests += 1;
      known.open += 1;
      known.lastUsed = uses += 1;
      response.once('close', () => (known.open -= 1));
    },
  };
}

function dispensable(all: ReadonlyMap<Socket, Known>): Socket | undefined {
  let chosen: Socket | undefined;
  let least = Infinity;
  for (const [socket, { requests, open, lastUsed }] of all) {
    const rank = (open > 0 ? 2e15 : requests > 0 ? 1e15 : 0) + lastUsed;
    if (rank >= least || socket.destroyed) continue;
    least = rank;
    chosen = socket;
  }
  return chosen;
}
