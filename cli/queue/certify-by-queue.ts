import { existsSync, rmSync, readFileSync, writeFileSync } from 'node:fs';
import { loadTarget } from '../../harness/settings/settings.ts';
import { SettingsError } from '../../harness/settings/settings-error.ts';
import { Unreachable } from '../../harness/preflight/trouble.ts';
import { version } from '../../harness/files/version.ts';
import { readSummary } from '../../reports/journal/fold.ts';
import { mergeable } from '../../reports/merge/merged-records.ts';
import { readShard } from '../../reports/merge/read-shard.ts';
import { register } from '../../reports/register.ts';
import { displayDir, writeReportsOf } from '../../reports/write.ts';
import { askedFolder, freshFolder, journalOf } from '../../suites/run/run-folder.ts';
import type { RunOptions } from '../../suites/run/run-config.ts';
import { exitCodes } from '../command/exit-codes.ts';
import { onInterrupt } from '../command/interrupt.ts';
import { printRun } from '../run/print-run.ts';
import type { TellGithub } from '../run/tell-github.ts';
import { writeMerged } from '../run/end-run.ts';
import { connected, queueAddress, queueLibraries } from './connection.ts';
import { makePart, jobIdOf, type PartJob, partJobSchema, queueOf, segmentKey } from './part-job.ts';
import type { Scope } from '../../harness/means/scope.ts';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { makeFolder } from '../../harness/files/make-folder.ts';
import { journalIn, packedJournalName } from '../../harness/journal/journal-bytes.ts';
import { writeAtomically } from '../../reports/files/write-atomically.ts';
import { stderr } from '../command/terminal.ts';
import { steadyNow } from '../../harness/time.ts';

export interface ByQueueOptions extends Pick<
  RunOptions,
  'targets' | 'target' | 'only' | 'seed' | 'runs' | 'maxRequests' | 'live' | 'out'
