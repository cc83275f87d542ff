import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';

const name = 'redis-server';

const isThere = (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
  try {
    accessSync(join(folder, name), constants.X_OK);
    return true;
  } catch {
    return false;
  }
});

/** To end the title of a test that needs it. */
export const withoutRedis = isThere
  ? ''
  : ' (skipped: no redis-server on the PATH; apt-get install redis-server)';

export interface RunningRedis {
  /** With its password, where it has one. */
  readonly address: string;
  readonly client: Redis;
  /** Kills it, and starts it again after so long: it has forgotten everything. */
  forget(afterMs: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts a Redis server on a free port of loopback, which keeps nothing. */
export async function startRedis(password = ''): Promise<RunningRedis> {
  const dir = mkdtempSync(join(tmpdir(), 'payproof-redis-'));
  const port = await freePort();
  const secret = password === '' ? [] : ['--requirepass', password];
  const start = (): ChildProcess =>
    spawn(name, ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--dir', dir, ...secret], {
      stdio: 'ignore',
    });
  let child = start();
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ended = once(child, 'exit');
    child.kill(signal);
    await Promise.race([ended, sleep(3000)]);
  };
  const address = `redis://${password === '' ? '' : `:${password}@`}127.0.0.1:${port}`;
  const client = new Redis(address, { retryStrategy: () => 50, maxRetriesPerRequest: null });
  client.on('error', () => undefined);
  await client.ping();
  return {
    address,
    client,
    async forget(afterMs) {
      await end('SIGKILL');
      await sleep(afterMs);
      child = start();
      await client.ping();
    },
    async close() {
      client.disconnect();
      await end('SIGTERM');
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
