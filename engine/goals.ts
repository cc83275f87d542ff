import type { Machine, Uses } from './model.ts';

/** What a plan is to give evidence of: a rule or a transition; or what it is to try: a class of data. */
export type Goal = string;

/** The goal of proving a rule. */
export const ruleGoal = (rule: string): Goal => `rule ${rule}`;

/** The goal of an operation's outcome in a stage. Each step makes exactly one transition. */
export const transitionGoal = (stage: string, operation: string, outcome: string): Goal =>
  `${stage} | ${operation} | ${outcome}`;

const ofClass = 'class ';

/** The goal of trying a class of data; see `Machine.telling`. */
export const classGoal = (name: string): Goal => `${ofClass}${name}`;

/** Whether a goal is a class of data. */
export const isClass = (goal: Goal): boolean => goal.startsWith(ofClass);

/** Where a transition is made: its stage and operation, whatever the outcome. */
export const placeOf = (transition: Goal): string => transition.slice(0, transition.lastIndexOf(' | '));

/** The rule of a goal; undefined for any other. */
export const ruleOf = (goal: Goal): string | undefined =>
  goal.startsWith('rule ') ? goal.slice('rule '.length) : undefined;

/** The abstract state that an attempt on these entities meets, as coarsely as plans tell them apart. */
export function stageOf<S, C, R, N>(machine: Machine<S, C, R, N>, state: S, uses: Uses): string {
  return machine.stage?.(state, uses) ?? machine.abstract(state, uses);
}
