import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readBounded } from '../../harness/files/bounded-file.ts';
import { lockFolder } from '../../harness/files/folder-lock.ts';
import { version } from '../../harness/files/version.ts';
import { Unreachable } from '../../harness/preflight/trouble.ts';
import { steadyNow } from '../../harness/time.ts';
import type { RunRecord } from '../../harness/records/run-record.ts';
import { SettingsError } from '../../harness/settings/settings-error.ts';
import { loadTarget } from '../../harness/settings/settings.ts';
import { readSummary } from '../../reports/journal/fold.ts';
import { mergeable } from '../../reports/merge/merged-records.ts';
import { readShard } from '../../reports/merge/read-shard.ts';
import { jsonText, writeAtomically } from '../../reports/files/write-atomically.ts';
import { queueTaskName } from '../../reports/manifest/report-files.ts';
import { register } from '../../reports/register.ts';
import { displayDir, writeReportsOf } from '../../reports/write.ts';
import { planRun, runRecord } from '../../suites/run/prepare.ts';
import type { RunOptions } from '../../suites/run/run-config.ts';
import { askedFolder, freshFolder, journalOf } from '../../suites/run/run-folder.ts';
import { exitCodes } from '../command/exit-codes.ts';
import { onInterrupt } from '../command/interrupt.ts';
import { stderr } from '../command/terminal.ts';
import { writeMerged } from '../run/end-run.ts';
import { printRun } from '../run/print-run.ts';
import type { TellGithub } from '../run/tell-github.ts';
import { clockOf, connected, orAborted, queueAddress, queueLibraries } from './connection.ts';
import { coordinate, othersEnded, partFolder } from './coordinate.ts';
import { holdTarget, type Lease } from './lease.ts';
import { makePart, optionsOf, partJobSchema, type QueueTask } from './part-job.ts';
import { checkedPart, sealPart } from './segment.ts';

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
/** Two coordinators of one run would make each part twice. */
const lockName = 'queue.lock';

/** `certify --queue`: cuts a run into parts, has workers make them, and merges what they leave into one run. Gives the exit status. */
export async function certifyByQueue(options: ByQueueOptions, tell: TellGithub): Promise<number> {
  const address = queueAddress(options.queue);
  const libraries = await queueLibraries();
  // Before anything is sent: without a queue there is no worker to make the other parts.
  const redis = await connected(libraries, address);
  const interrupt = onInterrupt();
  const { signal } = interrupt;
  const { target, out, task } = await begun(options);
  const say = (text: string): void => {
    if (options.quiet !== true) stderr.says((one) => one, [text]);
  };
  const folder = lockFolder(out, lockName);
  const lease = await holdTarget(redis, {
    target: target.name,
    run: task.run,
    signal,
    onWait: (who) => say(`${target.name} is held by ${who}: waiting for its end`),
  });
  try {
    if (lease === undefined) return exitCodes.interrupted;
    const ends = AbortSignal.any([signal, lease.lost]);
    await orAborted(othersEnded(libraries, redis, task, ends), ends);
    const isShared = target.kind === 'remote';
    const all = Array.from({ length: task.of }, (_, index) => index + 1);
    if (isShared)
      await makeOwn(options, task, { out, ends, say, lease, clockMs: await orAborted(clockOf(redis), ends) });
    const first =
      existsSync(partFolder(out, own)) && isShared ? await readShard(partFolder(out, own)) : undefined;
    let before = '';
    const { shards, troubles } = ends.aborted
      ? { shards: [], troubles: [] }
      : await coordinate({
          libraries,
          redis,
          expected: {
            task,
            run: first?.run ?? (await plannedRun(options, task, out)),
            ...(first !== undefined && { own: first }),
          },
          indices: isShared ? all.filter((index) => index !== own) : all,
          out,
          signal: ends,
          onNote: say,
          onProgress: ({ done, of, workers }) => {
            const now = `${done} of ${of} parts, ${workers} workers`;
            if (now !== before) say(`${new Date().toISOString().slice(0, 19)}Z ${now}`);
            before = now;
          },
        });
    await lease.release();
    for (const trouble of troubles) say(trouble);
    if (lease.lost.aborted)
      say(
        `${target.name} was taken by ${String(lease.lost.reason)}: what is missing is made by certify --queue --resume ${displayDir(out)}`,
      );
    const made = [...(first === undefined ? [] : [first]), ...shards];
    if (made.length === 0)
      throw new Unreachable(`No part of the run was made: ${troubles[0] ?? 'it was interrupted'}.`);
    // Of a run that goes on: the parts are what it was made of.
    if (options.resume !== undefined) rmSync(journalOf({ out }), { force: true });
    const lock = await writeMerged(out, mergeable(made));
    try {
      const summary = await readSummary(out);
      const certificate = await writeReportsOf(summary, out);
      if (!ends.aborted && made.length === all.length) forgetParts(out);
      const exit = signal.aborted ? exitCodes.interrupted : exitCodes[certificate.verdict];
      tell({ certificate, summary, register, night: undefined, dir: displayDir(out), exit });
      printRun({ certificate, summary, dir: out, json: options.json ?? false });
      return exit;
    } finally {
      lock.release();
    }
  } catch (error) {
    if (signal.aborted && error === signal.reason) return exitCodes.interrupted;
    throw error;
  } finally {
    await lease?.release();
    redis.disconnect();
    folder.release();
    interrupt.release();
  }
}

