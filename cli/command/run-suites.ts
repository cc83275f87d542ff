import { availableParallelism } from 'node:os';
import type { FailureRecord } from '../../harness/journal/journal-records.ts';
import { openJournalFile } from '../../harness/journal/journal-file.ts';
import type { Target } from '../../harness/settings/settings.ts';
import { Unwritable } from '../../harness/preflight/trouble.ts';
import { claimsOfRun } from '../../suites/replay/kept.ts';
import { claimsOfShard } from '../../suites/shards/division.ts';
import { journalOf } from '../../suites/run/run-folder.ts';
import type { RunPlan } from '../../suites/run/run-plan.ts';
import { lanesOf, stagesOf } from '../../suites/workers/lanes.ts';
import { startSuitesThread } from '../run/start-suites-thread.ts';
import type { LaneTask } from '../run/thread-messages.ts';

/** More cores than this are left to the target and to others. */
const mostByDefault = 4;

export interface SuitesOutcome {
  /** What went wrong on our side: errors that accuse nobody. */
  readonly faults: readonly string[];
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
 * ends them early. Never rejects, but where the journal can't be opened or another server can't be started.
 */
export async function runSuites(
  plan: RunPlan,
  signal: AbortSignal,
  { workers = Math.min(mostByDefault, availableParallelism()), startAnother, script }: HowToRun = {},
): Promise<SuitesOutcome> {
  const faults: string[] = [];
  const ownServers = startAnother !== undefined;
  const lanes = lanesOf(plan, claimsOfShard(plan, claimsOfRun), ownServers);
  const tasks: LaneTask[] = [];
  for (const { claims, share } of lanes) {
    const target = tasks.length === 0 ? plan.target : ((await startAnother?.()) ?? plan.target);
    tasks.push({
      plan: { ...plan, target, ...(share !== undefined && { share }) },
      suites: claims.map(({ suite }) => suite),
    });
  }
  const journal = openJournalFile(journalOf(plan));
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

  let isEnough = false;
  const reported: FailureRecord[] = [];
  const isOver = (): boolean => isEnough || signal.aborted || journal.failed.aborted;
  // A broken run is read back by each of them, before any writes more.
  await Promise.all(threads.map(({ ready }) => ready));
  for (const stage of stagesOf(lanes, ownServers)) {
    const before = [...reported];
    await Promise.all(
      stage.map(async ({ lane, claims }) => {
        for (const { suite } of claims) {
          if (isOver()) return;
          const told = await threads[threadOf(lane)]?.check(suite, before);
          reported.push(...(told?.failures ?? []));
          if (told?.isEnough !== true) continue;
          isEnough = true;
          end();
        }
      }),
    );
  }
  for (const { done } of threads) done();
  await Promise.all(threads.map(({ ended }) => ended));
  signal.removeEventListener('abort', end);
  journal.close();
  if (journal.failed.aborted) return { faults: [], unwritable: reasonOf(journal.failed) };
  return { faults: signal.aborted ? [] : faults };
}

function reasonOf({ reason }: AbortSignal): string {
  return reason instanceof Unwritable ? reason.message : String(reason);
}
