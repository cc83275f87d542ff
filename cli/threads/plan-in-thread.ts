import { knownGoal } from '../../engine/goals.ts';
import { keptPlan, type KeptPlan } from '../../engine/plan/kept-plan.ts';
import { plannerOf, type PlanTask } from '../../suites/plans/plan-cache.ts';
import { answerQuestions } from './threads.ts';

/** A plan to be made, and the plan: both carry the same id. */
export type PlanQuestion = PlanTask & { readonly id: string };
export type PlanAnswer = { readonly id: string; readonly plan: KeptPlan };

/** Makes the plans that this thread is asked for. */
export function planInThread(): void {
  answerQuestions(({ id, ...task }: PlanQuestion) => Promise.resolve({ id, plan: made(task) }));
}

function made({ source, folder, options }: PlanTask): KeptPlan {
  // Goals are compared by identity, and what came from another thread are copies.
  const reached = new Set([...(options.reached ?? [])].map(knownGoal));
  return keptPlan(plannerOf(source, folder)({ ...options, reached }));
}
