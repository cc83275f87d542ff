import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface DelayingRelay {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * A relay of bytes that takes a round trip of so many ms, half of it each way, however much is under way. Connections are opened at once.
 */
export async function startDelayingRelay(toPort: number, roundTripMs: number): Promise<DelayingRelay> {
  const open = new Set<Socket>();
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port: toPort, host: '127.0.0.1', noDelay: true });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      // Timers of one length fire in the order in which they were set, so bytes keep theirs.
      from.on('data', (bytes: Buffer) => setTimeout(() => to.write(bytes), roundTripMs / 2));
      from.on('end', () => setTimeout(() => to.end(), roundTripMs / 2));
      from.on('error', () => to.destroy());
      from.on('close', () => open.delete(from));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
