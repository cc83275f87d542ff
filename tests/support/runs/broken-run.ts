import { browserUnavailableReason } from '../../../harness/checkout/chromium.ts';
import { startEmbedded } from '../../../harness/embedded.ts';
import type { JournalRecord } from '../../../harness/journal/journal-records.ts';
import { preflight } from '../../../harness/preflight/preflight.ts';
import { loadTarget } from '../../../harness/settings/settings.ts';
import { Recorded } from '../../../suites/resume/recorded.ts';
import { underWay } from '../../../suites/resume/restore.ts';
import type { BegunClaim, Claim } from '../../../suites/run/claim.ts';
import { runRecord } from '../../../suites/run/prepare.ts';
import { openRun } from '../../../suites/run/open-run.ts';
import { runClaim } from '../../../suites/run/run-claim.ts';
import type { RunConfig } from '../../../suites/run/run-config.ts';
import { turnsOf } from '../../../suites/run/turns.ts';
import { noJournal } from '../../../suites/run/session.ts';
import { unwrittenConfig } from '../../../suites/run/unwritten-run.ts';

interface Of {
  readonly claims: readonly Claim[];
  readonly faults?: readonly string[];
  readonly changes?: Partial<RunConfig>;
}

/** The journal of a whole run against an embedded server of its own. `before`: that of the same run until it was killed; the run goes on after it. */
export async function journalOfRun(
  { claims, faults = [], changes = {} }: Of,
  before: readonly JournalRecord[] = [],
): Promise<readonly JournalRecord[]> {
  const recorded = new Recorded();
  for (const record of before) recorded.add(record);
  const isResumed = before.length > 0;
  const { target, close } = await startEmbedded(loadTarget({ file: undefined, name: 'embedded' }), {
    seed: isResumed ? 2 : 1,
    faults,
  });
  const records = [...before];
  const write = (record: JournalRecord): void => {
    // As the journal writes it.
    records.push(JSON.parse(JSON.stringify(record)) as JournalRecord);
  };
  const browserTrouble = await browserUnavailableReason();
  try {
    const config = unwrittenConfig(target, await preflight(target), {
      seed: 3,
      runs: 4,
      startedAt: Date.now() - recorded.lastAt,
      ...(browserTrouble !== undefined && { browserTrouble }),
      ...changes,
      ...(isResumed && { resumed: recorded.resumes + 1 }),
    });
    if (isResumed)
      write({
        k: 'resume',
        at: recorded.lastAt,
        resumedAt: new Date().toISOString(),
        repeats: underWay(recorded),
      });
    else write(runRecord(config));
    const run = openRun(config, noJournal(write), isResumed ? { recorded } : {});
    const begun = new Map<string, BegunClaim>();
    for (const { claim, part } of turnsOf(config, claims).flat()) await runClaim(run, claim, { claims, part, begun });
    write({ k: 'end', at: Date.now() - config.startedAt, interrupted: false });
    await run.close();
  } finally {
    await close();
  }
  return records;
}
