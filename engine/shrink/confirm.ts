import { settled } from '../judge/belief.ts';
import type { Execution, Violation } from '../judge/execute.ts';
import type { Sequence } from '../model.ts';

/** How shrinking runs what it tries. */
export interface Running<S, C, R, N> {
  /** Runs candidates on fresh entities, side by side where that is cheaper, and gives their executions in order. */
  run(
    candidates: readonly Sequence[],
    phase: 'confirm' | 'shrink',
  ): Promise<readonly Execution<S, C, R, N>[]>;
  /** Asked between candidates: true ends the shrinking with the best so far. */
  stop(): boolean;
}

/** How often a run is made again that an open point has excused. */
const mostExcused = 4;

/**
 * Runs a sequence so many times. A run that was excused by an open point shows nothing and is made again, after its first step by itself:
 * what excuses it may be how much the target holds.
 */
export async function confirm<S, C, R, N>(
  sequence: Sequence,
  times: number,
  options: Running<S, C, R, N>,
  same: (execution: Execution<S, C, R, N>) => boolean,
  accused: Violation,
): Promise<{ readonly failed: number; readonly execution: Execution<S, C, R, N> | undefined }> {
  const failing: Execution<S, C, R, N>[] = [];
  let left = times;
  for (let again = 0; left > 0 && again <= mostExcused; again += 1) {
    if (again > 0 && options.stop()) break;
    if (again > 0) await options.run([sequence.slice(0, 1)], 'confirm');
    const executions = await options.run(
      Array.from({ length: left }, () => sequence),
      'confirm',
    );
    failing.push(...executions.filter(same));
    left = executions.filter((execution) => isExcused(execution, accused)).length;
  }
  return { failed: failing.length, execution: failing[0] };
}

/** Ran to its end, each step of it, and broke nothing. */
export function isPassing<S, C, R, N>({ violation, inconclusive, skipped }: Execution<S, C, R, N>): boolean {
  return violation === undefined && inconclusive === undefined && skipped === 0;
}

/** Whether its last step passed by the choice of an open point alone, without proof of any rule that was broken there before. */
function isExcused<S, C, R, N>(execution: Execution<S, C, R, N>, { at, breaches }: Violation): boolean {
  if (at !== 'reply' || !isPassing(execution)) return false;
  const last = execution.performed.at(-1)?.step.id;
  if (!settled(execution.belief).some(({ step }) => step === last)) return false;
  return !breaches.some(({ rule }) => execution.evidence.has(rule));
}
