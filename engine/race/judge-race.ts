import type { Belief } from '../judge/belief.ts';
import { observe } from '../judge/observe.ts';
import { interleave, type Overlapped, type Reading } from './interleave.ts';
import type { Breach, Check, Machine, Operation, Step, StepId } from '../model.ts';
import { operationOf, operationsOf } from '../operations.ts';

/** How the replies of a race are read. */
export interface RaceReading<R> extends Pick<Reading<R>, 'counts'> {
  /** Which checks count of what is looked at afterwards. Absent: all do. */
  settles?(check: Check<R>): boolean;
  /** The reply says that what was asked is done. */
  succeeded(reply: R): boolean;
  /** The reply says neither that it is done nor that it is not: it is taken for a lost answer. */
  unclear(reply: R): boolean;
  /** Two calls whose replies tell of one and the same thing done may have been taken for one: what was done, or undefined. */
  made?(step: Step, reply: R): string | undefined;
  /** When its call was sent and when it was complete, ms of one clock. */
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
      /** The successes alone contradict the model, whatever became of the other calls, and were each made twice: one race is proof by itself. */
      readonly proven: boolean;
    }
  | { readonly kind: 'inconclusive'; readonly why: string };

/**
 * Judges what overlapped and what followed. Every refusal is permitted that did nothing, since a target may turn a request away while
 * another is under way. Where an answer was lost, what no order explains is inconclusive: nobody is accused without all answers.
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
  // What the successes contradict by themselves says more than what leans on a refusal.
  return byDone.kind === 'violated' ? { ...byDone, proven: true } : judged;
}

/** The same call once more, which may have been made or not: something in between may have asked twice. */
function again<C, R>({ step, call }: Overlapped<C, R>): Overlapped<C, R> {
  return { step: { ...step, id: `${step.id}+` }, call, observation: { lost: 'perhaps asked twice' } };
}

/** The same step, its reply taken for lost unless it is kept. */
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
  const found = interleave(machine, before, overlapped, { ...(counts && { counts }), turnedAway });
  if (found.kind === 'inconclusive') return found;
  if (found.kind === 'violated') {
    const { step: id, order, breaches } = found;
    const step = overlapped.find((one) => one.step.id === id)?.step;
    if (step === undefined) throw new Error(`no step ${id} overlapped`);
    return { kind: 'violated', step, order, breaches, proven: false };
  }
  const operations = operationsOf(machine);
  let { belief } = found;
  for (const { step, call, observation } of settled) {
    const operation = operationOf(machine, operations, step);
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
        .map((outcome) => ({ ...outcome, checks: outcome.checks.filter(settles) })),
  };
}
