import type { Command } from 'commander';
import { loadTarget } from '../harness/settings/settings.ts';
import { exitCodes } from './command/exit-codes.ts';
import { onInterrupt } from './command/interrupt.ts';
import { duration, liveOption, wholeNumber } from './command/options.ts';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Job } from 'bullmq';
import { packedJournalName } from '../harness/journal/journal-bytes.ts';
import { version } from '../harness/files/version.ts';
import { makePart, type PartJob, partJobSchema, queueOf, segmentKey } from './queue/part-job.ts';
import { connected, queueAddress, queueLibraries } from './queue/connection.ts';
import { stderr } from './command/terminal.ts';
import { steadyNow } from '../harness/time.ts';

const dayMs = 86_400_000;

/** `work`: makes parts of runs that `certify --queue` gives out. */
export function addWork(program: Command, exit: (code: number) => void): void {
  program
    .command('work')
    .description('makes parts of runs that payproof certify --queue gives out')
    .option(
      '--queue <address>',
      'the Redis server of the queue, such as redis://127.0.0.1:6379 (default: that of PAYPROOF_REDIS_URL)',
    )
    .option('--targets <file>', 'the targets file of this machine (default: targets.yaml)')
    .option('--target <name>', "the target (default: the file's own default)")
    .option(
      '--workers <n>',
      'threads that check suites side by side (default: the cores, at most 4)',
      wholeNumber(1, 64),
    )
    .option(
      '--idle <duration>',
      'end when there was no part for so long, such as 1m (default: wait on)',
      duration(1000, dayMs),
    )
    .addOption(liveOption())
    .option('--quiet', 'no progress')
    .addHelpText(
      'after',
      `
The queue names the target and says what to try; addresses, keys and limits are those of this machine's targets file and environment, and must be those of the
coordinator. A part of a worker that is killed is made by another one. Interrupted, a worker gives its part back.

Examples:
  payproof work --queue redis://queue.internal:6379 --target sandbox
  payproof work --queue redis://127.0.0.1:6379 --target sandbox --idle 1m

Exit status:
  0    there was nothing to do for the time of --idle, or it was interrupted
  2    wrong usage or settings, or BullMQ and ioredis are not installed
  3    the queue could not be reached`,
    )
    .action(async (options: WorkVerbOptions) => exit(await workFor(options)));
}

interface WorkVerbOptions {
  readonly queue?: string;
  readonly targets?: string;
  readonly target?: string;
  readonly workers?: number;
  readonly idle?: number;
  readonly live?: boolean;
  readonly quiet?: boolean;
}

async function workFor({
  queue: asked,
  target: name,
  idle,
  live,
  quiet,
  ...own
}: WorkVerbOptions): Promise<number> {
  const queue = queueAddress(asked);
  const { name: target } = loadTarget({ file: own.targets, name });
  const interrupt = onInterrupt();
  try {
    await work({
      ...own,
      queue,
      target,
      live: live ?? false,
      signal: interrupt.signal,
      ...(idle !== undefined && { idleMs: idle }),
      onPart: (told) => {
        if (quiet !== true) stderr.says((one) => `${new Date().toISOString().slice(0, 19)}Z ${one}`, [told]);
      },
    });
    return exitCodes.conformant;
  } finally {
    interrupt.release();
  }
}

/** A worker that is killed holds its job for so long, ms. */
const lockMs = 10_000;
const lookForStalledMs = 3000;
/** Being killed is no fault of the job. */
const mostKills = 10_000;
/** What is not fetched is forgotten after a week, s. */
const segmentSeconds = 7 * 86_400;

interface WorkOptions {
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
async function work(options: WorkOptions): Promise<void> {
  const { queue: address, target, idleMs, signal, onPart, targets, live, workers } = options;
  const own = { target, live, ...(targets !== undefined && { targets }) };
  const libraries = await queueLibraries();
  const redis = await connected(libraries, address);
  const { Worker, WaitingError } = libraries.bullmq;
  let lastAt = steadyNow();
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
      const segment = await readFile(join(out, packedJournalName));
      // The first that is whole counts, however often a part was made.
      await redis.set(segmentKey(job.id ?? ''), segment, 'EX', segmentSeconds, 'NX');
      onPart(`${name} is made: ${segment.length} bytes`);
      return segment.length;
    } catch (error) {
      if (!(error instanceof WaitingError)) onPart(`${name} failed: ${(error as Error).message}`);
      throw error;
    } finally {
      await rm(place, { recursive: true, force: true });
      lastAt = steadyNow();
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
      if (isBusy || steadyNow() - lastAt < idleMs) return;
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
