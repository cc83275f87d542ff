import type { FailureRecord } from '../../harness/journal/journal-records.ts';
import type { Claim } from '../run/claim.ts';
import type { RunPlan } from '../run/run-plan.ts';
import type { Run } from '../run/run.ts';
import { violationOf } from '../../engine/judge/signature.ts';
import type { Recorded } from './recorded.ts';

/** The suite that runs what is kept. */
const keptSuite = 'kept';

/** The failures of a claim that the journal of a resumed run shows to be checked to its end; undefined when it is still to be checked. */
export function judgedBefore(
  { recorded }: Run,
  { suite, kind }: Claim,
  { round, randomOnly }: RunPlan,
): readonly FailureRecord[] | undefined {
  if (recorded === undefined || !isJudged(recorded, suite, round)) return undefined;
  // What is planned rests on what was planned before: it is planned again, and nothing that was judged is sent.
  if (kind === 'machine' && randomOnly !== true && recorded.rounds === 0) return undefined;
  return recorded.failuresOf(suite);
}

/** Whether a round of a suite was checked to its end. The failure of a procedure is the last that it does. */
export function isJudged(recorded: Recorded, suite: string, round?: number): boolean {
  const isReported = recorded.failuresOf(suite).some(({ signature }) => signature.at === 'procedure');
  return isReported || recorded.part(suite, round)?.ended === true;
}

/** The suites that were under way when a run was broken off. */
export function underWay(recorded: Recorded): readonly string[] {
  return recorded
    .parts()
    .filter(({ suite, round }) => !isJudged(recorded, suite, round))
    .map(({ suite }) => suite);
}

/** Puts a run where the processes before have left it. */
export function restore(run: Run): void {
  const { recorded, plan } = run;
  if (recorded === undefined) return;
  run.sent = recorded.sent;
  for (const failure of recorded.failures) noteFailure(run, failure);
  run.bailed = plan.bail && recorded.failures.some(({ flaky }) => !flaky);
  for (const { latitude, choice } of recorded.shown) run.isNewChoice(latitude, choice);
  // An embedded target was started anew, and may give the same ids again.
  if (plan.target.kind === 'remote') {
    run.inbox.own([...recorded.payments]);
    run.inbox.forget([...recorded.payments]);
  }
  // The rounds of a night that are over are not drawn again, nor is what was planned before them.
  for (const { part } of recorded.rounds > 0 ? recorded.parts() : [])
    if (part.ended)
      for (const { observed } of [...part.sequences.values()].flat()) run.choices.note(observed);
}

/** Notes a failure that was reported elsewhere in the run, so that this part of it does not report it again. */
export function noteFailure(
  run: Run,
  { signature, flaky, exclusive, reproduction, suite }: FailureRecord,
): void {
  run.reported.add(reproduction);
  // A kept reproduction that is flaky silences nothing.
  if (flaky && suite === keptSuite) return;
  if (signature.at === 'overlap') run.lostRaces.push(signature);
  const violation = violationOf(signature);
  if (violation === undefined) return;
  run.known.under(exclusive ? 'alone' : 'beside others').add(violation, !flaky);
}
