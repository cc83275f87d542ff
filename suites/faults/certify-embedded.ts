import { type EmbeddedOptions, startEmbedded } from '../../harness/embedded.ts';
import type { FailureRecord, JournalRecord } from '../../harness/journal-records.ts';
import { preflight } from '../../harness/preflight.ts';
import { loadTarget, type Target } from '../../harness/settings.ts';
import { allClaims } from '../claims/all-claims.ts';
import type { Claim } from '../run/claim.ts';
import { runRecord } from '../run/prepare.ts';
import { runClaim } from '../run/run-claim.ts';
import { noJournal } from '../run/session.ts';
import { openRun } from '../run/run.ts';
import { unwrittenPlan } from '../run/unwritten-run.ts';

export interface EmbeddedRun {
  readonly seed: number;
  /** Random sequences per model. */
  readonly runs: number;
  /** Requests at most. Default: as many as the runs take. */
  readonly maxRequests?: number;
  /** True: nothing is planned for what the random sequences leave without evidence. */
  readonly randomOnly?: boolean;
  readonly faults?: readonly string[];
  /** How the server answers open points: latitude id to choice. */
  readonly profile?: Readonly<Record<string, string>>;
  /** True: it answers what the profile leaves open inconsistently. */
  readonly erratic?: boolean;
  /** How its notifications are delayed, duplicated and reordered. Default: not at all. */
  readonly chaos?: EmbeddedOptions['chaos'];
  /** How far its clock is ahead of ours, ms. Default 0. */
  readonly aheadMs?: number;
  /** Changes the settings of the server. Default: none. */
  readonly settings?: (target: Target) => Target | Promise<Target>;
  /** Default: all, in their order. */
  readonly claims?: readonly Claim[];
  /** Asked after each shrunk failure: true ends the run. */
  readonly enough?: (failures: readonly FailureRecord[]) => boolean;
}

export interface EmbeddedOutcome {
  readonly failures: readonly FailureRecord[];
  /** Requests under test that were sent. */
  readonly requests: number;
  /** What a journal would hold, without the exchanges and the notifications themselves. */
  readonly records: readonly JournalRecord[];
}

/** Runs claims against an embedded server of its own that is wrong, or different, as asked. Writes nothing. */
export async function certifyEmbedded(run: EmbeddedRun): Promise<EmbeddedOutcome> {
  const { seed, runs, faults = [], profile = {}, erratic = false, claims = allClaims } = run;
  const { enough = () => false, settings = (target) => target } = run;
  const embedded = loadTarget({ file: undefined, name: 'embedded' });
  const server = await startEmbedded(embedded, {
    seed,
    faults,
    profile,
    erratic,
    aheadMs: run.aheadMs,
    chaos: run.chaos,
  });
  const failures: FailureRecord[] = [];
  const records: JournalRecord[] = [];
  const reported: FailureRecord[] = [];
  let requests = 0;
  const ending = new AbortController();
  const write = (record: JournalRecord): void => {
    if (record.k === 'exchange' && record.control !== true) requests += 1;
    if (record.k !== 'exchange' && record.k !== 'notification') records.push(record);
    if (record.k !== 'failure') return;
    reported.push(record);
    if (enough(reported)) ending.abort();
  };
  try {
    const target = await settings(server.target);
    const plan = unwrittenPlan(target, await preflight(target), {
      seed,
      runs,
      ...(run.maxRequests !== undefined && { maxRequests: run.maxRequests }),
      randomOnly: run.randomOnly ?? false,
      smallBatches: run.enough !== undefined,
    });
    const certifying = openRun(plan, { ...noJournal, write });
    try {
      write(runRecord(plan));
      for (const claim of claims) {
        const { signal } = ending;
        const outcome = await runClaim(certifying, claim, { claims: allClaims, signal });
        if ('failures' in outcome) failures.push(...outcome.failures);
        if (signal.aborted) break;
      }
      write({ k: 'end', at: Date.now() - plan.startedAt, interrupted: false });
    } finally {
      await certifying.close();
    }
  } finally {
    await server.close();
  }
  return { failures, requests, records };
}
