import { isSameSignature } from '../../engine/judge/signature.ts';
import type { FailureRecord, JournalRecord } from '../../harness/journal/journal-records.ts';
import type { Claim } from '../run/claim.ts';
import type { Replayable, ReplayRun } from '../run/replayable.ts';
import { noJournal, type Session } from '../run/session.ts';

/** Runs a claim that is a procedure once more, whole: it has no smaller form. */
export async function replayClaim(
  session: Session,
  claim: Claim,
  { signature }: Replayable,
): Promise<ReplayRun> {
  const records: JournalRecord[] = [];
  const journal = { ...noJournal, write: (record: JournalRecord) => void records.push(record) };
  const failures = await claim.check({ ...session, journal });
  const same = failures.find((one) => isSameSignature(one.signature, signature));
  const failure: FailureRecord | undefined = same ?? failures[0];
  if (failure !== undefined) {
    const came = same === undefined ? 'other failure' : 'same failure';
    return { came, breaches: failure.breaches, lines: failure.transcript };
  }
  const judged = records.some((record) => record.k === 'sequence' && record.verdict === 'explained');
  return { came: judged ? 'no failure' : 'unjudged', breaches: [], lines: [] };
}
