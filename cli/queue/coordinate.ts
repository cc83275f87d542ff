import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Job, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { ReadShard } from '../../reports/merge/read-shard.ts';
import { steadyNow } from '../../harness/time.ts';
import { orAborted, type QueueLibraries } from './connection.ts';
import { jobIdOf, type PartJob, type QueueTask, queueOf } from './part-job.ts';
import { BadSegment, checkedPart, type Expected, segmentKey, takeSegment } from './segment.ts';
import { forgive, forgiveAll, leftOut, strike } from './strikes.ts';

/** What fails at a worker, such as by its settings, may be right at another one: so often a part is tried. */
const attempts = 6;

/** How long things may take, ms. */
const usualTimes = {
  looks: 250,
  /** Before the second try of a part, and twice as long before each other: three minutes in all. */
  retries: 6000,
  /** A worker whose part Redis has forgotten has noticed by then, and ends it. */
  settles: 12_000,
  /** All workers that are there were left out: another one may come. */
  waitsForOthers: 120_000,
  /** Redis does not answer. */
  away: 600_000,
  /** The same, where the run was interrupted and jobs are taken back. */
  ends: 3000,
};
export type QueueTimes = typeof usualTimes;

/** How far the parts of a run have come. */
interface PartsProgress {
  readonly done: number;
  readonly of: number;
  /** Workers that are there, without those that get no part. */
  readonly workers: number;
}

interface CoordinateOptions {
  readonly libraries: QueueLibraries;
  readonly redis: Redis;
  readonly expected: Expected;
  /** The parts that workers make. */
  readonly indices: readonly number[];
  /** The run's folder: each part gets a folder in it. */
  readonly out: string;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: PartsProgress) => void;
  readonly onNote: (text: string) => void;
  readonly times?: QueueTimes;
}

interface Coordinated {
  /** The parts that are there. */
  readonly shards: readonly ReadShard[];
  /** Why parts are missing. */
  readonly troubles: readonly string[];
}

/** The folder of a part. */
export const partFolder = (out: string, index: number): string => join(out, 'parts', String(index));

