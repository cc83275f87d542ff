import type { ClaimPart } from '../../harness/records/suite-record.ts';
import type { Scope } from '../../harness/means/scope.ts';
import type { FailureRecord } from '../../harness/records/failure-record.ts';
import type { JournalRecord } from '../../harness/journal/journal-records.ts';
import type { NightEnd } from '../../harness/records/night-records.ts';
import { explores, type BegunClaim, type Claim } from '../run/claim.ts';
import { readRecorded } from '../resume/recorded.ts';
import { runClaim } from '../run/run-claim.ts';
import { openRunJournal } from '../run/run-folder.ts';
import { mostJudged, type RunConfig } from '../run/run-config.ts';
import { turnsOf, type Turn } from '../run/turns.ts';
import { openRun } from '../run/open-run.ts';
import { steadyNow } from '../../harness/time.ts';

export interface Night {
  /** How long new sequences are begun, ms from the run's start. */
  readonly forMs: number;
  /** Ends the night early, with what was done so far. */
  readonly signal: AbortSignal;
  /** Asked of each failure: true ends the exploration. Default: none does. */
  readonly isEnough?: (failure: FailureRecord) => boolean;
  /** In the order in which they are checked, what is kept first. */
  readonly claims: readonly Claim[];
}

/** When the time is over, a quarter of it is left to finish and shrink what was begun, within these bounds, ms. */
const reserve = { share: 0.25, leastMs: 10_000, mostMs: 120_000 } as const;

/** A missing notification takes its deadline when it is found, when it is confirmed, and twice more once it is shrunk. */
const deadlines = 4;

/** How long what was begun may take once the time is over, ms. */
export function reserveMsOf(forMs: number, deadlineMs: number): number {
  const share = Math.min(reserve.mostMs, Math.max(reserve.leastMs, reserve.share * forMs));
  return Math.max(share, deadlines * deadlineMs);
}

/** How long the claims about each interface have taken, ms. */
type Spent = Map<Scope, number>;

/** The place of the turn to take next: the first about the interface that has had the least time, so that a short night tries each of them. */
export function nextOf(waiting: readonly Turn[], spent: ReadonlyMap<Scope, number>): number {
  const taken = ({ claim }: Turn): number => spent.get(claim.scope) ?? 0;
  const least = Math.min(...waiting.map(taken));
  return waiting.findIndex((turn) => taken(turn) === least);
}

/**
 * How long a turn may begin new sequences, ms: until its interface has had as much of the time as each other that waits for a turn of the same part will have, so that a plan that is longer than
 * the night leaves the others their share. What is left of a plan goes on in the next part.
 */
export function shareOfTurn(
  { claim: { scope } }: Turn,
  waiting: readonly Turn[],
  spent: ReadonlyMap<Scope, number>,
  leftMs: number,
): number {
  const scopes = [...new Set([scope, ...waiting.map(({ claim }) => claim.scope)])];
  const had = (of: Scope): number => spent.get(of) ?? 0;
  const all = scopes.reduce((sum, of) => sum + had(of), leftMs);
  return Math.min(leftMs, all / scopes.length - had(scope));
}

/**
 * Runs the claims' plans, the interfaces in turn by the time that each has had, then random sequences in rounds, each under a seed of its own, until the time is over. What holds the target alone
 * runs once a night, since it affects everyone. Journals everything, errors of ours included, and says why it ended. Throws Unwritable when
 * the journal can't be written any more, and nothing else.
 */
export async function runNight(config: RunConfig, night: Night): Promise<NightEnd> {
  const { forMs, signal, isEnough = () => false, claims } = night;
  const until = config.startedAt + forMs;
  const now = () => steadyNow() - config.startedAt;
  const trouble = (kind: 'target' | 'ours', cause: string) =>
    run.journal.write({ k: 'trouble', at: now(), kind, cause });
  const cut = new AbortController();
  const reserveMs = reserveMsOf(forMs, config.target.notificationDeadlineMs);
  const timer = setTimeout(() => cut.abort(), until + reserveMs - steadyNow());
  const ended = AbortSignal.any([signal, cut.signal]);
  const recorded = config.resumed === 0 ? undefined : await readRecorded(config);
  const { rounds: begun = 0, failures = [] } = recorded ?? {};
  let why: NightEnd['why'] | undefined = failures.some(isEnough) ? 'violation' : undefined;
  let round = 0;

  const journal = openRunJournal(config);
  const write = (record: JournalRecord): void => {
    journal.write(record);
    if (record.k !== 'failure' || !isEnough(record)) return;
    why ??= 'violation';
    run.stop('enough');
  };
  // A target that went away is not waited for beyond the night.
  const run = openRun({ ...config, until }, { ...journal, write }, { recorded });
  const isOver = (): boolean => {
    if (signal.aborted) why = 'interrupted';
    else if (run.access.availability.gone !== undefined) why = 'away';
    else if (steadyNow() >= until) why ??= 'time';
    else if (run.access.taken.count + (run.access.ledger?.requests ?? 0) >= mostJudged(config))
      why ??= 'requests';
    return why !== undefined || journal.full.aborted || journal.failed.aborted;
  };
  const full = (): void => {
    trouble('ours', (journal.full.reason as Error).message);
    why ??= 'journal';
    cut.abort();
  };
  journal.full.addEventListener('abort', full, { once: true });
  const begunClaims = new Map<string, BegunClaim>();
  const check = async (
    claim: Claim,
    changes: Partial<RunConfig>,
    part: ClaimPart = 'whole',
  ): Promise<void> => {
    if (isOver()) return;
    // An error of ours is journaled by then, and the other claims may go well all the same.
    await runClaim(run, claim, {
      claims,
      signal: ended,
      part,
      begun: begunClaims,
      changes: { bail: false, round, ...changes },
    }).catch(() => undefined);
  };

  let planned = false;
  try {
    const spent: Spent = new Map();
    for (const group of turnsOf(config, claims)) {
      const waiting = [...group];
      while (waiting.length > 0 && !isOver()) {
        const [turn] = waiting.splice(nextOf(waiting, spent), 1) as [Turn];
        const { claim, part } = turn;
        const begunAt = steadyNow();
        const share = shareOfTurn(turn, waiting, spent, until - begunAt);
        await check(claim, { runs: 0, until: begunAt + share }, part);
        spent.set(claim.scope, (spent.get(claim.scope) ?? 0) + steadyNow() - begunAt);
      }
    }
    planned = begun > 0 || !isOver();
    // The round that was under way goes on.
    round = Math.max(0, begun - 1);
    const unlimited = claims.filter((claim) => explores(claim) && claim.machine?.exclusive !== true);
    while (!isOver()) {
      round += 1;
      const before = run.access.sent;
      for (const claim of unlimited) await check(claim, { randomOnly: true });
      if (run.access.sent === before && round > begun && !isOver()) why = 'nothing to explore';
    }
  } catch (error) {
    trouble('ours', error instanceof Error ? error.message : String(error));
  } finally {
    clearTimeout(timer);
    if (cut.signal.aborted && !signal.aborted && !journal.full.aborted)
      trouble('target', `what was still running was cut off ${reserveMs / 1000} s after the time was over`);
    await run.close();
  }
  journal.failed.throwIfAborted();
  return {
    why: why ?? 'nothing to explore',
    ...(run.access.availability.gone !== undefined && { cause: run.access.availability.gone.cause }),
    planned,
    rounds: Math.max(begun, round),
    ...(cut.signal.aborted && { cut: true }),
  };
}
