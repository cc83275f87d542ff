import type { Redis, Redis as Client } from 'ioredis';
import { SettingsError } from '../../harness/settings/settings-error.ts';
import { causeOf, Unreachable } from '../../harness/preflight/trouble.ts';
import type * as bullmqModule from 'bullmq';

const connectMs = 5000;

/** An address as it may be printed: without its password. */
export function shownAddress(address: string): string {
  const url = new URL(address);
  if (url.password !== '') url.password = '***';
  return url.href;
}

/** Throws SettingsError where this is no address of a Redis server. */
function checkAddress(address: string): void {
  const protocol = URL.canParse(address) ? new URL(address).protocol : '';
  if (protocol !== 'redis:' && protocol !== 'rediss:')
    throw new SettingsError('--queue must be the address of a Redis server, as in redis://127.0.0.1:6379');
}

/** A connection to the Redis server of a queue, which is there. Later it is tried again for as long as it takes. Throws Unreachable. */
export async function connected({ Redis: Client }: QueueLibraries, address: string): Promise<Redis> {
  checkAddress(address);
  const redis = new Client(address, {
    lazyConnect: true,
    // BullMQ waits for as long as a worker lives.
    maxRetriesPerRequest: null,
    connectTimeout: connectMs,
    retryStrategy: (times) => Math.min(times * 200, connectMs),
  });
  // The calls report what goes wrong; without a listener it would end the process.
  let last: unknown;
  redis.on('error', (error) => {
    last = error;
  });
  const timer = AbortSignal.timeout(connectMs);
  try {
    await Promise.race([
      redis.connect(),
      new Promise((_done, fail) => timer.addEventListener('abort', () => fail(new Error('no answer')))),
    ]);
    return redis;
  } catch (error) {
    redis.disconnect();
    throw new Unreachable(
      `${shownAddress(address)} (--queue) could not be reached: ${causeOf(last ?? error)}.`,
    );
  }
}

/** The two packages that a queue needs. */
interface QueueLibraries {
  readonly bullmq: typeof bullmqModule;
  readonly Redis: typeof Client;
}

/** Loads BullMQ and ioredis, which are optional. Throws SettingsError that says how to install them. */
export async function queueLibraries(): Promise<QueueLibraries> {
  try {
    const [bullmq, { Redis }] = await Promise.all([import('bullmq'), import('ioredis')]);
    return { bullmq, Redis };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new SettingsError(
      'A queue needs BullMQ and ioredis, which are not installed: npm install bullmq@6 ioredis@6',
    );
  }
}
