import { plainRecord } from '../explore/sequence-record.ts';
import type { Driver } from '../../engine/judge/execution.ts';
import { runRace } from '../../engine/race/race.ts';
import type { FailureRecord } from '../../harness/records/failure-record.ts';
import type { SequenceRecord } from '../../harness/records/sequence-record.ts';
import type { Call, Reply } from '../../models/wire.ts';
import type { AnyMachine } from '../explore/machines.ts';
import { legacyPatterns } from '../races/legacy.ts';
import type { Pattern } from '../races/pattern.ts';
import { nameOf, raceRecord, type AnyRaced, raceReading } from '../races/race-record.ts';
import { resourcePatterns } from '../races/resource.ts';
import type { Conversation } from './tie/conversation.ts';

/** Recorded times may be whole milliseconds: what is nearer may have overlapped. */
const recordedReading: typeof raceReading = {
  ...raceReading,
  times: ({ sentAt, receivedAt }) => ({ from: sentAt - 1, to: receivedAt + 1 }),
};

/**
 * Judges a thread in which requests overlapped: some order of them must explain every reply. Only what successes alone contradict accuses,
 * since a recording shows one race.
 */
export async function judgeRacedThread(
  thread: Conversation,
  machine: AnyMachine,
  driver: Driver<Call, Reply>,
  suite: string,
): Promise<{ readonly sequence: SequenceRecord; failure(serial: string): FailureRecord | undefined }> {
  const steps = thread.steps.map(({ step }) => step);
  const { from, to } = thread.race ?? { from: steps.length, to: steps.length };
  const race = { before: steps.slice(0, from), overlap: steps.slice(from, to), after: steps.slice(to) };
  const raced = await runRace(machine, race, driver, recordedReading);
  const { verdict, before, overlapped, settled } = raced;
  const isProven = verdict.kind === 'violated' && verdict.proven;
  const done = before.performed.length + overlapped.length + settled.length;
  const pattern = {
    ...race,
    machine: machine.name,
    breach: breachOf(thread),
  };
  return {
    sequence: plainRecord({
      id: thread.id,
      suite,
      phase: 'explore',
      requests: done,
      steps: done,
      skipped: steps.length - done,
      verdict: isProven ? 'violated' : verdict.kind === 'explained' ? 'explained' : 'inconclusive',
      ...(!isProven && verdict.kind !== 'explained' && { why: whyOpen(raced) }),
      overlap: nameOf(race),
    }),
    failure: (serial) =>
      isProven
        ? raceRecord(raced, {
            pattern,
            suite,
            interface: thread.interface,
            failed: 1,
            outOf: 1,
            alsoInTurn: false,
            proven: true,
            requestsToFind: 0,
            requestsToShrink: 0,
            seed: 0,
            serial,
          })
        : undefined,
  };
}

function whyOpen({ verdict }: AnyRaced): string {
  return verdict.kind === 'inconclusive'
    ? verdict.why
    : 'requests overlapped, and one race that rests on a refusal proves nothing';
}

/** What overlapping successes break, by the first pattern of the interface that says so. */
function breachOf({ interface: of }: Conversation): NonNullable<Pattern['breach']> {
  const patterns = of === 'legacy' ? legacyPatterns : resourcePatterns;
  return (successes) => {
    for (const { breach } of patterns) {
      const shown = breach?.(successes);
      if (shown !== undefined) return shown;
    }
    return undefined;
  };
}
