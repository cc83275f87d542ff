import { Run, type RunMeans } from './run.ts';
import type { Journal } from '../../harness/journal/journal.ts';
import { openRunJournal } from './run-folder.ts';
import type { RunPlan } from './run-plan.ts';
import { restore } from '../resume/restore.ts';
import { realTime, type Time } from './time.ts';

/** Opens a run, by default on the journal of its folder. Whoever opened it closes it, and its journal with it. */
export function openRun(
  plan: RunPlan,
  journal: Journal = openRunJournal(plan),
  { time = realTime, ...means }: RunMeans & { readonly time?: Time } = {},
): Run {
  const run = new Run(plan, journal, time, means);
  restore(run);
  return run;
}
