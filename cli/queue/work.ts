import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Job } from 'bullmq';
import { journalName } from '../../harness/journal/journal-place.ts';
import { version } from '../../harness/files/version.ts';
import { makePart } from './make-part.ts';
import { connected } from './connection.ts';
import { queueLibraries } from './libraries.ts';
import { type PartJob, partJobSchema, queueOf, segmentKey } from './part-job.ts';

const compressed = promisify(gzip);
/** A worker that is killed holds its job for so long, ms. */
const lockMs = 10_000;
const lookForStalledMs = 3000;
/** Being killed is no fault of the job. */
const mostKills = 10_000;
/** What nobody fetches is forgotten after a week, s. */
const segmentSeconds = 7 * 86_400;

export interface WorkOptions {
  readonly queue: string;
  /** The target whose queue it is, as its targets file names it. */
  readonly target: string;
  readonly targets?: string;
  readonly live: boolean;
  readonly workers?: number;
  /** Ends when there was no part for so long, ms. Default: waits for the next run. */
  readonly idleMs?: number | undefined;
  readonly signal: AbortSignal;
  readonly onPart: (told: string) => void;
}

/** Makes parts of runs until the signal ends it: a part that is under way then goes back to the queue. Throws Unreachable at its start. */
export async function work(options: WorkOptions): Promise<void> {
  const { queue: address, target, idleMs, signal, onPart, targets, live, workers } = options;
  const own = { target, live, ...(targets !== undefined && { targets }) };
  const libraries = await queueLibraries();
  const redis = await connected(libraries, address);
  const { Worker, WaitingError } = libraries.bullmq;
  let lastAt = Date.now();
  let isBusy = false;

  const make = async (job: Job<PartJob, number>, token?: string, lost?: AbortSignal): Promise<number> => {
    isBusy = true;
    const asked = partJobSchema.parse(job.data);
    const name = `part ${asked.index} of ${asked.of}`;
    const place = await mkdtemp(join(tmpdir(), 'payproof-part-'));
    const ends = AbortSignal.any([signal, ...(lost === undefined ? [] : [lost])]);
    try {
      if (asked.version !== version)
        throw new Error(`the run is of payproof ${asked.version}, and this worker is ${version}`);
      const out = join(place, 'run');
      await makePart({ ...partOf(asked), ...own, out }, ends, workers);
      if (signal.aborted) {
        await job.moveToWait(token);
        throw new WaitingError();
      }
      // Another worker has the part now.
      lost?.throwIfAborted();
      const segment = await compressed(await readFile(join(out, journalName)));
      // The first that is whole counts, however often a part was made.
      await redis.set(segmentKey(job.id ?? ''), segment, 'EX', segmentSeconds, 'NX');
      onPart(`${name} is made: ${segment.length} bytes`);
      return segment.length;
    } catch (error) {
      if (!(error instanceof WaitingError)) onPart(`${name} failed: ${(error as Error).message}`);
      throw error;
    } finally {
      await rm(place, { recursive: true, force: true });
      lastAt = Date.now();
      isBusy = false;
    }
  };

  const worker = new Worker<PartJob, number>(queueOf(target), make, {
    connection: redis,
    concurrency: 1,
    lockDuration: lockMs,
    stalledInterval: lookForStalledMs,
    maxStalledCount: mostKills,
  });
  worker.on('error', () => undefined);
  worker.on('lockRenewalFailed', () => worker.cancelAllJobs('its lease is over'));
  await new Promise<void>((done) => {
    if (signal.aborted) done();
    signal.addEventListener('abort', () => done(), { once: true });
    if (idleMs === undefined) return;
    const timer = setInterval(() => {
      if (isBusy || Date.now() - lastAt < idleMs) return;
      clearInterval(timer);
      done();
    }, 200);
  });
  await worker.close();
  redis.disconnect();
}

const partOf = ({ index, of, atOnce, seed, runs, maxRequests, only }: PartJob) => ({
  shard: { index, of, atOnce },
  seed,
  only,
  ...(runs !== undefined && { runs }),
  ...(maxRequests !== undefined && { maxRequests }),
});
