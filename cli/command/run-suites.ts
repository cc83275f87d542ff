import type { ClaimPart } from '../../harness/records/suite-record.ts';
import { availableParallelism } from 'node:os';
import type { FailureRecord } from '../../harness/records/failure-record.ts';
import { openJournalFile } from '../../harness/journal/journal-file.ts';
import type { Target } from '../../harness/settings/settings.ts';
import { Unwritable } from '../../harness/preflight/trouble.ts';
import { claimsOfRun } from '../../suites/replay/kept.ts';
import { claimsOfShard } from '../../suites/shards/division.ts';
import { journalOf } from '../../suites/run/run-folder.ts';
import type { RunConfig } from '../../suites/run/run-config.ts';
import type { Gone } from '../../suites/availability/availability.ts';
import { lanesOf, stagesOf } from '../../suites/workers/lanes.ts';
import type { LaneTask, ToWorker, ThreadTask, FromWorker } from '../run/thread-messages.ts';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { packageRoot } from '../../harness/files/version.ts';
import { causeInThread, threadHeap } from '../threads/threads.ts';

/** More cores than this are left to the target and to others. */
const mostByDefault = 4;

export interface SuitesOutcome {
  /** What went wrong on our side: errors that do not accuse the target. */
  readonly faults: readonly string[];
  /** An interrupt came before all was checked. */
  readonly interrupted: boolean;
  /** Why the run's folder can't be written any more. */
  readonly unwritable?: string;
}

interface HowToRun {
  /** Threads at most. Default: the cores, at most 4. */
  readonly workers?: number | undefined;
  /** Starts another server like the target. Default: all lanes share the target. */
  readonly startAnother?: (() => Promise<Target>) | undefined;
  /** What each thread runs. Default: the suites. */
  readonly script?: string;
}

/**
 * Runs the suites in threads of their own: embedded servers keep this one busy. What they find is written here, into one journal. The signal
 * ends them early. Never rejects.
 */
export async function runSuites(
  config: RunConfig,
  signal: AbortSignal,
  how: HowToRun = {},
): Promise<SuitesOutcome> {
  try {
    return await runLanes(config, signal, how);
  } catch (error) {
    // The journal can't be opened, or another server can't be started.
    return { faults: [error instanceof Error ? error.message : String(error)], interrupted: signal.aborted };
  }
}

async function runLanes(
  config: RunConfig,
  signal: AbortSignal,
  { workers = Math.min(mostByDefault, availableParallelism()), startAnother, script }: HowToRun,
): Promise<SuitesOutcome> {
  const faults: string[] = [];
  const ownServers = startAnother !== undefined;
  const lanes = lanesOf(config, claimsOfShard(config, claimsOfRun), ownServers);
  const tasks: LaneTask[] = [];
  for (const { claims, share } of lanes) {
    const target = tasks.length === 0 ? config.target : ((await startAnother?.()) ?? config.target);
    tasks.push({
      config: { ...config, target, ...(share !== undefined && { share }) },
      suites: claims.map(({ suite }) => suite),
    });
  }
  const journal = openJournalFile(journalOf(config), config.target.limits);
  const names = [...new Set(lanes.map(({ thread }) => thread))];
  const threadOf = (lane: number): number => names.indexOf(lanes[lane]?.thread ?? '') % workers;
  const threads = Array.from({ length: Math.min(workers, names.length) }, (_, index) =>
    startSuitesThread(
      { lanes: tasks.filter((_task, lane) => threadOf(lane) === index) },
      {
        write: journal.append,
        fault: (cause) => faults.push(cause),
        ...(script !== undefined && { script }),
      },
    ),
  );
  const end = (): void => threads.forEach(({ end: endOne }) => endOne());
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  const unwritable = (): void => threads.forEach(({ failed }) => failed(reasonOf(journal.failed)));
  journal.failed.addEventListener('abort', unwritable, { once: true });
  const full = (): void => {
    faults.push((journal.full.reason as Error).message);
    end();
  };
  journal.full.addEventListener('abort', full, { once: true });

  let isEnough = false;
  let isGone = false;
  /** Servers of their own end by themselves, each. */
  const shareGone = (gone: Gone): void => {
    if (ownServers || isGone) return;
    isGone = true;
    for (const thread of threads) thread.gone(gone);
  };
  const reported: FailureRecord[] = [];
  const isOver = (): boolean => isEnough || signal.aborted || journal.full.aborted || journal.failed.aborted;
  // A broken run is read back by each of them, before any writes more.
  await Promise.all(threads.map(({ ready }) => ready));
  for (const stage of stagesOf(config, lanes, ownServers)) {
    const before = [...reported];
    await Promise.all(
      stage.map(async ({ lane, turns }) => {
        for (const { claim, part } of turns) {
          if (isOver()) return;
          const told = await threads[threadOf(lane)]?.check(claim.suite, part, before);
          reported.push(...(told?.failures ?? []));
          if (told?.gone !== undefined) shareGone(told.gone);
          if (told?.isEnough !== true) continue;
          isEnough = true;
          end();
        }
      }),
    );
  }
  // What comes later finds nothing left to be cut off.
  const interrupted = signal.aborted;
  for (const { done } of threads) done();
  await Promise.all(threads.map(({ ended }) => ended));
  signal.removeEventListener('abort', end);
  journal.close();
  if (journal.failed.aborted) return { faults: [], interrupted, unwritable: reasonOf(journal.failed) };
  return { faults: interrupted ? [] : faults, interrupted };
}