> {
  readonly queue?: string | true;
  readonly resume?: string;
  readonly parts?: number;
  readonly atOnce?: number;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

const usualParts = 24;
const usualAtOnce = 4;
const seeds = 0x7fff_ffff;
/** The part that holds a shared target alone: the coordinator makes it, and receives its notifications. */
const own = 1;

/** `certify --queue`: cuts a run into parts, has workers make them, and merges what they leave into one run. Gives the exit status. */
export async function certifyByQueue(options: ByQueueOptions, tell: TellGithub): Promise<number> {
  // Before anything is sent: without a queue there is no worker to make the other parts.
  const address = queueAddress(options.queue);
  (await connected(await queueLibraries(), address)).disconnect();
  const { target, out, task } = begun(options);
  const say = (text: string): void => {
    if (options.quiet !== true) stderr.says((one) => one, [text]);
  };
  const interrupt = onInterrupt();
  const { signal } = interrupt;
  const isShared = target.kind === 'remote';
  const all = Array.from({ length: task.of }, (_, index) => index + 1);
  const others = isShared ? all.filter((index) => index !== own) : all;
  let troubles: readonly string[] = [];
  if (isShared && !(await isWhole(partFolder(out, own)))) {
    // One that broke off holds no verdict: the target was not held alone since.
    rmSync(partFolder(out, own), { recursive: true, force: true });
    say(`part ${own} of ${task.of} holds the target alone: made here, before the others`);
    await makePart(ownPart(options, task, partFolder(out, own)), signal);
  }
  if (!signal.aborted) {
    let before = '';
    troubles = await coordinate({
      queue: address,
      task,
      indices: others,
      out,
      signal,
      onProgress: ({ done, of, workers }) => {
        const now = `${done} of ${of} parts, ${workers} workers`;
        if (now !== before) say(`${new Date().toISOString().slice(0, 19)}Z ${now}`);
        before = now;
      },
    });
  }
  for (const trouble of troubles) say(trouble);
  const made = all.map((index) => partFolder(out, index)).filter((folder) => existsSync(folder));
  if (made.length === 0)
    throw new Unreachable(`No part of the run was made: ${troubles[0] ?? 'it was interrupted'}.`);
  const shards = [];
  for (const folder of made) shards.push(await readShard(folder));
  // Of a run that goes on: the parts are what it was made of.
  if (options.resume !== undefined) rmSync(journalOf({ out }), { force: true });
  const lock = await writeMerged(out, mergeable(shards));
  try {
    const summary = await readSummary(out);
    const certificate = await writeReportsOf(summary, out);
    if (!signal.aborted && made.length === all.length) forgetParts(out);
    const exit = signal.aborted ? exitCodes.interrupted : exitCodes[certificate.verdict];
    tell({ certificate, summary, register, night: undefined, dir: displayDir(out), exit });
    printRun({ certificate, summary, dir: out, json: options.json ?? false });
    return exit;
  } finally {
    lock.release();
    interrupt.release();
  }
}

/** Whether the journal of a part is there, with its end. */
async function isWhole(folder: string): Promise<boolean> {
  return existsSync(folder) && (await readShard(folder).catch(() => undefined))?.ended === 'whole';
}

/** The target, the folder and the task of a run that begins or goes on. */
function begun(options: ByQueueOptions) {
  const { targets: file, target: name, resume } = options;
  const before = resume === undefined ? undefined : taskIn(resume);
  if (resume !== undefined && before === undefined)
    throw new SettingsError(`${resume} holds no run by queue that could go on.`);
  const target = loadTarget({ file, name: before?.target ?? name });
  const out =
    resume ?? (options.out === undefined ? freshFolder(steadyNow(), target.name) : askedFolder(options.out));
  const task: QueueTask = before ?? {
    run: freshRunId(),
    target: target.name,
    of: options.parts ?? usualParts,
    atOnce: options.atOnce ?? usualAtOnce,
    seed: options.seed ?? Math.trunc(Math.random() * seeds),
    only: options.only as Scope[],
    version,
    ...(options.runs !== undefined && { runs: options.runs }),
    ...(options.maxRequests !== undefined && { maxRequests: options.maxRequests }),
  };
  if (before === undefined) noteTask(out, task);
  return { target, out, task };
}

function ownPart({ targets, live }: ByQueueOptions, task: QueueTask, out: string) {
  const { of, atOnce, seed, runs, maxRequests, only, target } = task;
  return {
    shard: { index: own, of, atOnce },
    target,
    seed,
    only,
    out,
    live: live ?? false,
    ...(targets !== undefined && { targets }),
    ...(runs !== undefined && { runs }),
    ...(maxRequests !== undefined && { maxRequests }),
  };
}

const lookMs = 250;
/** What a worker reports as wrong, such as its settings, may be right at another one. */
const attempts = 4;
const taskName = 'queue.json';

/** A run by queue: what all of its jobs share. */
type QueueTask = Omit<PartJob, 'index'>;

/** How far the parts of a run have come. */
interface PartsProgress {
  readonly done: number;
  readonly of: number;
  /** Workers that are there. */
  readonly workers: number;
}

interface CoordinateOptions {
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
const partFolder = (out: string, index: number): string => join(out, 'parts', String(index));

/** An id for a run, under which there are no other run's jobs. */
const freshRunId = (): string => randomBytes(12).toString('hex');

/** Keeps what a run by queue is, so that a coordinator that was killed can go on. */
function noteTask(out: string, task: QueueTask): void {
  makeFolder(out);
  writeFileSync(join(out, taskName), `${JSON.stringify(task)}\n`);
}

/** The task of a run by queue in a folder; undefined where there is none. */
function taskIn(out: string): QueueTask | undefined {
  const file = join(out, taskName);
  if (!existsSync(file)) return undefined;
  return partJobSchema.omit({ index: true }).parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** Removes what only the coordinator needed, once the parts are merged. */
function forgetParts(out: string): void {
  rmSync(join(out, 'parts'), { recursive: true, force: true });
  rmSync(join(out, taskName), { force: true });
}

/**
 * Gives the parts of a run to the workers of a queue, and takes their journals into folders of the run. A part that is there already is not made
 * again. Ends when each part is there or has failed too often, or on an abort. Gives why parts failed. Throws Unreachable at its start.
 */
async function coordinate(options: CoordinateOptions): Promise<readonly string[]> {
  const { queue: address, task, indices, out, signal, onProgress } = options;
  const libraries = await queueLibraries();
  const redis = await connected(libraries, address);
  const queue = new libraries.bullmq.Queue<PartJob, number>(queueOf(task.target), { connection: redis });
  queue.on('error', () => undefined);
  try {
    // More jobs at once would ask for more than the target allows.
    await queue.setGlobalConcurrency(task.atOnce);
    const missing = new Set(indices.filter((index) => journalIn(partFolder(out, index)) === undefined));
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
    // They are not waited for any more: what a worker makes now is left to expire.
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
  await writeAtomically(join(partFolder(out, index), packedJournalName), segment);
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
