import type { Overlapped } from '../../engine/race/interleave.ts';
import { rulesOf, type Signature } from '../../engine/judge/signature.ts';
import type { Breach } from '../../engine/model.ts';
import type { Raced } from '../../engine/race/race.ts';
import type { FailureRecord, TranscriptLine } from '../../harness/journal-records.ts';
import type { Call, Notification, Reply } from '../../models/wire.ts';
import { reproductionName, summaryOf, transcriptLine } from '../explore/failure-record.ts';
import type { Scope } from '../../harness/scope.ts';
import { isDone } from './reading.ts';
import type { Pattern } from './pattern.ts';

export type AnyRaced = Raced<unknown, Call, Reply, Notification>;

/** Races that all have to be lost in one way before what leans on a refusal is held against the target. */
const fewestSteady = 3;

/** How often a race was lost, and what that took. */
interface Lost {
  readonly pattern: Pattern;
  readonly suite: string;
  readonly interface: Scope;
  readonly failed: number;
  readonly outOf: number;
  readonly proven: boolean;
  readonly requestsToFind: number;
  readonly requestsToShrink: number;
  readonly seed: number;
  readonly serial: string;
}

/** `capture full ‖ close plain` */
export function nameOf({ overlap }: Pick<Pattern, 'overlap'>): string {
  return overlap.map(({ operation, kind }) => `${operation} ${kind}`).join(' ‖ ');
}

/** What a race breaks: by its pattern's own words where those fit, else by the order that explains most. */
export function breachesOf(
  { overlapped, verdict }: AnyRaced,
  { tell }: Pick<Pattern, 'tell'>,
): readonly Breach[] {
  if (verdict.kind !== 'violated') return [];
  const amongThem = overlapped.some(({ step }) => step.id === verdict.step.id);
  const done = overlapped.flatMap(({ step, call, observation }) =>
    'reply' in observation && isDone(observation.reply) && call.to !== 'control'
      ? [{ step, call, reply: observation.reply }]
      : [],
  );
  const told = amongThem ? tell?.(done) : undefined;
  return told === undefined ? verdict.breaches : [told];
}

/** The same for races that were lost in the same way. */
export function signatureOfRace(raced: AnyRaced, pattern: Pick<Pattern, 'overlap' | 'tell'>): Signature {
  const rules = rulesOf({ breaches: breachesOf(raced, pattern) });
  const operations = pattern.overlap.map(({ operation }) => operation);
  return { at: 'overlap', operations, rules: [...rules].toSorted() };
}

/** The lines of a race as a person reads them; those that overlapped in the order in which they were answered, as the journal has them. */
export function linesOf(raced: AnyRaced, breaches: readonly Breach[]): readonly TranscriptLine[] {
  const { before, overlapped, answered, settled, verdict } = raced;
  const failing = verdict.kind === 'violated' ? verdict.step.id : undefined;
  const inTurn = overlapped.toSorted((a, b) => answered.indexOf(a.step.id) - answered.indexOf(b.step.id));
  const line = ({ step, call, observation }: Overlapped<Call, Reply>) =>
    transcriptLine(
      { step, call, observation, control: call.to === 'control', outcome: '' },
      step.id === failing ? breaches : [],
    );
  return [
    ...before.performed.map((one) => transcriptLine(one, [])),
    ...inTurn.map(line),
    ...settled.map(line),
  ];
}

/** A lost race as the journal keeps it. Throws an Error for one that was not lost. */
export function raceRecord(raced: AnyRaced, seen: Lost): FailureRecord {
  const { race, before, overlapped, settled, verdict } = raced;
  if (verdict.kind !== 'violated') throw new Error('a race that no order contradicts');
  const breaches = breachesOf(raced, seen.pattern);
  const requirement = [...new Set(breaches.map(({ rule }) => rule))];
  const transcript = linesOf(raced, breaches);
  const after = new Set(settled.map(({ step }) => step.id));
  return {
    k: 'failure',
    requirement,
    interface: seen.interface,
    suite: seen.suite,
    machine: seen.pattern.machine,
    summary: summaryOf(`${nameOf(seen.pattern)}, seen ${seen.failed} of ${seen.outOf} times`, breaches),
    signature: signatureOfRace(raced, seen.pattern),
    breaches,
    sequence: [...race.before, ...race.overlap, ...race.after.filter(({ id }) => after.has(id))],
    transcript,
    steps: transcript.filter(({ control }) => !control).length,
    requestsToFind: seen.requestsToFind,
    requestsToShrink: seen.requestsToShrink,
    // What no order explains is a contradiction each time that it is seen; what leans on a refusal may have come of something in between.
    flaky: !seen.proven && (seen.failed < seen.outOf || seen.outOf < fewestSteady),
    failed: seen.failed,
    outOf: seen.outOf,
    exclusive: false,
    seed: seen.seed,
    learned: before.learned,
    overlap: overlapOf(overlapped),
    reproduction: reproductionName(seen.serial, requirement),
  };
}

/** The overlapping steps with their times since the first of them was sent, ms. */
function overlapOf(overlapped: readonly Overlapped<Call, Reply>[]): NonNullable<FailureRecord['overlap']> {
  const first = Math.min(...overlapped.map(({ from }) => from ?? Infinity));
  return overlapped.map(({ step, from, to }) => ({
    step: step.id,
    ...(from !== undefined && to !== undefined && { from: from - first, to: to - first }),
  }));
}
