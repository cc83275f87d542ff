import type { Goal, TransitionGoal } from '../goals.ts';
import type { Sequence } from '../model.ts';
import { canonical } from '../candidates.ts';

/** A sequence of a plan, and the goals that no earlier one reaches. */
export interface PlannedSequence {
  readonly steps: Sequence;
  readonly goals: readonly Goal[];
  /** Those of its goals whose next stage the audit behind it shows, whatever the target makes of open points. Absent: no audit is behind it. */
  readonly confirms?: readonly TransitionGoal[];
  /** Control steps are not counted. */
  readonly requests: number;
  /** What it uses up, by name: it is run last. Absent: nothing. */
  readonly spends?: string;
}

/** A goal that a sequence reaches, with its steps and requests up to it. */
export interface MetGoal {
  readonly goal: Goal;
  readonly steps: number;
  readonly requests: number;
  /** Whether what follows shows where it leads to. */
  readonly isConfirmed: boolean;
}

/** A sequence with every goal that it reaches, and how many steps and requests each takes. */
export interface Toured {
  readonly steps: Sequence;
  readonly met: readonly MetGoal[];
  /** The first thing that it uses up, and the number of steps before that. */
  readonly spent?: { readonly what: string; readonly after: number } | undefined;
}

/** Less than a rule's: most faults break a rule wherever it applies, and few show in a single transition only. */
const transitionWorth = 0.1;

/**
 * Sorts sequences for the run. Each next one reaches the most new goals for its requests, so that common faults are found early. Steps after
 * the last new goal are removed, and so is a sequence without a new goal. The `spending` ones, which use up what can't be made again, come
 * last, those that prove the most rules first, and only where they prove a rule that no other does.
 */
export function sorted(
  toured: readonly Toured[],
  spending: readonly Toured[] = [],
): readonly PlannedSequence[] {
  const reached = new Set<Goal>();
  const first = greedily(toured, reached, worthOf).map(({ planned }) => planned);
  const last = greedily(spending, reached, rulesIn).map(({ one: { spent }, planned }): PlannedSequence =>
    spent !== undefined && planned.steps.length > spent.after ? { ...planned, spends: spent.what } : planned,
  );
  return [...first, ...last];
}

interface Chosen {
  readonly one: Toured;
  readonly planned: PlannedSequence;
}

/** Chooses sequences one by one, each time the one that is worth the most, until no other is worth anything. Adds their goals to `reached`. */
function greedily(
  toured: readonly Toured[],
  reached: Set<Goal>,
  worth: (planned: PlannedSequence) => number,
): readonly Chosen[] {
  const left = new Set(toured);
  const chosen: Chosen[] = [];
  for (;;) {
    let best: Chosen | undefined;
    let most = 0;
    for (const one of left) {
      const planned = newGoalsOf(one, reached);
      const of = worth(planned);
      if (of > most) [best, most] = [{ one, planned }, of];
    }
    if (best === undefined) return chosen;
    left.delete(best.one);
    for (const goal of best.planned.goals) reached.add(goal);
    chosen.push(best);
  }
}

/** The new goals of a sequence, and its steps up to the last of them. */
function newGoalsOf({ steps: all, met }: Toured, reached: ReadonlySet<Goal>): PlannedSequence {
  const goals = new Set<Goal>();
  const confirms: TransitionGoal[] = [];
  let end = { steps: 0, requests: 0 };
  for (const { goal, steps, requests, isConfirmed } of met) {
    if (reached.has(goal) || goals.has(goal)) continue;
    goals.add(goal);
    if (isConfirmed && goal.kind === 'transition') confirms.push(goal);
    end = { steps, requests };
  }
  return {
    steps: all.slice(0, end.steps),
    goals: [...goals],
    requests: end.requests,
    confirms,
  };
}

function worthOf({ goals, requests }: PlannedSequence): number {
  const worth = goals.reduce((sum, goal) => sum + (goal.kind === 'rule' ? 1 : transitionWorth), 0);
  return worth / Math.max(1, requests);
}

/** How many rules a sequence proves anew. */
function rulesIn({ goals }: PlannedSequence): number {
  return goals.filter(({ kind }) => kind === 'rule').length;
}

/** The part of an exploration that is made here, where others make the rest elsewhere under the same seed. */
export interface Part {
  /** Whether what has this name is made here. In exactly one of the parts it is true of a name. */
  isOwn(name: string): boolean;
  /** Mixed into the seed of the random walks: no two parts draw the same. */
  readonly seed: number;
}

/** How many of so many random sequences are drawn in a part. Each belongs to one part by its place. */
export function drawnIn(part: Part | undefined, count: number, kind: string): number {
  if (part === undefined) return count;
  let own = 0;
  for (let index = 0; index < count; index += 1) if (part.isOwn(`${kind} ${index}`)) own += 1;
  return own;
}

/** The name of a planned sequence, by its steps. */
export function sequenceName(steps: Sequence): string {
  return `planned ${canonical(steps)}`;
}
