import type { Goal } from '../goals.ts';
import type { Sequence } from '../model.ts';

/** A sequence of a plan, and the goals that no earlier one reaches. */
export interface PlannedSequence {
  readonly steps: Sequence;
  readonly goals: readonly Goal[];
  /** Control steps are not counted. */
  readonly requests: number;
}

/** A sequence with every goal that it reaches, and how many steps and requests each takes. */
export interface Toured {
  readonly steps: Sequence;
  readonly met: readonly { readonly goal: Goal; readonly steps: number; readonly requests: number }[];
}

/** Less than a rule's: most faults break a rule wherever it applies, and few show in a single transition only. */
const transitionWorth = 0.1;

/**
 * Sorts sequences for the run. Each next one reaches the most new goals for its requests, so that common faults are found early. Steps after
 * the last new goal are removed, and so is a sequence without a new goal.
 */
export function sorted(toured: readonly Toured[]): readonly PlannedSequence[] {
  const reached = new Set<Goal>();
  const left = new Set(toured);
  const ordered: PlannedSequence[] = [];
  for (;;) {
    let best: { readonly one: Toured; readonly planned: PlannedSequence } | undefined;
    let most = 0;
    for (const one of left) {
      const planned = newGoalsOf(one, reached);
      const worth = worthOf(planned);
      if (worth > most) [best, most] = [{ one, planned }, worth];
    }
    if (best === undefined) return ordered;
    left.delete(best.one);
    for (const goal of best.planned.goals) reached.add(goal);
    ordered.push(best.planned);
  }
}

/** The new goals of a sequence, and its steps up to the last of them. */
function newGoalsOf({ steps: all, met }: Toured, reached: ReadonlySet<Goal>): PlannedSequence {
  const goals = new Set<Goal>();
  let end = { steps: 0, requests: 0 };
  for (const { goal, steps, requests } of met) {
    if (reached.has(goal) || goals.has(goal)) continue;
    goals.add(goal);
    end = { steps, requests };
  }
  return { steps: all.slice(0, end.steps), goals: [...goals], requests: end.requests };
}

function worthOf({ goals, requests }: PlannedSequence): number {
  const worth = goals.reduce((sum, goal) => sum + (goal.kind === 'rule' ? 1 : transitionWorth), 0);
  return worth / Math.max(1, requests);
}
