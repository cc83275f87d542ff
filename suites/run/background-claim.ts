import type { Journal } from '../../harness/journal.ts';
import type { Claim } from '../claims/all-claims.ts';
import type { RunPlan } from './run-plan.ts';
import { openSession, type Session } from './session.ts';

/** A claim that takes long and disturbs no other: begun with the run's first suite, and waited for when it is its turn. */
export interface Beside {
  readonly outcome: Promise<Awaited<ReturnType<Claim['check']>>>;
  interrupt(): void;
}

/** Begins a claim in a session of its own that leaves the journal's notifications to the others. */
export async function beginBeside(plan: RunPlan, claim: Claim, journal?: Journal): Promise<Beside> {
  const session = await openSession(plan, claim.suite, journal, { beside: true });
  const outcome = checked(session, claim);
  // Whoever waits for it is told; until then nobody listens.
  outcome.catch(() => undefined);
  return { outcome, interrupt: () => session.interrupt() };
}

async function checked(session: Session, claim: Claim) {
  const note = (event: 'start' | 'end') =>
    session.journal.write({ k: 'suite', name: claim.suite, event, at: session.now() });
  note('start');
  try {
    return await claim.check(session);
  } finally {
    note('end');
    await session.close();
  }
}
