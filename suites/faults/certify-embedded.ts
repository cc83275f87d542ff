import { type EmbeddedOptions, startEmbedded } from '../../harness/embedded.ts';
import type { FailureRecord } from '../../harness/records/failure-record.ts';
import type { JournalRecord } from '../../harness/journal/journal-records.ts';
import { preflight } from '../../harness/preflight/preflight.ts';
import { loadTarget, type Target } from '../../harness/settings/settings.ts';
import { allClaims } from '../claims/all-claims.ts';
import type { BegunClaim, Claim } from '../run/claim.ts';
import { cacheFolder } from '../plans/plan-cache.ts';
import { runRecord } from '../run/prepare.ts';
import { runClaim } from '../run/run-claim.ts';
import { noJournal } from '../run/session.ts';
import { turnsOf } from '../run/turns.ts';
import { openRun } from '../run/open-run.ts';
import { unwrittenConfig } from '../run/unwritten-run.ts';
import { steadyNow } from '../../harness/time.ts';

export interface EmbeddedRun extends EmbeddedOptions {
  /** Random sequences per model. */
  readonly runs: number;
  /** Requests at most. Default: as many as the runs take. */
  readonly maxRequests?: number;
  /** True: nothing is planned for what the random sequences leave without evidence. */
  readonly randomOnly?: boolean;
  /** True: a browser goes through the checkout. Default: none does, since it takes seconds. */
  readonly inBrowser?: boolean;
  /** Changes the settings of the server. Default: none. */
  readonly settings?: (target: Target) => Target | Promise<Target>;
  /** What is selected, as `--only` names it. Default: all. */
  readonly only?: readonly string[];
  /** Default: all, in their order. */
  readonly claims?: readonly Claim[];
  /** Called with each record, exchanges and notifications included. */
  readonly onRecord?: (record: JournalRecord) => void;
  /** Asked after each shrunk failure: true ends the run. */
  readonly enough?: (failures: readonly FailureRecord[]) => boolean;
  /** Its abort ends the run. Default: none. */
  readonly signal?: AbortSignal;
}

export interface EmbeddedOutcome {
  readonly failures: readonly FailureRecord[];
  /** Requests under test that were sent. */
  readonly requests: number;
  /** How often guarded faults of the server have decided otherwise than a sound one. */
  readonly guardedShown: number;
  /** What a journal would hold, without the exchanges and the notifications themselves. */
  readonly records: readonly JournalRecord[];
}

/** Runs claims against an embedded server of its own that is wrong, or different, as asked. Writes nothing. */
export async function certifyEmbedded(run: EmbeddedRun): Promise<EmbeddedOutcome> {
  const { seed, runs, claims = allClaims, enough = () => false, settings = (target) => target } = run;
  const server = await startEmbedded(loadTarget({ file: undefined, name: 'embedded' }), run);
  const failures: FailureRecord[] = [];
  const records: JournalRecord[] = [];
  let requests = 0;
  const ending = new AbortController();
  const signal = run.signal === undefined ? ending.signal : AbortSignal.any([ending.signal, run.signal]);
  const planCache = cacheFolder();
  const write = (record: JournalRecord): void => {
    run.onRecord?.(record);
    if (record.k === 'exchange' && record.control !== true) requests += 1;
    if (record.k !== 'exchange' && record.k !== 'notification') records.push(record);
    if (record.k !== 'failure') return;
    failures.push(record);
    if (enough(failures)) ending.abort();
  };
  try {
    const { checkout, ...others } = await settings(server.target);
    const target = { ...others, ...(run.inBrowser === true && checkout !== undefined && { checkout }) };
    const config = unwrittenConfig(target, await preflight(target), {
      seed,
      runs,
      maxRequests: run.maxRequests,
      randomOnly: run.randomOnly,
      ...(run.only && { only: run.only }),
      smallBatches: run.enough !== undefined,
      ...(planCache !== undefined && { planCache }),
    });
    const certifying = openRun(config, noJournal(write));
    try {
      write(runRecord(config));
      const begun = new Map<string, BegunClaim>();
      for (const { claim, part } of turnsOf(config, claims).flat()) {
        await runClaim(certifying, claim, { claims: allClaims, signal, part, begun });
        if (signal.aborted) break;
      }
      write({ k: 'end', at: steadyNow() - config.startedAt, interrupted: false });
    } finally {
      await certifying.close();
    }
  } finally {
    await server.close();
  }
  return { failures, requests, records, guardedShown: server.guardedShown() };
}