/** Makes the part that no other may run beside, where it is not there. */
async function makeOwn(
  options: ByQueueOptions,
  task: QueueTask,
  how: {
    readonly out: string;
    readonly ends: AbortSignal;
    readonly say: (text: string) => void;
    readonly lease: Lease;
    readonly clockMs: number;
  },
): Promise<void> {
  const folder = partFolder(how.out, own);
  if (existsSync(folder)) {
    const run = await plannedRun(options, task, how.out);
    const why = await checkedPart(folder, { task, run }, own).then(
      () => undefined,
      (error: Error) => error.message,
    );
    if (why === undefined) return;
    // One that broke off holds no verdict: the target was not held alone since.
    how.say(`part ${own} is made again: ${why}`);
    rmSync(folder, { recursive: true });
  }
  if (how.ends.aborted) return;
  how.say(`part ${own} of ${task.of} holds the target alone: made here, before the others`);
  await makePart(optionsFor(options, task, { folder, clockMs: how.clockMs }), how.ends);
  const { lease } = how;
  if (how.ends.aborted && !lease.lost.aborted) return;
  if (lease.lost.aborted || !(await orAborted(lease.isHeld(), how.ends))) {
    // Both may have moved the target's clock under each other.
    rmSync(folder, { recursive: true });
    throw new Unreachable(
      `${task.target} was taken by ${String(lease.lost.reason)}, while part ${own} was made, which so counts nothing: certify --queue --resume ${displayDir(how.out)} makes it again.`,
    );
  }
  await sealPart(folder, { run: task.run, index: own, worker: `coordinator:${process.pid}` });
}

/** The first record of the run by the settings of this machine, as all parts must have it. */
async function plannedRun(options: ByQueueOptions, task: QueueTask, out: string): Promise<RunRecord> {
  const { config, close } = await planRun({
    ...optionsFor(options, task, { folder: join(out, 'parts', 'planned'), clockMs: 0 }),
    bail: false,
  });
  await close();
  return runRecord(config);
}

function optionsFor(
  { targets, live }: ByQueueOptions,
  task: QueueTask,
  { folder, clockMs }: { readonly folder: string; readonly clockMs: number },
) {
  return {
    ...optionsOf({ ...task, index: own }, clockMs),
    target: task.target,
    out: folder,
    live: live ?? false,
    ...(targets !== undefined && { targets }),
  };
}

/** The target, the folder and the task of a run that begins or goes on. */
async function begun(options: ByQueueOptions) {
  const { targets: file, target: name, resume } = options;
  const before = resume === undefined ? undefined : taskIn(resume);
  const target = loadTarget({ file, name: before?.target ?? name });
  const out =
    resume ?? (options.out === undefined ? freshFolder(steadyNow(), target.name) : askedFolder(options.out));
  const task: QueueTask = before ?? {
    run: randomBytes(12).toString('hex'),
    target: target.name,
    of: options.parts ?? usualParts,
    atOnce: options.atOnce ?? usualAtOnce,
    seed: options.seed ?? Math.trunc(Math.random() * seeds),
    only: [...options.only],
    version,
    ...(options.runs !== undefined && { runs: options.runs }),
    ...(options.maxRequests !== undefined && { maxRequests: options.maxRequests }),
  };
  // Whole or not at all, so that a coordinator that was killed can go on.
  if (before === undefined) await writeAtomically(join(out, queueTaskName), jsonText(task));
  return { target, out, task };
}

const mostTaskBytes = 64 * 1024;

/** The task of a run by queue in a folder. Throws a SettingsError where there is none. */
function taskIn(out: string): QueueTask {
  const file = join(out, queueTaskName);
  if (!existsSync(file)) throw new SettingsError(`${out} holds no run by queue that could go on.`);
  const text = readBounded(file, mostTaskBytes);
  try {
    return partJobSchema.omit({ index: true }).parse(JSON.parse(text));
  } catch {
    throw new SettingsError(`${file} does not say what run is to go on.`);
  }
}

/** Removes what only the coordinator needed, once the parts are merged. */
function forgetParts(out: string): void {
  rmSync(join(out, 'parts'), { recursive: true, force: true });
  rmSync(join(out, queueTaskName), { force: true });
}
