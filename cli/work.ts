import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { loadTarget } from '../harness/settings/settings.ts';
import { exitCodes } from './command/exit-codes.ts';
import { onInterrupt } from './command/interrupt.ts';
import { duration, liveOption, wholeNumber } from './command/options.ts';
import { stderr } from './command/terminal.ts';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Job } from 'bullmq';
import { version } from '../harness/files/version.ts';
import { steadyNow } from '../harness/time.ts';
import { clockOf, connected, queueAddress, queueLibraries } from './queue/connection.ts';
import { holderOf } from './queue/lease.ts';
import { makePart, optionsOf, type PartJob, partJobSchema, queueOf } from './queue/part-job.ts';
import { leaveSegment } from './queue/segment.ts';
import { isLeftOut, mostStrikes, strike } from './queue/strikes.ts';

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
coordinator. A part of a worker that is killed is made by another one. Interrupted, a worker gives its part back. One that two parts in a row failed at gets
no other one of that run.

Examples:
  payproof work --queue redis://queue.internal:6379 --target sandbox
  payproof work --queue redis://127.0.0.1:6379 --target sandbox --idle 1m

Exit status:
  0    there was nothing to do for the time of --idle, or it was interrupted
  2    wrong usage or settings, or BullMQ and ioredis are not installed
  3    the queue could not be reached, or at its end it was left out of a run`,
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
    const isSound = await work({
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
    return isSound ? exitCodes.conformant : exitCodes.inconclusive;
  } finally {
    interrupt.release();
  }
}

/** A worker that is killed holds its job for so long, ms. */
const lockMs = 10_000;
const lookForStalledMs = 3000;
/** Being killed is no fault of the job. */
const mostKills = 10_000;
/** How long a worker may take to close while Redis is away, ms. */
const closingMs = 2000;
/** How often it is looked which run has the target, ms. */
const lookMs = 2000;

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

/** What is not in the name of a worker, as a name of a machine may be. */
const unnamed = /[^\w.-]+/g;

/**
 * Makes parts of runs until the signal ends it: a part that is under way then goes back to the queue. Gives whether it was left out of no run at its end.
 * Throws Unreachable at its start.
 */
async function work(options: WorkOptions): Promise<boolean> {
  const { queue: address, target, idleMs, signal, onPart, targets, live, workers } = options;
  const own = { target, live, ...(targets !== undefined && { targets }) };
  const libraries = await queueLibraries();
  const redis = await connected(libraries, address);
  const { Worker, WaitingError, UnrecoverableError } = libraries.bullmq;
  const me = `${hostname().replaceAll(unnamed, '-').slice(0, 60)}:${process.pid}:${randomBytes(3).toString('hex')}`;
  const isOfAnother = async (run: string): Promise<boolean> => {
    const holder = await holderOf(redis, target);
    return holder !== undefined && holder.run !== run;
  };
  let lastAt = steadyNow();
  let isBusy = false;
  let leftOutOf: string | undefined;

  /** Takes no part until another run has the target. */
  const stayOut = async (run: string): Promise<void> => {
    if (leftOutOf === undefined) onPart('left out of this run, since two parts of it failed here');
    leftOutOf = run;
    await worker.pause(true);
  };

  const make = async (job: Job<PartJob, number>, token?: string, lost?: AbortSignal): Promise<number> => {
    const asked = partJobSchema.parse(job.data);
    isBusy = true;
    const name = `part ${asked.index} of ${asked.of}`;
    const place = await mkdtemp(join(tmpdir(), 'payproof-part-'));
    const taken = new AbortController();
    const ends = AbortSignal.any([signal, taken.signal, ...(lost === undefined ? [] : [lost])]);
    const giveBack = async (): Promise<never> => {
      await job.moveToWait(token);
      throw new WaitingError();
    };
    const look = setInterval(() => {
      void isOfAnother(asked.run).then(
        (is) => is && taken.abort(),
        () => undefined,
      );
    }, lookMs);
    try {
      if (await isOfAnother(asked.run)) taken.abort();
      else if (await isLeftOut(redis, asked.run, me)) {
        await stayOut(asked.run);
        await giveBack();
      } else if (asked.version !== version)
        throw new Error(`the run is of payproof ${asked.version}, and this worker is ${version}`);
      const out = join(place, 'run');
      if (!ends.aborted)
        await makePart({ ...optionsOf(asked, await clockOf(redis)), ...own, out }, ends, workers);
      if (signal.aborted) await giveBack();
      // Its coordinator gives it out again where it goes on.
      if (taken.signal.aborted) throw new UnrecoverableError('another run has the target');
      // Another worker has the part now.
      lost?.throwIfAborted();
      const bytes = await leaveSegment(redis, out, { ...asked, worker: me });
      leftOutOf = undefined;
      onPart(`${name} is made: ${bytes} bytes`);
      return bytes;
    } catch (error) {
      const why = (error as Error).message;
      if (!(error instanceof WaitingError)) onPart(`${name} failed: ${why}`);
      if (!(error instanceof WaitingError) && !ends.aborted) {
        const count = await strike(redis, asked.run, me, why);
        if (count >= mostStrikes) await stayOut(asked.run);
      }
      throw error;
    } finally {
      clearInterval(look);
      await rm(place, { recursive: true, force: true });
      lastAt = steadyNow();
      isBusy = false;
    }
  };

  const worker = new Worker<PartJob, number>(queueOf(target), make, {
    connection: redis,
    name: me,
    concurrency: 1,
    lockDuration: lockMs,
    stalledInterval: lookForStalledMs,
    maxStalledCount: mostKills,
  });
  worker.on('error', () => undefined);
  worker.on('lockRenewalFailed', () => worker.cancelAllJobs('its lease is over'));
  const comeBackFrom = async (run: string): Promise<void> => {
    if ((await isOfAnother(run)) || !(await isLeftOut(redis, run, me))) {
      leftOutOf = undefined;
      await worker.resume();
    }
  };
  const comeBack = setInterval(() => {
    if (leftOutOf !== undefined && worker.isPaused()) void comeBackFrom(leftOutOf).catch(() => undefined);
  }, lookMs);
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
  clearInterval(comeBack);
  // Without Redis it would wait for ever; with it, for the part that goes back.
  const isGone = redis.status !== 'ready';
  await Promise.race([
    worker.close(isGone),
    ...(isGone ? [sleep(closingMs, undefined, { ref: false })] : []),
  ]);
  redis.disconnect();
  return leftOutOf === undefined;
}
