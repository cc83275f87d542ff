import type { Redis, Redis as Client } from 'ioredis';
import { SettingsError } from '../../harness/settings/settings-error.ts';
import { causeOf, Unreachable } from '../../harness/preflight/trouble.ts';
import { steadyNow } from '../../harness/time.ts';
import type * as bullmqModule from 'bullmq';

const connectMs = 5000;

/** The variable that has the address of a queue, and its password. */
const addressVariable = 'PAYPROOF_REDIS_URL';

/**
 * The address that a queue is reached at: that of `--queue`, or that of the environment. Throws SettingsError where there is none, where it is no address of
 * a Redis server, and where an argument, which every user of the machine can read, holds a password.
 */
export function queueAddress(asked: string | true | undefined): string {
  const given = asked === true || asked === undefined ? process.env[addressVariable] : asked;
  const from = given === asked ? '--queue' : addressVariable;
  if (given === undefined || given === '')
    throw new SettingsError(
      `No queue is named: give --queue the address of a Redis server, or set ${addressVariable} to it.`,
    );
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined || (url.protocol !== 'redis:' && url.protocol !== 'rediss:') || url.hostname === '')
    throw new SettingsError(`${from} must be the address of a Redis server, as in redis://127.0.0.1:6379`);
  // A query may hold a password as well.
  if (given === asked && (url.username !== '' || url.password !== '' || url.search !== ''))
    throw new SettingsError(
      `--queue must hold no user, password or query: arguments are shown to every user of this machine. Set ${addressVariable} to the whole address, and give --queue no value.`,
    );
  return given;
}

/** An address as it may be printed: without user, password and query. */
function shownAddress(address: string): string {
  const { protocol, username, password, host, pathname } = new URL(address);
  return `${protocol}//${username + password === '' ? '' : '***@'}${host}${pathname}`;
}

/** A connection to the Redis server of a queue, which is there. Later it is tried again for as long as it takes. Throws Unreachable. */
export async function connected({ Redis: Client }: QueueLibraries, address: string): Promise<Redis> {
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
      `The queue at ${shownAddress(address)} could not be reached: ${causeOf(last ?? error)}.`,
    );
  }
}

/** What comes of a promise; where the signal ends the wait before, the reason of that is thrown. A command to a Redis that is away never ends by itself. */
export async function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_done, fail) => {
    stop = () => fail(signal.reason as Error);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    if (stop !== undefined) signal.removeEventListener('abort', stop);
    // What comes later interests nobody.
    promise.catch(() => undefined);
  }
}

const clockLooks = 5;

/** By how much the clock of a queue is before that by which a run here counts, ms: by the look whose answer was there first. */
export async function clockOf(redis: Pick<Redis, 'time'>): Promise<number> {
  let best = { tookMs: Infinity, clockMs: 0 };
  for (let look = 0; look < clockLooks; look += 1) {
    const asked = steadyNow();
    const [seconds, microseconds] = await redis.time();
    const tookMs = steadyNow() - asked;
    // The answer was made somewhere between the question and its arrival.
    const clockMs = Number(seconds) * 1000 + Number(microseconds) / 1000 - (asked + tookMs / 2);
    if (tookMs < best.tookMs) best = { tookMs, clockMs };
  }
  return Math.round(best.clockMs);
}

/** The two packages that a queue needs. */
export interface QueueLibraries {
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
