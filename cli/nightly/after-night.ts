import { dirname, join } from 'node:path';
import { causeOf } from '../../harness/preflight/trouble.ts';
import { counted } from '../../reports/words/counted.ts';
import { historyName, noteInHistory } from '../../reports/nightly/history-file.ts';
import { historyRow } from '../../reports/nightly/history-row.ts';
import type { Nightly } from '../../reports/nightly/nightly-schema.ts';
import { plain } from '../../reports/words/plain.ts';
import { displayDir } from '../../reports/write.ts';
import type { RunPlan } from '../../suites/run/run-plan.ts';
import { nightsBefore } from './nights-before.ts';
import { pruneNights } from './prune.ts';

/** Notes a night in the history beside its folder, and removes old nights where `keep` says how many stay. Neither can harm the night: what fails is said. */
export async function afterNight(
  plan: RunPlan,
  night: Nightly,
  { keep, quiet = false }: { readonly keep?: number | undefined; readonly quiet?: boolean | undefined },
): Promise<void> {
  const place = dirname(plan.out);
  const row = historyRow(night);
  try {
    if (row !== undefined) await noteInHistory(place, row);
  } catch (error) {
    say(`${displayDir(join(place, historyName))} has no line of this night: ${reason(error)}`);
  }
  if (keep === undefined) return;
  try {
    const next = nightsBefore({ ...plan, out: join(place, 'next'), startedAt: Date.now() + 1 });
    const spared = [night.compared_with, next.before?.run].filter((name) => typeof name === 'string');
    const { removed, left } = await pruneNights(plan, { keep, spared });
    if (removed.length > 0 && !quiet)
      say(`removed ${counted(removed.length, 'night')} of before the last ${keep}`);
    for (const { dir, why } of left) say(`${displayDir(dir)} was not removed: ${why}`);
  } catch (error) {
    say(`old nights could not be removed: ${reason(error)}`);
  }
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error ? causeOf(error) : error.message;
}

function say(text: string): void {
  process.stderr.write(`payproof: ${plain(text)}\n`);
}
