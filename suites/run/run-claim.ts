import type { ClaimPart } from '../../harness/records/suite-record.ts';
import type { FailureRecord } from '../../harness/records/failure-record.ts';
import { meansOf } from '../../harness/means/means.ts';
import { isClaimSelected } from '../claims/selected.ts';
import { judgedBefore } from '../resume/restore.ts';
import { explores, type BegunClaim, type Claim } from './claim.ts';
import { mostJudged, type RunConfig } from './run-config.ts';
import type { Run, BackgroundClaim } from './run.ts';
import { openSession, type Session } from './session.ts';
import { isBackground } from './turns.ts';

export type ClaimOutcome =
  | { readonly failures: readonly FailureRecord[] }
  /** Why the claim could not be checked. */
  | { readonly skipped: string };

interface ClaimOptions {
  /** All claims of the run: they share its requests, and the first one begins those that run in the background. */
  readonly claims: readonly Claim[];
  /** Ends the claim early, with what was found so far. */
  readonly signal?: AbortSignal;
  /** What of the claim is checked: each part only behind the one before. Default: the whole. */
  readonly part?: ClaimPart;
  /** The claims whose parts are checked apart, by suite: the same for all parts. Default: none. */
  readonly begun?: Map<string, BegunClaim>;
  /** What is different from the run's plan. Default: nothing. */
  readonly changes?: Partial<RunConfig>;
}

/** Checks one claim in a session of its own. An error of ours is journaled and thrown on. Throws Unwritable once the journal can't be written. */
export async function runClaim(run: Run, claim: Claim, options: ClaimOptions): Promise<ClaimOutcome> {
  const { failed } = run.journal;
  failed.throwIfAborted();
  try {
    return await checked(run, claim, options);
  } finally {
    // Whatever came of the claim, it was not written.
    failed.throwIfAborted();
  }
}

async function checked(
  run: Run,
  claim: Claim,
  { claims, signal, part = 'whole', begun = new Map(), changes }: ClaimOptions,
): Promise<ClaimOutcome> {
  if (!isClaimSelected(claim, run.config.only)) return { skipped: 'not selected by --only' };
  if (run.stopped === 'bail') return { skipped: '--bail: a violation was found before' };
  const judged = judgedBefore(run, claim, { ...run.config, ...changes });
  if (judged !== undefined) return { failures: judged };
  if ((part === 'plan' || part === 'rest') && !begun.has(claim.suite))
    return { skipped: 'what comes before was not checked' };
  await beginBackground(run, claims);
  const background = [...run.background.values()];
  const session = await openSession(run, claim.suite, { changes, part });
  const interrupt = () => {
    session.interrupt();
    for (const other of background) other.interrupt();
  };
  const { failed } = run.journal;
  for (const end of [signal, failed]) end?.addEventListener('abort', interrupt, { once: true });
  const note = (event: 'start' | 'end') => {
    const { others } = run.access.inbox.counts;
    const { round } = session.config;
    session.journal.write({
      k: 'suite',
      name: claim.suite,
      event,
      at: session.now(),
      ...(event === 'end' && others > 0 && { others }),
      ...(round > 0 && { round }),
      ...(part !== 'whole' && { part }),
      ...(event === 'end' && session.phase() === 'cut off' && { cut: true }),
    });
  };
  note('start');
  try {
    const missing = claim.needs.filter((means) => !session.means.has(means));
    if (missing.length > 0) return { skipped: `the target offers no ${missing.join(', ')}` };
    if (claim.movesUrl) await Promise.allSettled(background.map(({ outcome }) => outcome));
    const own = run.background.get(claim.suite);
    const failures = await (own?.outcome ??
      checkPart(claim, part, begun, { ...session, allowance: allowanceOf(claim, claims, session) }));
    if (session.config.bail && failures.some(({ flaky }) => !flaky)) run.stop('bail');
    return { failures };
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    if (!signal?.aborted) session.journal.write({ k: 'trouble', at: session.now(), kind: 'ours', cause });
    throw error;
  } finally {
    note('end');
    for (const end of [signal, failed]) end?.removeEventListener('abort', interrupt);
    await session.close();
  }
}

/** Checks the part of a claim that was asked for. */
async function checkPart(
  claim: Claim,
  part: ClaimPart,
  begun: Map<string, BegunClaim>,
  session: Session,
): Promise<readonly FailureRecord[]> {
  if (part === 'whole') return claim.check(session);
  const parts = begun.get(claim.suite) ?? (await claim.begin?.(session));
  if (parts === undefined) throw new Error(`${claim.suite} has no parts`);
  // What broke off does not go on.
  begun.delete(claim.suite);
  const failures = await parts[part](session);
  if (part !== 'rest') begun.set(claim.suite, parts);
  return failures;
}

/** Begins the claims that run in the background, where that was not done before. */
async function beginBackground(run: Run, claims: readonly Claim[]): Promise<void> {
  const { config, background } = run;
  const means = meansOf(config.target, config.capabilities, config);
  for (const claim of claims) {
    const { suite } = claim;
    if (!isBackground(claim, means) || background.has(suite) || !isClaimSelected(claim, config.only))
      continue;
    // Checked by the process before: what it would journal again would count twice.
    if (judgedBefore(run, claim, config) !== undefined) continue;
    background.set(suite, await beginInBackground(run, claim));
  }
}

/** An even share of what is left of the requests that are allowed, so that the first suites leave something to the last. */
function allowanceOf(
  claim: Claim,
  claims: readonly Claim[],
  { run, config, means, sentBefore }: Session,
): number {
  const { only } = config;
  const most = mostJudged(config);
  if (most === Infinity) return Infinity;
  const exploring = claims.filter(
    (one) => explores(one) && isClaimSelected(one, only) && one.needs.every((needed) => means.has(needed)),
  );
  const later = exploring.slice(exploring.findIndex(({ suite }) => suite === claim.suite));
  const kept = run.access.ledger?.requests ?? 0;
  return (most - sentBefore - kept) / Math.max(1, later.length);
}

/** Begins a claim that takes long and disturbs no other, in a session that leaves the journal's notifications to the others. */
async function beginInBackground(run: Run, claim: Claim): Promise<BackgroundClaim> {
  const session = await openSession(run, claim.suite, { background: true });
  const outcome = failuresOf(session, claim);
  // Avoids an unhandled rejection: the claim's own turn awaits it later.
  outcome.catch(() => undefined);
  return { outcome, interrupt: () => session.interrupt() };
}

async function failuresOf(session: Session, claim: Claim): Promise<readonly FailureRecord[]> {
  const note = (event: 'start' | 'end') =>
    session.journal.write({
      k: 'suite',
      name: claim.suite,
      event,
      at: session.now(),
      ...(event === 'end' && session.phase() === 'cut off' && { cut: true }),
    });
  note('start');
  try {
    return await claim.check(session);
  } finally {
    note('end');
    await session.close();
  }
}
