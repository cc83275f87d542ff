import type { Goal } from '../goals.ts';
import type { Sequence } from '../model.ts';

/** A sequence of a plan, and what it gives evidence of before any earlier one does. */
export interface PlannedSequence {
  readonly steps: Sequence;
  readonly goals: readonly Goal[];
  /** Control steps are not counted. */
  readonly requests: number;
}

/** A sequence with all that it meets on its way, whether or not others do: each goal after so many steps and requests. */
export interface Toured {
  readonly steps: Sequence;
  readonly met: readonly { readonly goal: Goal; readonly steps: number; readonly requests: number }[];
}

/** Most faults break a rule wherever it applies; a transition of its own tells of few. */
const transitionWorth = 0.1;

/**
 * Puts sequences in the order in which they are to be run: each next one meets most for its requests of what none before has met, so
 * that a target that breaks something plain is found out soon. What follows the last that is new is cut off, and so is a sequence without any.
 */
export function soonest(toured: readonly Toured[]): readonly PlannedSequence[] {
  const had = new Set<Goal>();
  const left = new Set(toured);
  const ordered: PlannedSequence[] = [];
  for (;;) {
    let best: { readonly one: Toured; readonly planned: PlannedSequence } | undefined;
    let most = 0;
    for (const one of left) {
      const planned = afresh(one, had);
      const worth = worthOf(planned);
      if (worth > most) [best, most] = [{ one, planned }, worth];
    }
    if (best === undefined) return ordered;
    left.delete(best.one);
    for (const goal of best.planned.goals) had.add(goal);
    ordered.push(best.planned);
  }
}

/** What a sequence meets that is new, and its steps up to the last of it. */
function afresh({ steps: all, met }: Toured, had: ReadonlySet<Goal>): PlannedSequence {
  const goals = new Set<Goal>();
  let end = { steps: 0, requests: 0 };
  for (const { goal, steps, requests } of met) {
    if (had.has(goal) || goals.has(goal)) continue;
    goals.add(goal);
    end = { steps, requests };
  }
  return { steps: all.slice(0, end.steps), goals: [...goals], requests: end.requests };
}

function worthOf({ goals, requests }: PlannedSequence): number {
  const worth = goals.reduce((sum, goal) => sum + (goal.kind === 'rule' ? 1 : transitionWorth), 0);
  return worth / Math.max(1, requests);
}
