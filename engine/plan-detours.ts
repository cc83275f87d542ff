import * as fc from 'fast-check';
import { sequences } from './arbitrary.ts';
import { renumbered, slice } from './candidates.ts';
import type { Sequence } from './model.ts';
import { ruleGoal } from './goals.ts';
import type { PlanMap, Way } from './plan-map.ts';

/** Walks at most in one search; each costs some ten milliseconds of thinking. */
const mostWalks = 40;
const walksAtOnce = 8;
/** Walks in a row that find no way to any of the rules, after which they are given up. */
const mostBarren = 16;

/**
 * Looks for ways to rules that the search has not shown: those that depend on more of the past than the classes of attempts tell, such as
 * a refund beside another. Walks the machine at random, offline, and makes short what proves such a rule.
 */
export function addDetours<S, C, R, N>(
  map: PlanMap<S, C, R, N>,
  missing: readonly string[],
  seed: number,
): void {
  const wanted = new Set(missing);
  const arbitrary = sequences(map.offline.machine);
  let barren = 0;
  for (let walks = 0; walks < mostWalks && wanted.size > 0 && barren < mostBarren; walks += walksAtOnce) {
    const before = wanted.size;
    for (const sequence of fc.sample(arbitrary, { seed: seed + walks, numRuns: walksAtOnce })) {
      for (const [rule, upTo] of proofsIn(map, sequence, wanted)) {
        wanted.delete(rule);
        map.ways.set(ruleGoal(rule), wayOf(map, shortened(map, upTo, rule)));
      }
    }
    barren = wanted.size < before ? 0 : barren + walksAtOnce;
  }
}

/** For each rule that a sequence would prove, the sequence up to the step that does. */
function proofsIn<S, C, R, N>(
  map: PlanMap<S, C, R, N>,
  sequence: Sequence,
  rules: ReadonlySet<string>,
): ReadonlyMap<string, Sequence> {
  const found = new Map<string, Sequence>();
  let state = map.offline.machine.initial;
  for (const [index, step] of sequence.entries()) {
    const foreseen = map.offline.step(state, step);
    if (foreseen === undefined) continue;
    for (const rule of foreseen.proves) {
      if (rules.has(rule) && !found.has(rule)) found.set(rule, sequence.slice(0, index + 1));
    }
    ({ state } = foreseen);
  }
  return found;
}

/** What is left when every step is removed without which the last one still proves the rule. */
export function shortened<S, C, R, N>(map: PlanMap<S, C, R, N>, proving: Sequence, rule: string): Sequence {
  const rules = new Set([rule]);
  const proves = (sequence: Sequence) => proofsIn(map, sequence, rules).get(rule);
  const last = proving.at(-1);
  let best = (last && proves(slice(proving, last))) ?? proving;
  for (let index = best.length - 2; index >= 0; index -= 1) {
    best = proves(best.toSpliced(index, 1)) ?? best;
    index = Math.min(index, best.length - 1);
  }
  return renumbered(best);
}

/** A way of given steps. */
export function wayOf<S, C, R, N>(map: PlanMap<S, C, R, N>, steps: Sequence): Way {
  const requests = steps.filter(
    ({ operation }) => map.offline.operations.get(operation)?.control !== true,
  ).length;
  return { steps, requests };
}
