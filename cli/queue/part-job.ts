import { z } from 'zod';
import { mostShards } from '../../harness/records/shard-records.ts';
import { prepareRun } from '../../suites/run/prepare.ts';
import { type RunOptions } from '../../suites/run/run-config.ts';
import { closeRun } from '../run/end-run.ts';
import { runSuites } from '../command/run-suites.ts';

const index = z.int().min(1).max(mostShards);

/** The id of a run, which all of its jobs share. */
export const runId = z.string().regex(/^[a-z0-9]{1,40}$/);

/** A job of a queue: one part of a run. It names the target and holds nothing of its settings, so no secret; a worker has settings of its own. */
export const partJobSchema = z.strictObject({
  run: runId,
  target: z.string(),
  index,
  of: index,
  atOnce: index,
  seed: z.int().nonnegative(),
  runs: z.int().positive().optional(),
  maxRequests: z.int().positive().optional(),
  only: z.array(z.string()),
  /** Of the coordinator: another version's part would not fit. */
  version: z.string(),
});

export type PartJob = z.infer<typeof partJobSchema>;

/** A run by queue: what all of its jobs share. */
export type QueueTask = Omit<PartJob, 'index'>;

/** What a part asks of the machine that makes it. */
export function optionsOf(
  { run, index: part, of, atOnce, seed, runs, maxRequests, only }: PartJob,
  clockMs: number,
): Pick<RunOptions, 'shard' | 'seed' | 'only' | 'runs' | 'maxRequests'> {
  return {
    shard: { index: part, of, atOnce, queue: { run, clockMs } },
    seed,
    only,
    ...(runs !== undefined && { runs }),
    ...(maxRequests !== undefined && { maxRequests }),
  };
}

/** The queue of a target: one for each, so that what a target allows holds for all who use it. */
export const queueOf = (target: string): string => `payproof-${Buffer.from(target).toString('hex')}`;

/** The id of a job, by which it is counted once. */
export const jobIdOf = ({ run, index: part }: Pick<PartJob, 'run' | 'index'>): string => `${run}-${part}`;

/** Makes one part of a run in its folder, with no reports: they are made of all parts together. An abort ends it early, and its journal says so. */
export async function makePart(
  options: Omit<RunOptions, 'bail'>,
  signal: AbortSignal,
  workers?: number,
): Promise<void> {
  const prepared = await prepareRun({ ...options, bail: false });
  const { config, startAnother } = prepared;
  const outcome = await runSuites(config, signal, { workers, startAnother });
  try {
    await closeRun(prepared, outcome, signal, { quiet: true });
  } finally {
    prepared.release();
  }
}
