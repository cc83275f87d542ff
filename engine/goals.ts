import { getOrCreate } from './collections.ts';
import type { Machine } from './machine.ts';
import type { Uses } from './model.ts';

/** What a plan is to give evidence of: a rule or a transition; or what it is to try: a class of data. */
export type Goal = RuleGoal | TransitionGoal | ClassGoal;

/** To prove a rule. */
export interface RuleGoal {
  readonly kind: 'rule';
  readonly key: string;
  readonly rule: string;
}

/** An operation's outcome in a stage. Each step makes exactly one transition. */
export interface TransitionGoal {
  readonly kind: 'transition';
  readonly key: string;
  readonly stage: string;
  readonly operation: string;
  readonly outcome: string;
}

/** A class of data; see `Machine.dataClasses`. */
export interface ClassGoal {
  readonly kind: 'class';
  readonly key: string;
}

const rules = interning<RuleGoal>();
const transitions = interning<TransitionGoal>();
const classes = interning<ClassGoal>();

/** The goal of proving a rule. */
export const ruleGoal = (rule: string): RuleGoal => rules({ kind: 'rule', key: `rule ${rule}`, rule });

/** The goal of an operation's outcome in a stage. */
export const transitionGoal = (stage: string, operation: string, outcome: string): TransitionGoal =>
  transitions({
    kind: 'transition',
    key: `${stage} | ${operation} | ${outcome}`,
    stage,
    operation,
    outcome,
  });

/** The goal of trying an operation's class of data; `on`: on what a step of another class has made. */
export const classGoal = (operation: string, dataClass: string, on?: ClassGoal): ClassGoal =>
  classes({
    kind: 'class',
    key: `class ${operation} ${dataClass}${on === undefined ? '' : ` of ${on.key}`}`,
  });

/** The goal of reading back a step of a class. */
export const readGoal = (of: ClassGoal): ClassGoal => classes({ kind: 'class', key: `${of.key}, read` });

/** The one record of a goal that was read from a file. */
export function knownGoal(goal: TransitionGoal): TransitionGoal;
export function knownGoal(goal: Goal): Goal;
export function knownGoal(goal: Goal): Goal {
  if (goal.kind === 'rule') return rules(goal);
  return goal.kind === 'transition' ? transitions(goal) : classes(goal);
}

/** Gives one record for each key, so that sets and maps find it. A cache of values: nothing in it depends on a run. */
function interning<G extends Goal>(): (goal: G) => G {
  const byKey = new Map<string, G>();
  return (goal) => getOrCreate(byKey, goal.key, () => goal);
}

/** The same text for the same goals in the same order. */
export function keyOf(goals: readonly Goal[]): string {
  return goals.map(({ key }) => key).join('\n');
}

/** The abstract state that an attempt on these entities meets, as coarsely as plans distinguish states. */
export function stageOf<S, C, R, N>(machine: Machine<S, C, R, N>, state: S, uses: Uses): string {
  return machine.stage?.(state, uses) ?? machine.abstract(state, uses);
}
