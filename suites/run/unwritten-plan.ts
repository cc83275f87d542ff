import type { Target } from '../../harness/settings.ts';
import type { RunPlan } from './run-plan.ts';

let unwritten = 0;

/**
 * The plan of a run that writes nothing, such as a replay, from a look at its target. It has a name and no folder; the name is unlike any
 * other's of this process, since runs of one name share a receiver and what they have learned.
 */
export function unwrittenPlan(
  target: Target,
  { capabilities, skewMs }: Pick<RunPlan, 'capabilities' | 'skewMs'>,
  how: Partial<RunPlan> = {},
): RunPlan {
  return {
    target,
    capabilities,
    skewMs,
    seed: 0,
    runs: 1,
    bail: false,
    only: [],
    out: `unwritten ${(unwritten += 1)}`,
    startedAt: Date.now(),
    ...how,
  };
}
