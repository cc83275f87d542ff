import type { JournalRecord } from '../../../harness/journal/journal-records.ts';
import type { Target } from '../../../harness/settings/settings.ts';
import { cleanUp } from '../../../suites/cleanup/clean-up.ts';
import type { Ledger } from '../../../suites/cleanup/ledger.ts';

/** What a run has left, and what it has sent. */
export interface Left {
  readonly target: Target;
  readonly ledger: Ledger;
  readonly run: { readonly requests: number };
}

/** Cleans up after a run, with what was written and sent meanwhile. */
export async function cleanedUp(
  { target, ledger, run }: Left,
  changes: Partial<Parameters<typeof cleanUp>[0]> = {},
  maxRequests = Infinity,
) {
  const records: JournalRecord[] = [];
  const cleaned = await cleanUp({
    config: { target, startedAt: Date.now(), maxRequests, looked: { requests: 0, wrongKeys: 0 } },
    ledger,
    sent: run.requests,
    journal: { write: (record) => records.push(record) },
    signal: new AbortController().signal,
    ...changes,
  });
  return { cleaned, records };
}
