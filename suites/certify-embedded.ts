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
  /** Requests at most. Default: as many as the runs take. */
  readonly maxRequests?: number;
  readonly faults?: readonly string[];
  /** How the server answers open points: latitude id to choice. */
  readonly profile?: Readonly<Record<string, string>>;
  /** True: it answers what the profile leaves open now so, now otherwise. */
  readonly erratic?: boolean;
  /** Default: all, in their order. */
  readonly claims?: readonly Claim[];
  /** True ends the run once the failure that makes it so is shrunk. */
  readonly enough?: (failures: readonly FailureRecord[]) => boolean;
}

export interface EmbeddedOutcome {
  readonly failures: readonly FailureRecord[];
  /** Requests under test that were sent. */
  readonly requests: number;
  /** Sequences that ended without a verdict, by reason. */
  readonly inconclusive: Readonly<Record<string, number>>;
  /** What kept the run from judging. */
  readonly troubles: readonly string[];
  /** Requirements that gained evidence. */
  readonly proven: ReadonlySet<string>;
}

let started = 0;

/** Runs claims against an embedded server of its own that is wrong, or different, as asked. Writes nothing. */
export async function certifyEmbedded(run: EmbeddedRun): Promise<EmbeddedOutcome> {
  const { seed, runs, faults = [], profile = {}, erratic = false, claims = allClaims } = run;
  const { enough = () => false } = run;
  const embedded = loadTarget({ file: undefined, name: 'embedded' });
  const { target, close } = await startEmbedded(embedded, { seed, faults, profile, erratic });
  const failures: FailureRecord[] = [];
  const told: FailureRecord[] = [];
  const inconclusive: Record<string, number> = {};
  const troubles: string[] = [];
  const proven = new Set<string>();
  let requests = 0;
  const ending = new AbortController();
  const write = (record: JournalRecord): void => {
    if (record.k === 'exchange' && record.control !== true) requests += 1;
    if (record.k === 'trouble') troubles.push(record.cause);
    if (record.k === 'sequence') {
      for (const rule of Object.keys(record.evidence)) proven.add(rule);
      if (record.why !== undefined) inconclusive[record.why] = (inconclusive[record.why] ?? 0) + 1;
    }
    if (record.k === 'failure') told.push(record);
    if (record.k === 'failure' && enough(told)) ending.abort();
  };
  try {
    const { capabilities } = await preflight(target);
    // The name of a run keeps the numbers of one server's requests together; nothing is written there.
    const out = `embedded ${(started += 1)}`;
    const most = run.maxRequests === undefined ? {} : { maxRequests: run.maxRequests };
    const plan = {
      target,
      capabilities,
      seed,
      runs,
      ...most,
      bail: false,
      only: [],
      out,
      startedAt: Date.now(),
    };
    for (const claim of claims) {
      const { signal } = ending;
      const outcome = await runClaim(plan, claim, { journal: { ...noJournal, write }, signal });
      if ('failures' in outcome) failures.push(...outcome.failures);
      if (signal.aborted) break;
    }
  } finally {
    await close();
  }
  return { failures, requests, inconclusive, troubles, proven };
}
