import { AssertionError } from 'node:assert';
import { inject, test, type TestContext } from 'vitest';
import type { FailureRecord } from '../harness/journal-records.ts';
import type { Means } from '../spec/requirement.ts';
import type { RunPlan } from './plan.ts';
import { openSession, type Session } from './session.ts';

/** One claim about the target, as a suite file states it. */
export interface Claim {
  /** The suite's name: `legacy/lifecycle`. */
  readonly suite: string;
  /** Which `--only` it belongs to. */
  readonly scope: 'legacy' | 'resource' | 'webhooks';
  /** What the target must offer; the claim is skipped, and says so, where one is missing. */
  readonly needs: readonly Means[];
  readonly title: string;
  check(session: Session): Promise<readonly FailureRecord[]>;
}

/** Registers a claim with vitest. It fails with an AssertionError that holds every accusation: the target is wrong. */
export function conformance(claim: Claim): void {
  test(`${claim.suite}: ${claim.title}`, async (context) => {
    const plan = inject('payproof');
    if (plan === null) throw new Error('the run was not prepared: suites/global-setup.ts did not run');
    const unselected = plan.only.length > 0 && !plan.only.includes(claim.scope);
    if (unselected) context.skip('not selected by --only');
    const session = await openSession(plan, claim.suite);
    const failures = await attempt(claim, session, context);
    if (failures.length === 0) return;
    const message = failures
      .map((failure) => `${failure.requirement.join(', ')}: ${failure.summary}`)
      .join('\n');
    throw new AssertionError({ message });
  });
}

async function attempt(
  claim: Claim,
  session: Session,
  context: TestContext,
): Promise<readonly FailureRecord[]> {
  const { journal } = session;
  context.signal.addEventListener('abort', () => session.interrupt(), { once: true });
  journal.write({ k: 'suite', name: claim.suite, event: 'start', at: session.now() });
  try {
    const missing = claim.needs.filter((means) => !session.means.has(means));
    if (missing.length > 0) context.skip(`the target offers no ${missing.join(', ')}`);
    if (bailed.has(session.plan.out)) context.skip('--bail: a violation was found before');
    const failures = await claim.check(session);
    if (session.plan.bail && failures.length > 0) bailed.add(session.plan.out);
    return failures;
  } catch (error) {
    if (!context.signal.aborted && !isSkip(error)) {
      const cause = error instanceof Error ? error.message : String(error);
      journal.write({ k: 'trouble', at: session.now(), kind: 'ours', cause });
    }
    throw error;
  } finally {
    journal.write({ k: 'suite', name: claim.suite, event: 'end', at: session.now() });
    await session.close();
  }
}

/** Runs that have found what `--bail` waits for. */
const bailed = new Set<RunPlan['out']>();

/** vitest skips by throwing. */
function isSkip(error: unknown): boolean {
  return error instanceof Error && error.message.includes('test is skipped');
}
