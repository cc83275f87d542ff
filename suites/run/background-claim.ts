import type { FailureRecord } from '../../harness/journal/journal-records.ts';
import type { Claim } from './claim.ts';
import type { BackgroundClaim, Run } from './run.ts';
import { openSession, type Session } from './session.ts';

/** Begins a claim that takes long and disturbs no other, in a session that leaves the journal's notifications to the others. */
export async function beginInBackground(run: Run, claim: Claim): Promise<BackgroundClaim> {
  const session = await openSession(run, claim.suite, { background: true });
  const outcome = checked(session, claim);
  // Avoids an unhandled rejection: the claim's own turn awaits it later.
  outcome.catch(() => undefined);
  return { outcome, interrupt: () => session.interrupt() };
}

async function checked(session: Session, claim: Claim): Promise<readonly FailureRecord[]> {
  const note = (event: 'start' | 'end') =>
    session.journal.write({
      k: 'suite',
      name: claim.suite,
      event,
      at: session.now(),
      ...(event === 'end' && session.cutOff() && { cut: true }),
    });
  note('start');
  try {
    return await claim.check(session);
  } finally {
    note('end');
    await session.close();
  }
}
