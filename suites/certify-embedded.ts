import { startEmbedded } from '../harness/embedded.ts';
import type { FailureRecord, JournalRecord } from '../harness/journal-records.ts';
import { preflight } from '../harness/preflight.ts';
import { loadTarget } from '../harness/settings.ts';
import { allClaims, type Claim } from './claims.ts';
import { runClaim } from './run-claim.ts';
import { noJournal } from './session.ts';

export interface EmbeddedRun {
  readonly seed: number;
  /** Random sequences per model. */
  readonly runs: number;
  readonly faults?: readonly string[];
  /** How the server answers open points: latitude id to choice. */
  readonly profile?: Readonly<Record<string, string>>;
  /** Default: all, in their order. */
  readonly claims?: readonly Claim[];
  /** True ends the run once the failure that makes it so is shrunk. */
  readonly enough?: (failures: readonly FailureRecord[]) => boolean;
}

export interface EmbeddedOutcome {
  readonly failures: readonly FailureRecord[];
}

/** Runs claims against an embedded server of its own that is wrong, or different, as asked. Writes nothing. */
export async function certifyEmbedded(run: EmbeddedRun): Promise<EmbeddedOutcome> {
  const { seed, runs, faults = [], profile = {}, claims = allClaims, enough = () => false } = run;
  const embedded = loadTarget({ file: undefined, name: 'embedded' });
  const { target, close } = await startEmbedded(embedded, { seed, faults, profile });
  const failures: FailureRecord[] = [];
  const told: FailureRecord[] = [];
  const ending = new AbortController();
  const write = (record: JournalRecord): void => {
    if (record.k === 'failure') told.push(record);
    if (record.k === 'failure' && enough(told)) ending.abort();
  };
  try {
    const { capabilities } = await preflight(target);
    // The name of a run keeps the numbers of one server's requests together; nothing is written there.
    const out = target.legacy?.baseUrl ?? '';
    const plan = { target, capabilities, seed, runs, bail: false, only: [], out, startedAt: Date.now() };
    for (const claim of claims) {
      const { signal } = ending;
      const outcome = await runClaim(plan, claim, { journal: { ...noJournal, write }, signal });
      if ('failures' in outcome) failures.push(...outcome.failures);
      if (signal.aborted) break;
    }
  } finally {
    await close();
  }
  return { failures };
}