function reasonOf({ reason }: AbortSignal): string {
  return reason instanceof Unwritable ? reason.message : String(reason);
}

/** What came of one claim. */
interface Checked {
  readonly failures: readonly FailureRecord[];
  /** A violation ends the run. */
  readonly isEnough: boolean;
  /** Its target is gone. */
  readonly gone?: Gone | undefined;
}

/** A thread that checks claims. Its promises never reject. */
interface SuitesThread {
  /** Resolves once its runs are open, or it has ended. */
  readonly ready: Promise<void>;
  /** Resolves with what came of the claim; undefined where the thread has ended. */
  check(suite: string, part: ClaimPart, reported: readonly FailureRecord[]): Promise<Checked | undefined>;
  /** Waits no more for the target of its lanes. */
  gone(gone: Gone): void;
  /** Ends the claims under way. */
  end(): void;
  /** Nothing can be written any more. */
  failed(why: string): void;
  /** Nothing is left to check. */
  done(): void;
  readonly ended: Promise<void>;
}

interface Listeners {
  write(records: readonly string[]): void;
  fault(cause: string): void;
  /** What the thread runs. Default: the suites. */
  readonly script?: string;
}

/** Starts a thread that checks claims. */
function startSuitesThread(
  task: ThreadTask,
  { write, fault, script = join(packageRoot, 'bin', 'suites-thread.mjs') }: Listeners,
): SuitesThread {
  const thread = new Worker(script, { workerData: task, resourceLimits: threadHeap });
  let told = false;
  let endsEarly = true;
  const tellFault = (cause: string): void => {
    told = true;
    fault(cause);
  };
  let becomeReady = (): void => undefined;
  const ready = new Promise<void>((resolve) => (becomeReady = resolve));
  const asked = new Map<string, (checked: Checked) => void>();
  thread.on('message', (message: FromWorker) => {
    if ('records' in message) write(message.records);
    else if ('ready' in message) becomeReady();
    else if ('fault' in message) tellFault(message.fault);
    else {
      const { suite, checked: failures, isEnough, gone } = message;
      asked.get(suite)?.({ failures, isEnough, gone });
    }
  });
  thread.on('error', (error) => tellFault(`the suites broke off: ${causeInThread(error, threadHeap)}`));
  const ended = new Promise<void>((resolve) =>
    thread.once('exit', (code) => {
      // Whatever ended it, claims may be left that were not tried.
      if (!told && (endsEarly || code !== 0)) tellFault(`the suites ended early, with status ${code}`);
      becomeReady();
      resolve();
    }),
  );
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of Node, no window
  const ask = (what: ToWorker): void => thread.postMessage(what);
  return {
    ready,
    ended,
    check: (check, part, reported) =>
      Promise.race([
        new Promise<Checked>((resolve) => {
          asked.set(check, resolve);
          ask({ check, part, reported });
        }),
        ended.then(() => undefined),
      ]),
    gone: (gone) => ask({ gone }),
    end: () => ask({ end: true }),
    failed: (unwritable) => ask({ unwritable }),
    done: () => {
      endsEarly = false;
      ask({ done: true });
    },
  };
}
