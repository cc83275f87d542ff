import { renumbered, slice } from '../candidates.ts';
import type { Sequence } from '../model.ts';
import type { Simulation } from './simulation.ts';

/** For each rule that a sequence would prove, the sequence up to the step that does. */
export function proofsIn<S, C, R, N>(
  simulation: Simulation<S, C, R, N>,
  sequence: Sequence,
  rules: ReadonlySet<string>,
): ReadonlyMap<string, Sequence> {
  const found = new Map<string, Sequence>();
  let state = simulation.machine.initial;
  for (const [index, step] of sequence.entries()) {
    const simulated = simulation.step(state, step);
    if (simulated === undefined) continue;
    for (const rule of simulated.proves) {
      if (rules.has(rule) && !found.has(rule)) found.set(rule, sequence.slice(0, index + 1));
    }
    ({ state } = simulated);
  }
  return found;
}

/** The sequence without the steps that its last one does not need to prove the rule. */
export function shortened<S, C, R, N>(
  simulation: Simulation<S, C, R, N>,
  proving: Sequence,
  rule: string,
): Sequence {
  const rules = new Set([rule]);
  const proves = (sequence: Sequence) => proofsIn(simulation, sequence, rules).get(rule);
  const last = proving.at(-1);
  let best = (last && proves(slice(proving, last))) ?? proving;
  for (let index = best.length - 2; index >= 0; index -= 1) {
    best = proves(best.toSpliced(index, 1)) ?? best;
    index = Math.min(index, best.length - 1);
  }
  return renumbered(best);
}
