import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { makeFolder } from '../../harness/files/make-folder.ts';
import { journalName } from '../../harness/journal/journal-place.ts';
import { mostJournalBytes } from '../../harness/journal/packed-journal.ts';
import { writeAtomically } from '../../reports/files/write-atomically.ts';
import { connected } from './connection.ts';
import { queueLibraries } from './libraries.ts';
import { jobIdOf, type PartJob, partJobSchema, queueOf, segmentKey } from './part-job.ts';

const unpacked = promisify(gunzip);
const lookMs = 250;
/** What a worker reports as wrong, such as its settings, may be right at another one. */
const attempts = 4;
const taskName = 'queue.json';

/** A run by queue: what all of its jobs share. */
export type QueueTask = Omit<PartJob, 'index'>;

/** How far the parts of a run have come. */
export interface PartsProgress {
  readonly done: number;
  readonly of: number;
  /** Workers that are there. */
  readonly workers: number;
}

export interface CoordinateOptions {
  readonly queue: string;
  readonly task: QueueTask;
  /** The parts that workers make. */
  readonly indices: readonly number[];
  /** The run's folder: each part gets a folder in it. */
  readonly out: string;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: PartsProgress) => void;
}

/** The folder of a part. */
export const partFolder = (out: string, index: number): string => join(out, 'parts', String(index));

/** An id for a run, under which nobody else's jobs are. */
export const freshRunId = (): string => randomBytes(12).toString('hex');

/** Keeps what a run by queue is, so that a coordinator that was killed can go on. */
export function noteTask(out: string, task: QueueTask): void {
  makeFolder(out);
  writeFileSync(join(out, taskName), `${JSON.stringify(task)}\n`);
}

/** The task of a run by queue in a folder; undefined where there is none. */
export function taskIn(out: string): QueueTask | undefined {
  const file = join(out, taskName);
  if (!existsSync(file)) return undefined;
  return partJobSchema.omit({ index: true }).parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** Removes what only the coordinator needed, once the parts are merged. */
export function forgetParts(out: string): void {
  rmSync(join(out, 'parts'), { recursive: true, force: true });
  rmSync(join(out, taskName), { force: true });
}

/**
 * Gives the parts of a run to the workers of a queue, and takes their journals into folders of the run. A part that is there already is not made
 * again. Ends when each part is there or has failed too often, or on an abort. Gives why parts failed. Throws Unreachable at its start.
 */
export async function coordinate(options: CoordinateOptions): Promise<readonly string[]> {
  const { queue: address, task, indices, out, signal, onProgress } = options;
  const libraries = await queueLibraries();
  const redis = await connected(libraries, address);
  const queue = new libraries.bullmq.Queue<PartJob, number>(queueOf(task.target), { connection: redis });
  queue.on('error', () => undefined);
  try {
    // More jobs at once would ask for more than the target allows.
    await queue.setGlobalConcurrency(task.atOnce);
    const missing = new Set(
      indices.filter((index) => !existsSync(join(partFolder(out, index), journalName))),
    );
    for (const index of missing)
      await queue.add(
        'part',
        { ...task, index },
        {
          jobId: jobIdOf({ ...task, index }),
          attempts,
          backoff: { type: 'fixed', delay: 1000 },
          removeOnComplete: true,
        },
      );
    const failed = new Map<number, string>();
    while (missing.size > failed.size && !signal.aborted) {
      for (const index of missing) if (await isTaken(redis, task, index, out)) missing.delete(index);
      for (const index of missing) await noteFailed(queue, { ...task, index }, failed);
      onProgress({
        done: indices.length - missing.size,
        of: indices.length,
        workers: await queue.getWorkersCount(),
      });
      await sleep(lookMs, undefined, { signal }).catch(() => undefined);
    }
    // Nobody waits for them any more: what a worker makes now is left to expire.
    for (const index of missing) await queue.remove(jobIdOf({ ...task, index })).catch(() => 0);
    return [...failed].map(([index, why]) => `part ${index}: ${why}`);
  } finally {
    await queue.close();
    redis.disconnect();
  }
}

/** Takes the journal of a part, where a worker has left it, and only then removes it there. */
async function isTaken(redis: Redis, task: QueueTask, index: number, out: string): Promise<boolean> {
  const key = segmentKey(jobIdOf({ ...task, index }));
  const segment = await redis.getBuffer(key);
  if (segment === null) return false;
  const text = await unpacked(segment, { maxOutputLength: Math.min(mostJournalBytes, 2 ** 31) });
  await writeAtomically(join(partFolder(out, index), journalName), text);
  await redis.del(key);
  return true;
}

async function noteFailed(
  queue: Queue<PartJob, number>,
  job: PartJob,
  failed: Map<number, string>,
): Promise<void> {
  if (failed.has(job.index)) return;
  const found = await queue.getJob(jobIdOf(job));
  if (found !== undefined && (await found.isFailed()))
    failed.set(job.index, found.failedReason ?? 'it failed');
}
