import { knownGoal } from '../../engine/goals.ts';
import type { KeptPlan } from '../../engine/plan/kept-plan.ts';
import type { ShortestWays } from '../../engine/plan/shortest.ts';
import { planInSteps, type PlanTask } from '../../suites/plans/plan-cache.ts';
import { answerQuestions } from './threads.ts';

/** Each plan is asked for twice: first its task for the ways to its rules, then the rest. Questions and answers carry the same id. */
export type PlanQuestion =
  { readonly id: string; readonly begin: PlanTask } | { readonly id: string; readonly finish: true };
export type PlanAnswer =
  { readonly id: string; readonly ways: ShortestWays } | { readonly id: string; readonly plan: KeptPlan };

/** Makes the plans that this thread is asked for. */
export function planInThread(): void {
  let steps: Generator<ShortestWays, KeptPlan> | undefined;
  answerQuestions(async (question: PlanQuestion): Promise<PlanAnswer> => {
    if ('begin' in question) steps = planInSteps(withGoals(question.begin));
    const { id } = question;
    const next = steps?.next();
    if (next?.value === undefined) throw new Error('no plan was begun');
    return next.done ? { id, plan: next.value } : { id, ways: next.value };
  });
}

/** Goals are compared by identity, and what came from another thread are copies. */
function withGoals({ options, ...task }: PlanTask): PlanTask {
  const reached = new Set([...(options.reached ?? [])].map(knownGoal));
  return { ...task, options: { ...options, reached } };
}
