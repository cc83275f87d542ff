import { pluralize } from '../../reports/words/plain.ts';
import { cleanUp } from '../../suites/cleanup/clean-up.ts';
import { leftByRun } from '../../suites/cleanup/ledger.ts';
import { openRunJournal } from '../../suites/run/run-folder.ts';
import type { RunConfig } from '../../suites/run/run-config.ts';
import { stderr } from '../command/terminal.ts';
import { steadyNow } from '../../harness/time.ts';

/** How long cleaning up may take, ms: a run of 2,000 requests at five a second leaves what takes two or three minutes. */
const mostMs = 10 * 60_000;
/** After an interrupt a person is waiting. A second one ends it at once. */
const mostMsInterrupted = 60_000;

/** Refunds and closes what a run has left, where its target is to be cleaned up; within bounds, and without harm to the run's reports. */
export async function cleanUpAfter(
  config: RunConfig,
  interrupted: AbortSignal,
  { quiet = false }: { readonly quiet?: boolean | undefined },
): Promise<void> {
  if (config.target.cleanup !== true) return;
  const journal = openRunJournal(config);
  const over = new AbortController();
  const timers = [setTimeout(() => over.abort(), mostMs)];
  const hurry = (): void => void timers.push(setTimeout(() => over.abort(), mostMsInterrupted));
  if (interrupted.aborted) hurry();
  else interrupted.addEventListener('abort', hurry, { once: true });
  try {
    const left = await leftByRun(config.out, { ...config, write: journal.write });
    const count = left.ledger.owing.length;
    if (!quiet && count > 0 && left.gone === undefined)
      stderr.text(`Cleaning up: ${pluralize(count, 'payment')} to refund or to close.`);
    journal.write(await cleanUp({ ...left, config, journal, signal: over.signal }));
  } catch (error) {
    const cause = `cleaning up failed: ${error instanceof Error ? error.message : String(error)}`;
    journal.write({ k: 'trouble', at: steadyNow() - config.startedAt, kind: 'ours', cause });
  } finally {
    for (const timer of timers) clearTimeout(timer);
    interrupted.removeEventListener('abort', hurry);
    journal.close();
  }
}
