import { Run, type RunMeans } from './run.ts';
import type { Journal } from '../../harness/journal/journal.ts';
import { openRunJournal } from './run-folder.ts';
import type { RunConfig } from './run-config.ts';
import { restore } from '../resume/restore.ts';

/** Opens a run, by default on the journal of its folder. Whoever opened it closes it, and its journal with it. */
export function openRun(config: RunConfig, journal: Journal = openRunJournal(config), means?: RunMeans): Run {
  const run = new Run(config, journal, means);
  restore(run);
  return run;
}
