import type { Belief } from '../judge/belief.ts';
import { checksOf } from '../judge/miss.ts';
import { observe } from '../judge/observe.ts';
import { interleave, type Overlapped } from './interleave.ts';
import type { Machine, Operation } from '../machine.ts';
import type { Breach, Check, Step, StepId } from '../model.ts';
import { operationOf } from '../operations.ts';

/** How the replies of a race are read. */
export interface RaceReading<R> {
  /** Which checks of an overlapping step count. Absent: all. If given, the next state does not use its reply either. */
  counts?(check: Check<R>): boolean;
  /** Which checks count in the steps afterwards, and in reads that overlap. Absent: all. */
  settles?(check: Check<R>): boolean;
  /** The reply says that the request was executed. */
  succeeded(reply: R): boolean;
  /** The reply says neither: it counts as a lost answer. */
  unclear(reply: R): boolean;
  /** What a reply says was created, or undefined. Two calls whose replies name the same may have been executed once. */
  made?(step: Step, reply: R): string | undefined;
  /** When the call was sent, and when the reply was complete, ms of one clock. */
  times(reply: R): { readonly from: number; readonly to: number };
}

export type RaceVerdict<S, N> =
  | { readonly kind: 'explained'; readonly belief: Belief<S, N> }
  | {
      readonly kind: 'violated';
      /** The step that no order explains. */
      readonly step: Step;
      /** The steps that the nearest order explains, in that order. */
      readonly order: readonly StepId[];
      readonly breaches: readonly Breach[];
      /** The successes alone contradict the model, whatever happened to the other calls and even if each was sent twice: one race is proof. */
      readonly proven: boolean;
    }
  | { readonly kind: 'inconclusive'; readonly why: string };

/**
 * Judges overlapping steps and those after them. A refusal that did nothing is always permitted, since a target may reject a request while
 * another is under way. A read that overlaps is judged as are the steps afterwards: it shows the state at some moment while it was under
 * way, and behind a step of the same client never an older one than that client has made or seen. If an answer was lost and no order explains the others, the race is inconclusive.
 */
export function judgeRace<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  belief: Belief<S, N>,
  overlapped: readonly Overlapped<C, R>[],
  settled: readonly Overlapped<C, R>[],
  reading: RaceReading<R>,
): RaceVerdict<S, N> {
  const clear = (one: Overlapped<C, R>) => keeping(one, (reply) => !reading.unclear(reply));
  const judged = search(machine, belief, overlapped.map(clear), settled.map(clear), reading);
  if (judged.kind !== 'violated') return judged;
  for (const { observation } of [...overlapped, ...settled])
    if ('lost' in observation)
      return { kind: 'inconclusive', why: `an answer was lost: ${observation.lost}` };
  const done = (one: Overlapped<C, R>) => keeping(one, (reply) => reading.succeeded(reply));
  const sent = [...overlapped.map(done), ...overlapped.map(again)];
  const byDone = search(machine, belief, sent, settled.map(done), reading);
  // A contradiction of successes alone is stronger than one that rests on a refusal.
  return byDone.kind === 'violated' ? { ...byDone, proven: true } : judged;
}

/** The same call again, perhaps sent and perhaps not: a proxy may have sent it twice. */
function again<C, R>({ step, call }: Overlapped<C, R>): Overlapped<C, R> {
  return { step: { ...step, id: `${step.id}+` }, call, observation: { lost: 'perhaps asked twice' } };
}

/** The same step; its reply counts as lost unless it is kept. */
function keeping<C, R>(one: Overlapped<C, R>, isKept: (reply: R) => boolean): Overlapped<C, R> {
  const { observation } = one;
  if ('lost' in observation || isKept(observation.reply)) return one;
  return { step: one.step, call: one.call, observation: { lost: 'not gone by' } };
}

function search<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  before: Belief<S, N>,
  overlapped: readonly Overlapped<C, R>[],
  settled: readonly Overlapped<C, R>[],
  { counts, settles, succeeded, made: madeBy }: RaceReading<R>,
): RaceVerdict<S, N> {
  const made = overlapped.flatMap(({ step, observation }) =>
    'reply' in observation ? [{ reply: observation.reply, what: madeBy?.(step, observation.reply) }] : [],
  );
  const twice = made.filter(
    (one) => one.what !== undefined && made.some((other) => other !== one && other.what === one.what),
  );
  const turnedAway = (reply: R) => !succeeded(reply) || twice.some((one) => one.reply === reply);
  const reads = new Set(
    overlapped.flatMap(({ step }) => (operationOf(machine, step).reads === true ? [step.id] : [])),
  );
  const found = interleave(machine, before, overlapped, {
    ...(counts && {
      counts: (check, id) => (reads.has(id) ? settles?.(check) !== false : counts(check)),
    }),
    turnedAway,
  });
  if (found.kind === 'inconclusive') return found;
  if (found.kind === 'violated') {
    const { step: id, order, breaches } = found;
    const step = overlapped.find((one) => one.step.id === id)?.step;
    if (step === undefined) throw new Error(`no step ${id} overlapped`);
    return { kind: 'violated', step, order, breaches, proven: false };
  }
  let { belief } = found;
  for (const { step, call, observation } of settled) {
    const operation = operationOf(machine, step);
    const read = settles === undefined ? operation : judgedBy(operation, settles);
    const verdict = observe(read, step, call, belief, observation);
    if (verdict.kind === 'inconclusive') return verdict;
    if (verdict.kind === 'violated') {
      const order = overlapped.map((one) => one.step.id);
      return { kind: 'violated', step, order, breaches: verdict.breaches, proven: false };
    }
    ({ belief } = verdict);
  }
  return { kind: 'explained', belief };
}

/** The operation judged by some of its checks. */
function judgedBy<S, C, R, N>(
  operation: Operation<S, C, R, N>,
  settles: (check: Check<R>) => boolean,
): Operation<S, C, R, N> {
  return {
    ...operation,
    predict: (state, call, step) =>
      operation
        .predict(state, call, step)
        // What rules an outcome out at once may be a check that does not count here.
        .map((outcome) => ({
          ...outcome,
          couldMatch: () => true,
          checks: () => checksOf(outcome).filter(settles),
        })),
  };
}
