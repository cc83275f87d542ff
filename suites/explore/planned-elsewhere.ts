import type { Goal } from '../../engine/goals.ts';
import { firstPlanOf } from '../../engine/plan/evidence.ts';
import type { Planner } from '../../engine/plan/kept-plan.ts';
import { plannerBeside, plannerOf, type MachineSource } from '../plans/plan-cache.ts';
import { drawingSeed } from '../run/run-plan.ts';
import type { Session } from '../run/session.ts';
import { coverageGoalsOf } from './coverage-goals.ts';
import { evidenceName, seedOf, type MachineRun } from './machine-run.ts';

/** Makes the plans of a machine for a session. */
export function plannerFor({ plan, run: { planElsewhere } }: Session, source: MachineSource): Planner {
  return planElsewhere === undefined
    ? plannerOf(source, plan.planCache)
    : plannerBeside(source, plan.planCache, planElsewhere);
}

/**
 * What the first plans of other lanes reach of the evidence that a machine's run shares with them. They are checked at the same time, so what
 * they will have reached is presumed.
 */
export async function plannedElsewhere(session: Session, run: MachineRun): Promise<readonly Goal[]> {
  const { plan, means } = session;
  const others = (plan.share?.elsewhere ?? []).filter((other) => evidenceName(other) === evidenceName(run));
  const plans = others.map(async (other) =>
    plannerFor(session, { name: other.machine, setup: session.setup(other.exclusive) })(
      firstPlanOf({
        ...coverageGoalsOf(other, means, plan.only),
        reached: new Set(),
        notifications: other.notifications,
        seed: seedOf(other, drawingSeed(plan)),
      }),
    ),
  );
  const made = await Promise.all(plans);
  return made.flatMap(({ sequences }) => sequences.flatMap(({ goals }) => goals));
}
