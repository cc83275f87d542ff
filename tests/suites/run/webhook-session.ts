import type { JournalRecord } from '../../../harness/journal/journal-records.ts';
import { startEmbedded } from '../../../harness/embedded.ts';
import { preflight } from '../../../harness/preflight/preflight.ts';
import type { Target } from '../../../harness/settings/settings.ts';
import { noJournal, openSession, type Session } from '../../../suites/run/session.ts';
import { openRun } from '../../../suites/run/open-run.ts';
import { unwrittenConfig } from '../../../suites/run/unwritten-run.ts';

export interface Opened {
  readonly session: Session;
  readonly records: readonly JournalRecord[];
  close(): Promise<void>;
}

const target: Target = {
  name: 'embedded',
  kind: 'embedded',
  webhooks: { listen: '127.0.0.1:0' },
  notificationDeadlineMs: 1000,
  limits: { concurrency: 8, timeoutMs: 5000, awayMs: 60_000, amount: { min: 100, max: 50_000 } },
  profile: {},
  knownDeviations: [],
};

/** A session on a reference of its own, with its journal in memory. */
export async function openWebhookSession(faults: readonly string[] = []): Promise<Opened> {
  const embedded = await startEmbedded(target, { seed: 1, faults });
  const records: JournalRecord[] = [];
  const journal = noJournal((record) => void records.push(record));
  const config = unwrittenConfig(embedded.target, await preflight(embedded.target), { seed: 1 });
  const run = openRun(config, journal);
  const session = await openSession(run, 'webhooks/retries');
  return {
    session,
    records,
    async close() {
      await session.close();
      await run.close();
      await embedded.close();
    },
  };
}
