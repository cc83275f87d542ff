import type * as bullmqModule from 'bullmq';
import type { Redis as Client } from 'ioredis';
import { SettingsError } from '../../harness/settings/settings-error.ts';

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
