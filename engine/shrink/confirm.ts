import { isContradiction } from '../exploration.ts';
import { settled } from '../judge/belief.ts';
import type { Execution, Violation, Driver } from '../judge/execution.ts';
import type { Machine } from '../machine.ts';
import type { Sequence } from '../model.ts';
import { operationOf } from '../operations.ts';
import { rejudge } from '../judge/rejudge.ts';

/** How shrinking runs its candidates. */
export interface Running<S, C, R, N> {
  /** Runs candidates on fresh entities, concurrently where that is cheaper, and gives their executions in order. */
  run(
    candidates: readonly Sequence[],
    phase: 'confirm' | 'shrink',
    sought: Violation,
  ): Promise<readonly Execution<S, C, R, N>[]>;
  /** Called between candidates; true ends shrinking, and the smallest sequence so far is the result. */
  stop(): boolean;
  /** Whether a run that passes by the choice of an open point shows nothing. Default true; false where that choice is what is sought. */
  readonly excuses?: boolean;
}

/** How often a run that shows nothing is repeated. */
const mostRepeats = 4;

/**
 * Runs a sequence `times` times. A run that passes only by the choice of an open point is excused: it shows nothing and is repeated, after
 * a run of the first step alone, since the choice may depend on how much the target stores. A run without an answer is repeated too, and
 * does not count in `outOf`. `phase`: how patiently what is missing is waited for.
 */
export async function confirm<S, C, R, N>(
  sequence: Sequence,
  times: number,
  options: Running<S, C, R, N>,
  same: (execution: Execution<S, C, R, N>) => boolean,
  accused: Violation,
  phase: 'confirm' | 'shrink' = 'confirm',
): Promise<{
  readonly failed: number;
  readonly outOf: number;
  readonly execution: Execution<S, C, R, N> | undefined;
  /** Why not all runs could be made: what they need was used up. */
  readonly lacking?: string;
  /** Why a run came to no verdict, where one did not. */
  readonly undecided?: string;
}> {
  const failing: Execution<S, C, R, N>[] = [];
  let left = times;
  let unanswered = 0;
  let undecided: string | undefined;
  for (let again = 0; left > 0 && again <= mostRepeats; again += 1) {
    if (again > 0 && options.stop()) break;
    if (again > 0) await options.run([sequence.slice(0, 1)], 'confirm', accused);
    const executions = await each(sequence, left, options, accused, phase);
    failing.push(...executions.filter(same));
    const lacking = executions.find((execution) => execution.lacking)?.inconclusive;
    if (lacking !== undefined)
      return { failed: failing.length, outOf: failing.length, execution: failing[0], lacking };
    const open = executions.find((execution) => !same(execution) && !isAnswered(execution));
    if (open !== undefined) undecided = open.inconclusive ?? 'an answer was lost';
    // A run that was ended before its time gives fewer executions.
    unanswered = left - executions.filter((execution) => same(execution) || isAnswered(execution)).length;
    const isShowing = (execution: Execution<S, C, R, N>) =>
      options.excuses === false || !isExcused(execution, accused);
    left = unanswered + executions.filter((execution) => !isShowing(execution)).length;
  }
  return {
    failed: failing.length,
    outOf: times - unanswered,
    execution: failing[0],
    ...(undecided !== undefined && { undecided }),
  };
}

/** A longer sequence may fail by how much it makes, to which another run of it beside it would add. */
const mostBesideItself = 20;

/**
 * Runs a sequence so often. What contradicts itself may do so by turns, of which runs side by side would take one each: then one after another, as
 * long sequences are.
 */
async function each<S, C, R, N>(
  sequence: Sequence,
  times: number,
  { run }: Running<S, C, R, N>,
  accused: Violation,
  phase: 'confirm' | 'shrink',
): Promise<readonly Execution<S, C, R, N>[]> {
  const all = Array.from({ length: times }, () => sequence);
  if (!isContradiction(accused.breaches) && sequence.length <= mostBesideItself)
    return run(all, phase, accused);
  const executions: Execution<S, C, R, N>[] = [];
  for (const one of all) executions.push(...(await run([one], phase, accused)));
  return executions;
}

/** Whether it came to a verdict, and every request of it was answered. */
function isAnswered<S, C, R, N>({ performed, inconclusive }: Execution<S, C, R, N>): boolean {
  return inconclusive === undefined && performed.every(({ observation }) => !('lost' in observation));
}

/** Every step was made, and no rule was broken. */
export function isPassing<S, C, R, N>({ violation, inconclusive, skipped }: Execution<S, C, R, N>): boolean {
  return violation === undefined && inconclusive === undefined && skipped === 0;
}

/** Whether the last step passed only by the choice of an open point, and proved none of the rules that it broke before. */
function isExcused<S, C, R, N>(execution: Execution<S, C, R, N>, { at, breaches }: Violation): boolean {
  if (at !== 'reply' || !isPassing(execution) || !isAnswered(execution)) return false;
  const last = execution.performed.at(-1)?.step.id;
  if (!settled(execution.belief).some(({ step }) => step === last)) return false;
  return !breaches.some(({ rule }) => execution.evidence.has(rule));
}

/** After which times a wrong read is made again, ms: what takes longer is no delay between two copies of the data. */
const laterMs = [100, 300, 1000];

/**
 * How long after its wrong answer the last read of an execution is right, ms. Undefined: it stays wrong, its last step is no read, or the
 * driver can't repeat it.
 */
export async function rightLater<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  { performed, initial, violation }: Execution<S, C, R, N>,
  driver: Driver<C, R>,
  notifications: boolean,
): Promise<number | undefined> {
  const last = performed.at(-1);
  if (violation?.at !== 'reply' || last === undefined || driver.sendLater === undefined) return undefined;
  if (operationOf(machine, last.step).reads !== true) return undefined;
  let passedMs = 0;
  for (const ms of laterMs) {
    const observation = await driver.sendLater(last.call, last.step, ms - passedMs);
    passedMs = ms;
    if ('lost' in observation) return undefined;
    const again = rejudge(machine, initial, [...performed.slice(0, -1), { ...last, observation }], {
      notifications,
    });
    if (again.broken === undefined && again.inconclusive === undefined) return ms;
  }
  return undefined;
}
