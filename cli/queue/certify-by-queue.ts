import { existsSync, rmSync } from 'node:fs';
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
import type { RunOptions } from '../../suites/run/prepare.ts';
import { exitCodes } from '../command/exit-codes.ts';
import { onInterrupt } from '../command/interrupt.ts';
import { terminalText } from '../command/terminal.ts';
import { printRun } from '../run/print-run.ts';
import type { TellGithub } from '../run/tell-github.ts';
import { writeMerged } from '../run/write-merged.ts';
import { connected } from './connection.ts';
import {
  coordinate,
  forgetParts,
  freshRunId,
  noteTask,
  partFolder,
  type QueueTask,
  taskIn,
} from './coordinate.ts';
import { queueLibraries } from './libraries.ts';
import { makePart } from './make-part.ts';
import type { Scope } from '../../harness/means/scope.ts';

export interface ByQueueOptions extends Pick<
  RunOptions,
  'targets' | 'target' | 'only' | 'seed' | 'runs' | 'maxRequests' | 'live' | 'out'
> {
  readonly queue: string;
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
  // Before anything is sent: without a queue there is nobody to make the other parts.
  (await connected(await queueLibraries(), options.queue)).disconnect();
  const { target, out, task } = begun(options);
  const say = (text: string): void => {
    if (options.quiet !== true) process.stderr.write(`${terminalText(text)}\n`);
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
      queue: options.queue,
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
    resume ?? (options.out === undefined ? freshFolder(Date.now(), target.name) : askedFolder(options.out));
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
