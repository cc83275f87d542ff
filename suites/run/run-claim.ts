import type { FailureRecord } from '../../harness/journal-records.ts';
import type { Journal } from '../../harness/journal.ts';
import { meansOf } from '../../harness/means.ts';
import { isSelected, type Scope } from '../../harness/scope.ts';
import { beginBeside, type Beside } from './background-claim.ts';
import { allClaims, type Claim } from '../claims/all-claims.ts';
import type { RunPlan } from './run-plan.ts';
import { openSession, type Session } from './session.ts';
import { sharedBy } from './shared.ts';

export type ClaimOutcome =
  | { readonly failures: readonly FailureRecord[] }
  /** Why the claim could not be checked. */
  | { readonly skipped: string };

/** Runs that have found what `--bail` waits for. */
const bailed = new Set<RunPlan['out']>();

/**
 * Checks one claim in a session of its own, by default on the run's journal. A fault of ours is journaled and thrown on.
 * The signal ends it early, with what was found so far.
 */
export async function runClaim(
  plan: RunPlan,
  claim: Claim,
  { signal, journal }: { readonly signal?: AbortSignal; readonly journal?: Journal } = {},
): Promise<ClaimOutcome> {
  if (!isSelected(scopesOf(claim), plan.only)) return { skipped: 'not selected by --only' };
  if (bailed.has(plan.out)) return { skipped: '--bail: a violation was found before' };
  const beside = await besideOf(plan, journal);
  const own = beside.get(claim.suite);
  const session = await openSession(plan, claim.suite, journal);
  const interrupt = () => {
    session.interrupt();
    for (const other of beside.values()) other.interrupt();
  };
  signal?.addEventListener('abort', interrupt, { once: true });
  const note = (event: 'start' | 'end') => {
    const { others } = session.inbox.counts;
    const counted = event === 'end' && others > 0 ? { others } : {};
    session.journal.write({ k: 'suite', name: claim.suite, event, at: session.now(), ...counted });
  };
  note('start');
  try {
    const missing = claim.needs.filter((means) => !session.means.has(means));
    if (missing.length > 0) return { skipped: `the target offers no ${missing.join(', ')}` };
    if (claim.movesUrl) await Promise.allSettled([...beside.values()].map(({ outcome }) => outcome));
    const failures = await (own?.outcome ??
      claim.check({ ...session, allowance: allowanceOf(plan, claim, session) }));
    if (plan.bail && failures.some(({ flaky }) => !flaky)) bailed.add(plan.out);
    return { failures };
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    if (!signal?.aborted) session.journal.write({ k: 'trouble', at: session.now(), kind: 'ours', cause });
    throw error;
  } finally {
    note('end');
    signal?.removeEventListener('abort', interrupt);
    await session.close();
  }
}

/** The claims that run beside the suites of this run, begun at first asking. */
async function besideOf(plan: RunPlan, journal?: Journal): Promise<ReadonlyMap<string, Beside>> {
  const { beside } = sharedBy(plan);
  const means = meansOf(plan.target, plan.capabilities, plan);
  for (const claim of allClaims) {
    const { suite, needs, besideWithout } = claim;
    if (besideWithout === undefined || means.has(besideWithout) || beside.has(suite)) continue;
    if (!isSelected(scopesOf(claim), plan.only) || !needs.every((one) => means.has(one))) continue;
    beside.set(suite, await beginBeside(plan, claim, journal));
  }
  return beside;
}

/** An even share of what is left of --max-requests, so that the first suites leave something to the last. */
function allowanceOf({ maxRequests, only }: RunPlan, claim: Claim, { means, connection }: Session): number {
  if (maxRequests === undefined) return Infinity;
  const exploring = allClaims.filter(
    (one) =>
      one.explores && isSelected(scopesOf(one), only) && one.needs.every((needed) => means.has(needed)),
  );
  const later = exploring.slice(exploring.findIndex(({ suite }) => suite === claim.suite));
  return (maxRequests - connection.requests) / Math.max(1, later.length);
}

/** The scopes under which `--only` selects a claim. */
export function scopesOf({ scope, serves = [] }: Claim): readonly Scope[] {
  return [scope, ...serves];
}
