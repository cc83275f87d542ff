import type { Exploration } from '../../engine/exploration.ts';
import { defaultWalk } from '../../engine/walk/walk.ts';
import type { RunConfig } from '../run/run-config.ts';
import type { MachineRun } from './machine-run.ts';

/** Sequences in a batch, for each connection: so many that few connections are idle at the end of a batch. A batch shares one wait for notifications. */
const batchPerConnection = 16;
/** Where the first failure may end the run, batches are small; larger where they share a wait. */
const smallBatch = { replies: 2, notifications: 6 } as const;

/** Sequences that run while the first plan is made: for each connection, and at most. */
const whilePlanning = { perConnection: 2, most: 32 } as const;

/** Batches whose notifications are waited for at once: each sequence keeps its replies meanwhile, some 80 kB. */
const batchesInFlight = 8;

type Pace = Required<
  Pick<Exploration<never, never, never, never>, 'concurrency' | 'whilePlanning' | 'batch' | 'inFlight'>
>;

/**
 * How many sequences of a machine's run go side by side, and how many are begun before the first is judged. `random`: requests for random sequences.
 * `isPlanned`: there is a plan.
 */
export function paceOf(
  { exclusive, notifications }: MachineRun,
  { bail, nightly, smallBatches, target }: Pick<RunConfig, 'bail' | 'nightly' | 'smallBatches' | 'target'>,
  { random, isPlanned }: { readonly random: number; readonly isPlanned: boolean },
): Pace {
  const { concurrency } = target.limits;
  // Where the first failure may end the run, later batches may not be needed.
  const mayEndSoon = smallBatches || bail;
  const perConnection = mayEndSoon
    ? smallBatch[notifications ? 'notifications' : 'replies']
    : batchPerConnection;
  const affordable = Math.ceil(random / defaultWalk.minSteps);
  // Where requests are few or slow, each is planned.
  const isSlow = exclusive || notifications || target.limits.requestsPerSecond !== undefined;
  const isPlannedFirst = !isPlanned || random !== Infinity || isSlow || nightly !== undefined;
  return {
    concurrency,
    whilePlanning: isPlannedFirst
      ? 0
      : Math.min(whilePlanning.most, whilePlanning.perConnection * concurrency),
    batch: Math.max(1, Math.min(concurrency * perConnection, affordable)),
    inFlight: !notifications || exclusive || mayEndSoon ? 1 : batchesInFlight,
  };
}

/**
 * How many sequences may go side by side with so many requests for random sequences. Those that wait for each other are begun at once: few, so that they do not
 * take what is left for other suites.
 */
export function mostAtOnce({ exclusive, lists }: MachineRun, random: number): number {
  if (!exclusive && lists !== true) return Infinity;
  return Math.max(1, Math.floor(random / (2 * defaultWalk.maxSteps)));
}
