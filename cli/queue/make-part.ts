import type { RunOptions } from '../../suites/run/prepare.ts';
import { prepareRun } from '../../suites/run/prepare.ts';
import { closeRun } from '../run/end-run.ts';
import { runSuites, type SuitesOutcome } from '../command/run-suites.ts';

/** Makes one part of a run in its folder, with no reports: they are made of all parts together. An abort ends it early, and its journal says so. */
export async function makePart(
  options: Omit<RunOptions, 'bail'>,
  signal: AbortSignal,
  workers?: number,
): Promise<void> {
  const prepared = await prepareRun({ ...options, bail: false });
  let outcome: SuitesOutcome = { faults: [] };
  try {
    outcome = await runSuites(prepared.plan, signal, { workers, startAnother: prepared.startAnother });
  } catch (error) {
    outcome = { faults: [error instanceof Error ? error.message : String(error)] };
  }
  try {
    await closeRun(prepared, outcome, signal, { quiet: true });
  } finally {
    prepared.release();
  }
}