/** The part in its folder, where it is there and whole. What is not, is removed, and `onNote` told why. */
export async function partThatIsThere(
  expected: Expected,
  index: number,
  { out, onNote }: Pick<CoordinateOptions, 'out' | 'onNote'>,
): Promise<ReadShard | undefined> {
  const folder = partFolder(out, index);
  if (!existsSync(folder)) return undefined;
  try {
    return (await checkedPart(folder, expected, index)).shard;
  } catch (error) {
    if (!(error instanceof BadSegment)) throw error;
    onNote(`part ${index} that was there is dropped: ${error.message}`);
    rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
}

/** Waits until no worker is at a part of another run: with this one's it would ask the target for more than it allows. */
export async function othersEnded(
  { bullmq }: QueueLibraries,
  redis: Redis,
  task: QueueTask,
  signal: AbortSignal,
): Promise<void> {
  const queue = new bullmq.Queue<PartJob, number>(queueOf(task.target), { connection: redis });
  queue.on('error', () => undefined);
  const isUnderWay = async ({ id = '', data }: Job<PartJob, number>): Promise<boolean> =>
    // Of a worker that was killed the lock is soon over.
    data.run !== task.run && (await redis.exists(`${queue.toKey(id)}:lock`)) === 1;
  try {
    for (;;) {
      const under = await Promise.all((await queue.getActive()).map(isUnderWay));
      if (signal.aborted || !under.includes(true)) return;
      await sleep(usualTimes.looks, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    await queue.close();
  }
}

/**
 * Gives the parts of a run to the workers of a queue, and takes their journals into folders of the run. A part that is there already is not made again. Ends
 * when each part is there or has failed too often, when nobody makes them, or on an abort.
 */
export async function coordinate(options: CoordinateOptions): Promise<Coordinated> {
  const { libraries, redis, expected, indices, signal, times = usualTimes } = options;
  const { task } = expected;
  const shards = new Map<number, ReadShard>();
  for (const index of indices) {
    const there = await partThatIsThere(expected, index, options);
    if (there !== undefined) shards.set(index, there);
  }
  const queue = new libraries.bullmq.Queue<PartJob, number>(queueOf(task.target), { connection: redis });
  queue.on('error', () => undefined);
  const parts = new Parts(options, queue, shards);
  const { gone, stop } = watched(redis, signal, times);
  const make = async (): Promise<void> => {
    await forgiveAll(redis, task.run);
    while (parts.missing.length > 0 && !signal.aborted) {
      await parts.look();
      await sleep(times.looks, undefined, { signal }).catch(() => undefined);
    }
    // They are not waited for any more: what a worker makes now is left to expire.
    for (const index of indices)
      if (!shards.has(index)) await queue.remove(jobIdOf({ ...task, index })).catch(() => 0);
    await queue.close();
  };
  try {
    await orAborted(make(), gone);
  } catch (error) {
    const refuses = (error as Error).name === 'ReplyError';
    if (!gone.aborted && !refuses) throw error;
    const why = refuses
      ? `the queue answers: ${(error as Error).message}`
      : 'the queue did not answer any more';
    for (const index of parts.missing) parts.failed.set(index, why);
  } finally {
    stop();
  }
  return {
    shards: [...shards.values()],
    troubles: [...parts.failed].map(([index, why]) => `part ${index}: ${why}`),
  };
}

/** Looks whether Redis answers. `gone` is aborted where it has not for too long. */
function watched(
  redis: Redis,
  signal: AbortSignal,
  times: QueueTimes,
): { readonly gone: AbortSignal; readonly stop: () => void } {
  const gone = new AbortController();
  let answeredAt = steadyNow();
  let isAsked = false;
  const ask = async (): Promise<void> => {
    isAsked = true;
    await redis.ping().catch(() => undefined);
    answeredAt = steadyNow();
    isAsked = false;
  };
  const timer = setInterval(() => {
    const most = signal.aborted ? times.ends : times.away;
    if (steadyNow() - answeredAt > most) gone.abort();
    else if (!isAsked) void ask();
  }, times.looks);
  return { gone: gone.signal, stop: () => clearInterval(timer) };
}

/** The parts of a run on their way through the queue. */
class Parts {
  readonly failed = new Map<number, string>();
  readonly #options: CoordinateOptions;
  readonly #queue: Queue<PartJob, number>;
  readonly #shards: Map<number, ReadShard>;
  readonly #times: QueueTimes;
  /** When a part is given out that is not in the queue. */
  readonly #dueAt: Map<number, number>;
  /** How often what was left of a part could not be taken. */
  readonly #dropped = new Map<number, number>();
  readonly #out = new Set<string>();
  #aloneAt: number | undefined;

  constructor(options: CoordinateOptions, queue: Queue<PartJob, number>, shards: Map<number, ReadShard>) {
    this.#options = options;
    this.#queue = queue;
    this.#shards = shards;
    this.#times = options.times ?? usualTimes;
    this.#dueAt = new Map(this.missing.map((index) => [index, 0]));
  }

  /** Those that are neither there nor given up. */
  get missing(): readonly number[] {
    return this.#options.indices.filter((index) => !this.#shards.has(index) && !this.failed.has(index));
  }

  /** Takes what is there, gives out what is not in the queue, and gives up what nobody makes. */
  async look(): Promise<void> {
    const { indices, onProgress } = this.#options;
    for (const index of this.missing) await this.#take(index);
    for (const index of this.missing) await this.#giveOut(index);
    const workers = await this.#lookAtWorkers();
    onProgress({ done: this.#shards.size, of: indices.length, workers });
  }

  async #take(index: number): Promise<void> {
    const { redis, expected, out, onNote } = this.#options;
    const { run } = expected.task;
    try {
      const taken = await takeSegment(redis, expected, index, partFolder(out, index));
      if (taken === undefined) return;
      this.#shards.set(index, taken.shard);
      await forgive(redis, run, taken.worker);
      this.#dueAt.delete(index);
    } catch (error) {
      if (!(error instanceof BadSegment)) throw error;
      const { worker, message } = error;
      const count = (this.#dropped.get(index) ?? 0) + 1;
      this.#dropped.set(index, count);
      onNote(`part ${index} of ${worker ?? 'an unknown worker'} is dropped: ${message}`);
      if (worker !== undefined) await strike(redis, run, worker, message);
      if (count >= attempts) this.failed.set(index, `${count} times it could not be taken: ${message}`);
      else this.#dueAt.set(index, steadyNow() + this.#times.retries * 2 ** (count - 1));
    }
  }

  async #giveOut(index: number): Promise<void> {
    const { redis, expected } = this.#options;
    const job: PartJob = { ...expected.task, index };
    const jobId = jobIdOf(job);
    const found = await this.#queue.getJob(jobId);
    const dueAt = this.#dueAt.get(index);
    if (found !== undefined && (await found.isFailed())) {
      // One of a coordinator that was killed.
      if (dueAt !== undefined) await found.remove();
      else this.failed.set(index, `${attempts} times it failed: ${found.failedReason}`);
      return;
    }
    if (found !== undefined) {
      this.#dueAt.delete(index);
      return;
    }
    // It was left since it was looked for.
    if ((await redis.exists(segmentKey(jobId))) === 1) return;
    if (dueAt === undefined) {
      // Redis came back empty.
      this.#dueAt.set(index, steadyNow() + this.#times.settles);
      return;
    }
    if (steadyNow() < dueAt) return;
    // More jobs at once would ask for more than the target allows.
    await this.#queue.setGlobalConcurrency(job.atOnce);
    await this.#queue.add('part', job, {
      jobId,
      attempts,
      backoff: { type: 'exponential', delay: this.#times.retries },
      removeOnComplete: true,
    });
    this.#dueAt.delete(index);
  }

  /** How many workers are there that get parts. */
  async #lookAtWorkers(): Promise<number> {
    const { redis, expected, onNote } = this.#options;
    const out = await leftOut(redis, expected.task.run);
    for (const [worker, why] of out)
      if (!this.#out.has(worker)) {
        this.#out.add(worker);
        onNote(`${worker} gets no other part of this run, since two failed there: ${why}`);
      }
    const workers = (await this.#queue.getWorkers()).filter(({ rawname }) => !out.has(nameIn(rawname)));
    const isAlone = out.size > 0 && workers.length === 0;
    this.#aloneAt = isAlone ? (this.#aloneAt ?? steadyNow()) : undefined;
    if (this.#aloneAt !== undefined && steadyNow() - this.#aloneAt > this.#times.waitsForOthers)
      for (const index of this.missing)
        this.failed.set(index, `no worker was left to make it: ${[...out.values()].at(-1)}`);
    return workers.length;
  }
}

/** The name of a worker in that of its connection. */
function nameIn(connection = ''): string {
  const mark = ':w:';
  const at = connection.indexOf(mark);
  return at < 0 ? '' : connection.slice(at + mark.length);
}
